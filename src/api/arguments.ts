import {
  astFromValue,
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  valueFromASTUntyped,
} from 'graphql';
import { rootFields } from '../graphql/root-fields.ts';

/** The description and default of an argument. */
export interface ArgumentDescription {
  description?: string;
  default?: unknown;
}

/** Describes the arguments of an operation's root fields, and the fields of their input objects, by name. */
export function describeArguments(schema: GraphQLSchema, document: DocumentNode): Map<string, ArgumentDescription> {
  const found = new Map<string, ArgumentDescription>();
  const add = (inputs: readonly (GraphQLArgument | GraphQLInputField)[]): void => {
    for (const { name, description, type, defaultValue } of inputs) {
      const literal = defaultValue === undefined ? undefined : astFromValue(defaultValue, type);
      found.set(name, { ...(description && { description }), ...(literal && { default: valueFromASTUntyped(literal) }) });
      const inner = getNamedType(type);
      if (isInputObjectType(inner)) add(Object.values(inner.getFields()));
    }
  };
  for (const { field } of rootFields(schema, document)) add(field.args);
  return found;
}
