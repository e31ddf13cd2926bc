import { type GraphQLObjectType, type GraphQLResolveInfo, getNamedType } from 'graphql';
import { collectSubfields } from 'graphql/execution/collectFields.js';

/** The fields that an operation selects of what a resolver is about to give: so it need read no others. */
export function selectedFields({ schema, fragments, variableValues, returnType, fieldNodes }: GraphQLResolveInfo): string[] {
  const type = getNamedType(returnType) as GraphQLObjectType;
  const selected = collectSubfields(schema, fragments, variableValues, type, fieldNodes);
  return [...selected.values()].map(([node]) => node?.name.value ?? '');
}
