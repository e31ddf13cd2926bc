import { type GraphQLObjectType, type GraphQLResolveInfo, getNamedType } from 'graphql';
import { collectSubfields } from 'graphql/execution/collectFields.js';

/** The fields that an operation selects of a resolver's result, so that the resolver reads no others. */
export function selectedFields({ schema, fragments, variableValues, returnType, fieldNodes }: GraphQLResolveInfo): string[] {
  const type = getNamedType(returnType) as GraphQLObjectType;
  const selected = collectSubfields(schema, fragments, variableValues, type, fieldNodes);
  return [...selected.values()].map(([node]) => node?.name.value ?? '');
}
