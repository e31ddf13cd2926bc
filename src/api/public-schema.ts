import { GraphQLObjectType, GraphQLSchema } from 'graphql';
import { declarationOf } from '../graphql/declaration.ts';

/** The schema without its internal fields and the types that only they use. */
export function publicSchema(schema: GraphQLSchema): GraphQLSchema {
  const { query, mutation, ...config } = schema.toConfig();
  return new GraphQLSchema({ ...config, types: [], query: withoutInternal(query), mutation: withoutInternal(mutation) });
}

function withoutInternal(type: GraphQLObjectType | null | undefined): GraphQLObjectType | null {
  if (!type) return null;
  const { fields, ...config } = type.toConfig();
  const open = Object.entries(fields).filter(([, { extensions }]) => !declarationOf({ extensions: extensions ?? {} }).internal);
  return new GraphQLObjectType({ ...config, fields: Object.fromEntries(open) });
}
