import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor';
import { GraphQLError, type GraphQLErrorOptions, type GraphQLSchema, NoSchemaIntrospectionCustomRule } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Failure } from '../errors.ts';
import type { Logger } from '../operations/logging.ts';
import type { Context } from './context.ts';
import { failureOf } from './failure.ts';
import { metered } from './metered.ts';

/** What one operation may ask for. The dashboard's own stay far below. */
export const limits = { depth: 10, aliases: 30, directives: 30, tokens: 1_000, cost: 5_000 };

const armor = EnvelopArmorPlugin({
  maxDepth: { n: limits.depth },
  maxAliases: { n: limits.aliases },
  maxDirectives: { n: limits.directives },
  maxTokens: { n: limits.tokens },
  costLimit: { maxCost: limits.cost },
});

const noIntrospection: Plugin = {
  onValidate: ({ addValidationRule }) => addValidationRule(NoSchemaIntrospectionCustomRule),
};

/** Hears of every error before it is masked. */
const logFailures = (logger: Logger): Plugin<Context> => ({
  onExecute: ({ args }) => ({
    onExecuteDone: ({ result }) => {
      for (const error of ('errors' in result && result.errors) || []) {
        const { cause } = failureOf(error);
        if (error.originalError && cause)
          logger.error({ requestId: args.contextValue.requestId, err: cause }, 'operation failed');
      }
    },
  }),
});

export interface EndpointParts {
  schema: GraphQLSchema;
  production: boolean;
  logger: Logger;
}

/** The GraphQL endpoint of the internal dashboard. It is given a context whose principal is known already. */
export function createEndpoint({ schema, production, logger }: EndpointParts) {
  return createYoga<Context>({
    schema,
    graphqlEndpoint: '/graphql',
    batching: false,
    multipart: false,
    landingPage: false,
    cors: false,
    graphiql: false,
    logging: false,
    plugins: [logFailures(logger), armor, ...(production ? [noIntrospection] : []), metered],
    maskedErrors: { maskError },
  });
}

/** The one place where a failure becomes a GraphQL error. What is wrong with the operation itself (syntax, validation, limits) is told as it is. */
function maskError(error: unknown): Error {
  if (!(error instanceof GraphQLError)) return masked(failureOf(error));
  return error.originalError ? masked(failureOf(error), { nodes: error.nodes ?? null, path: error.path ?? null }) : error;
}

/** An operation is refused as a whole where the limits are used up, so its status tells. */
const masked = ({ message, code, status }: Failure, place: GraphQLErrorOptions = {}) =>
  new GraphQLError(message, { ...place, extensions: { code, ...(status === 429 && { http: { status } }) } });
