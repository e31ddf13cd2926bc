import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  getOperationAST,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
} from 'graphql';
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import { z } from 'zod';
import { declarationOf } from '../graphql/declaration.ts';
import { fragmentsOf } from '../graphql/root-fields.ts';

type Field = GraphQLField<unknown, unknown>;

/** The JSON schema of each scalar. Ids are UUIDs and numbers are counts, unless a field declares something else. */
const scalars: Record<string, () => z.ZodType> = {
  Boolean: z.boolean,
  Date: z.iso.date,
  DateTime: z.iso.datetime,
  Float: z.number,
  ID: z.guid,
  Int: () => z.int32().min(0),
  JSON: z.unknown,
  String: z.string,
};

/**
 * The schema of an operation's result, from the selection of its document. Types, nullability and descriptions are those of the
 * GraphQL schema. The REST contract uses it. A selection that consists of one named fragment becomes a component of the contract
 * with the fragment's name. Root fields are nullable in GraphQL so that one can fail alone; here they are required, because a
 * REST request whose operation fails answers with an error.
 */
export function resultSchema(schema: GraphQLSchema, document: DocumentNode): z.ZodObject {
  const fragments = fragmentsOf(document);
  const variables = allTrue(document);
  const components = new Map<string, z.ZodType>();

  const ofType = (type: GraphQLOutputType, nodes: readonly FieldNode[], declared?: z.ZodType): z.ZodType => {
    const inner = getNullableType(type);
    const own = declared ?? (isListType(inner) ? z.array(ofType(inner.ofType, nodes)) : ofNamed(inner, nodes));
    // `unknown` includes null already.
    return isNonNullType(type) || own instanceof z.ZodUnknown ? own : own.nullable();
  };
  const ofNamed = (type: GraphQLNamedType, nodes: readonly FieldNode[]): z.ZodType => {
    if (isObjectType(type)) return ofObject(type, nodes);
    if (isEnumType(type)) return z.enum(type.getValues().map(({ name }) => name));
    const scalar = scalars[type.name];
    if (!scalar) throw new Error(`There is no JSON schema for the scalar ${type.name}.`);
    return scalar();
  };
  const ofObject = (type: GraphQLObjectType, nodes: readonly FieldNode[]): z.ZodType => {
    const name = fragmentName(nodes);
    const known = name && components.get(name);
    if (known) return known;
    const object = z
      .object(ofFields(type, collectSubfields(schema, fragments, variables, type, nodes as FieldNode[]), ofField))
      .meta({ ...(name && { id: name }), ...(type.description && { description: type.description }) });
    if (name) components.set(name, object);
    return object;
  };
  const ofField = (field: Field, nodes: readonly FieldNode[]): z.ZodType => {
    const { value, optional } = declarationOf(field);
    const own = ofType(field.type, nodes, value);
    const described = field.description ? own.meta({ description: field.description }) : own;
    return optional ? described.optional() : described;
  };
  const ofRoot = (field: Field, nodes: readonly FieldNode[]): z.ZodType =>
    ofType(new GraphQLNonNull(getNullableType(field.type)), nodes, declarationOf(field).value);

  const operation = getOperationAST(document);
  const root = operation && schema.getRootType(operation.operation);
  if (!root) throw new Error('The document has no operation of this schema.');
  return z.object(ofFields(root, collectFields(schema, fragments, {}, root, operation.selectionSet), ofRoot));
}

function ofFields(
  type: GraphQLObjectType,
  selected: Map<string, readonly FieldNode[]>,
  schemaOf: (field: Field, nodes: readonly FieldNode[]) => z.ZodType,
): Record<string, z.ZodType> {
  const fields = type.getFields();
  return Object.fromEntries(
    [...selected].map(([name, nodes]) => {
      const field = fields[nodes[0]?.name.value ?? ''];
      if (!field) throw new Error(`${name} is no field of ${type.name}.`);
      return [name, schemaOf(field, nodes)];
    }),
  );
}

/** Sets every variable to true, because fields behind a condition are part of the contract too. */
const allTrue = (document: DocumentNode): Record<string, unknown> =>
  Object.fromEntries((getOperationAST(document)?.variableDefinitions ?? []).map(({ variable }) => [variable.name.value, true]));

/** The name of the fragment, if a selection consists of one fragment. */
function fragmentName([node, ...others]: readonly FieldNode[]): string | undefined {
  const [selection, ...rest] = node?.selectionSet?.selections ?? [];
  return others.length === 0 && rest.length === 0 && selection?.kind === Kind.FRAGMENT_SPREAD ? selection.name.value : undefined;
}
