import { setImmediate } from 'node:timers/promises';
import { type ExecutionResult, type GraphQLSchema, NoSchemaIntrospectionCustomRule } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Context } from '../graphql/context.ts';
import type { RootField } from '../graphql/root-fields.ts';
import { powerOf } from '../kernel/access/powers.ts';
import type { Logger } from '../kernel/logging.ts';
import { KeyedQueue } from '../kernel/running/keyed-queue.ts';
import { chargeFields } from './charge-fields.ts';
import { failureOf, RefusedOperation } from './failure.ts';
import { checkOperation, type PricedField, parseDocument, validateDocument } from './operation.ts';
import { publicSchema } from './public-schema.ts';

/** Takes the body of a request and returns the text of the answer. */
export type Endpoint = (body: unknown, context: Context) => Promise<string>;

/** The context of one request in Yoga. */
interface YogaContext extends Context {
  body: unknown;
  /** The root fields, once the operation is checked. */
  fields: readonly PricedField[];
  outcome: { refusal?: RefusedOperation };
}

/**
 * The GraphQL endpoint of the dashboard. The caller is authenticated already. An operation that is refused before it runs throws
 * a RefusedOperation; one that ran answers in GraphQL's form, with its errors.
 */
export function createEndpoint(options: { schema: GraphQLSchema; production: boolean; logger: Logger }): Endpoint {
  const { schema, production, logger } = options;
  const yoga = createYoga<YogaContext>({
    schema: publicSchema(schema),
    batching: false,
    multipart: false,
    landingPage: false,
    cors: false,
    graphiql: false,
    logging: false,
    // charge-fields.ts masks the errors.
    maskedErrors: false,
    // Documents are not cached: large ones would fill the memory.
    parserAndValidationCache: false,
    plugins: [admission(), reading(production), execution(logger), refusal],
  });
  return async (body, context) => {
    const outcome: YogaContext['outcome'] = {};
    const yogaContext: YogaContext = { ...context, body, fields: [], outcome };
    const response = await yoga.fetch('http://localhost/graphql', { method: 'POST' }, yogaContext);
    if (outcome.refusal) throw outcome.refusal;
    return response.text();
  };
}

/** Counts the request before its document is parsed, so that a session over its limit costs nothing. */
function admission(): Plugin<YogaContext, YogaContext> {
  const queue = new KeyedQueue();
  return {
    // Express has parsed the body already. Yoga checks its shape.
    onRequestParse: ({ serverContext, setRequestParser }) => setRequestParser(() => serverContext.body as object),
    onParams: async ({ context: { principal, services } }) => {
      await services.sessionLimits.count(principal, []);
      // One document per turn of the event loop, so that many large documents do not block other requests.
      await queue.run('read', () => setImmediate());
    },
  };
}

const reading = (production: boolean): Plugin<YogaContext, YogaContext> => ({
  onParse: ({ setParseFn }) => setParseFn(parseDocument),
  onValidate: ({ params: { schema, documentAST }, addValidationRule, setValidationFn }) => {
    if (production) addValidationRule(NoSchemaIntrospectionCustomRule);
    setValidationFn(validateDocument);
    return ({ valid, context, extendContext }) => {
      if (valid) extendContext({ fields: checkOperation(schema, documentAST, context.params) });
    };
  },
});

const execution = (logger: Logger): Plugin<YogaContext, YogaContext> => ({
  onExecute: async ({ context, executeFn, setExecuteFn }) => {
    const { services, principal, fields, requestId } = context;
    context.begins?.(fields.map(({ field }) => field.name));
    await services.sessionLimits.count(principal, fields, requestsIn(fields) - 1);
    setExecuteFn((args) =>
      chargeFields(fields, context, async () => {
        const result: ExecutionResult = await executeFn(args);
        const causes = (result.errors ?? []).map((error) => failureOf(error).cause).filter((cause) => cause !== undefined);
        // One log line for all errors: what fails for one record often fails for every record of a page.
        if (causes.length > 0) logger.error({ requestId, err: causes[0], failures: causes.length }, 'operation failed');
        return result;
      }),
    );
  },
});

const requestsIn = (fields: readonly RootField[]) =>
  Math.max(1, fields.filter(({ field }) => powerOf(field.name) !== 'public').length);

/** A result without data: the operation was not executed, or its answer is withheld. */
const refusal: Plugin<YogaContext, YogaContext> = {
  onResultProcess: ({ result, serverContext: { outcome } }) => {
    if (!('data' in result)) outcome.refusal = RefusedOperation.because(('errors' in result && result.errors) || []);
  },
};
