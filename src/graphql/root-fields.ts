import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLSchema,
  getOperationAST,
  Kind,
} from 'graphql';
import { collectFields } from 'graphql/execution/collectFields.js';
import { type Power, powerOf, powers } from '../kernel/access/powers.ts';

/** A root field of an operation, with its name in the answer. */
export interface RootField {
  name: string;
  field: GraphQLField<unknown, unknown>;
}

export const fragmentsOf = (document: DocumentNode): Record<string, FragmentDefinitionNode> =>
  Object.fromEntries(
    document.definitions.flatMap((part) => (part.kind === Kind.FRAGMENT_DEFINITION ? [[part.name.value, part]] : [])),
  );

/**
 * The root fields of an operation. Aliases count one by one, fragments are expanded, and fields that the variables skip are left
 * out. Without variables the document must not skip any field.
 */
export function rootFields(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string | null,
  variables: Record<string, unknown> = {},
): RootField[] {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!root) return [];
  const declared = root.getFields();
  return [...collectFields(schema, fragmentsOf(document), variables, root, operation.selectionSet)].flatMap(([name, [node]]) => {
    const field = declared[node?.name.value ?? ''];
    return field ? [{ name, field }] : [];
  });
}

/** The powers that open these fields. */
export const powersFor = (fields: readonly RootField[]): Power[] => [
  ...new Set(fields.flatMap(({ field }) => powerOf(field.name) ?? [])),
];

/** The fields that are charged: all that have a scope for API keys, so that a new one cannot be forgotten. */
export const registryFields = <Field extends RootField>(fields: readonly Field[]): Field[] =>
  fields.filter((field) => powersFor([field]).some((power) => powers[power].scope));
