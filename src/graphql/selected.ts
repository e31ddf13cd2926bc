import { type GraphQLObjectType, type GraphQLResolveInfo, getNamedType } from 'graphql';
import { collectSubfields } from 'graphql/execution/collectFields.js';

/** The fields that an operation selects of a resolver's result, so that the resolver reads no others. */
export function selectedFields({ schema, fragments, variableValues, returnType, fieldNodes }: GraphQLResolveInfo): string[] {
  const type = getNamedType(returnType) as GraphQLObjectType;
  const selected = collectSubfields(schema, fragments, variableValues, type, fieldNodes);
  return [...selected.values()].map(([node]) => node?.name.value ?? '');
}

/** The fields that an operation selects of one field of a resolver's result, under all aliases of it. */
export function selectedBelow(info: GraphQLResolveInfo, name: string): string[] {
  const { schema, fragments, variableValues, returnType, fieldNodes } = info;
  const type = getNamedType(returnType) as GraphQLObjectType;
  const selected = collectSubfields(schema, fragments, variableValues, type, fieldNodes);
  const nodes = [...selected.values()].flat().filter((node) => node.name.value === name);
  const inner = type.getFields()[name]?.type;
  return inner ? selectedFields({ ...info, returnType: inner, fieldNodes: nodes }) : [];
}
