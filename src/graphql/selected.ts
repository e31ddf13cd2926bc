import { type GraphQLObjectType, type GraphQLResolveInfo, getNamedType } from 'graphql';
import { collectSubfields } from 'graphql/execution/collectFields.js';

/** The fields that an operation selects of a resolver's result, so that the resolver reads no others. */
export const selectedFields = (info: GraphQLResolveInfo): string[] => selection(info).map(([node]) => node?.name.value ?? '');

const selection = ({ schema, fragments, variableValues, returnType, fieldNodes }: GraphQLResolveInfo) => [
  ...collectSubfields(schema, fragments, variableValues, getNamedType(returnType) as GraphQLObjectType, fieldNodes).values(),
];

/** The fields that an operation selects of one field of a resolver's result, under all aliases of it. */
export function selectedBelow(info: GraphQLResolveInfo, name: string): string[] {
  const nodes = selection(info).flat();
  const inner = (getNamedType(info.returnType) as GraphQLObjectType).getFields()[name]?.type;
  return inner
    ? selectedFields({ ...info, returnType: inner, fieldNodes: nodes.filter((node) => node.name.value === name) })
    : [];
}
