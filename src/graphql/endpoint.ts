import { setImmediate } from 'node:timers/promises';
import { type ExecutionResult, execute, type GraphQLError, type GraphQLSchema } from 'graphql';
import type { Logger } from '../operations/logging.ts';
import { Turns } from '../turns.ts';
import type { Context } from './context.ts';
import { scopesOf } from './declared.ts';
import { failureOf, graphqlError, RefusedOperation } from './failure.ts';
import { limits } from './limits.ts';
import { type ReadOperation, readOperation } from './operation.ts';
import { publicSchema } from './public-schema.ts';
import { registryFields } from './root-fields.ts';

export interface EndpointParts {
  schema: GraphQLSchema;
  production: boolean;
  logger: Logger;
}

/** Takes the body of a request and gives the text of the answer. */
export type Endpoint = (body: unknown, context: Context) => Promise<string>;

/**
 * The GraphQL endpoint of the internal dashboard. It is given a context whose principal is known already. What is refused before it runs is thrown, as a
 * RefusedOperation; an operation that ran answers in GraphQL's form, whatever failed in it.
 */
export function createEndpoint({ schema: whole, production, logger }: EndpointParts): Endpoint {
  const schema = publicSchema(whole);
  const turns = new Turns();

  // One document at a time, with a look at the network in between: a crowd of large ones must not keep everybody else waiting.
  const read = (body: unknown): Promise<ReadOperation> =>
    turns.take('read', async () => {
      await setImmediate();
      return readOperation(schema, body, !production);
    });

  const run = async ({ document, operationName, variables }: ReadOperation, context: Context): Promise<ExecutionResult> => {
    const args = { schema, document, variableValues: variables, operationName, contextValue: context };
    const result = await execute(args);
    const causes = (result.errors ?? []).map((error) => failureOf(error).cause).filter((cause) => cause !== undefined);
    // One line for all: what fails for one record often fails for every one of a page.
    if (causes.length > 0)
      logger.error({ requestId: context.requestId, err: causes[0], failures: causes.length }, 'operation failed');
    return result;
  };

  return async (body, context) => {
    try {
      const { principal, services } = context;
      // The first request is counted before anything is read, so that whoever is over the limit costs nothing.
      await services.sessionLimits.count(principal, []);
      const operation = await read(body);
      await services.sessionLimits.count(principal, operation.fields, requestsIn(operation) - 1);
      return await charged(operation, context, () => run(operation, context));
    } catch (error) {
      throw error instanceof RefusedOperation ? error : RefusedOperation.because(failureOf(error));
    }
  };
}

const requestsIn = ({ fields }: ReadOperation) => Math.max(1, fields.filter(({ field }) => !scopesOf(field).public).length);

/** Charges the registry fields before they are asked, refuses all of them where too little is left, and gives back what gave nothing. */
async function charged(
  { fields }: ReadOperation,
  { services, principal, showLimits }: Context,
  run: () => Promise<ExecutionResult>,
): Promise<string> {
  const names = registryFields(fields).map(({ name }) => name);
  if (names.length === 0) return textOf(await run());
  const charge = await services.metering.charge(principal, names.length);
  let statuses = names.map(() => charge.refusal?.status ?? 500);
  try {
    if (charge.refusal) throw charge.refusal;
    const result = await run();
    // Until the text is there it may still be too large, and then nothing is given.
    statuses = names.map(() => 400);
    const text = textOf(result);
    statuses = names.map((name) => statusOf(name, result));
    return text;
  } finally {
    await charge.settle(statuses);
    showLimits?.(charge.reading);
  }
}

/** How a field was answered, as if it had been asked alone: only where it gave nothing does an error say so. */
function statusOf(name: string, { data, errors = [] }: ExecutionResult): number {
  const isThere = data?.[name] !== null && data?.[name] !== undefined;
  const error = isThere ? undefined : (errors.find(({ path }) => path?.[0] === name) ?? (data ? undefined : errors[0]));
  return error ? failureOf(error).status : 200;
}

function textOf({ data, errors }: ExecutionResult): string {
  const text = JSON.stringify({ data, ...(errors && { errors: errors.map(masked) }) });
  if (Buffer.byteLength(text) > limits.bytes)
    throw new RefusedOperation(
      'invalid_request',
      `The answer is larger than ${limits.bytes / 1_000_000} MB: ask for less at a time.`,
    );
  return text;
}

/** The one place where a failure inside an operation becomes a GraphQL error. */
function masked(error: GraphQLError) {
  const { code, message } = failureOf(error);
  return graphqlError(code, message, error);
}
