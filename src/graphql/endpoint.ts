import { type ExecutionResult, execute, type GraphQLError, type GraphQLSchema } from 'graphql';
import type { Logger } from '../operations/logging.ts';
import type { Context } from './context.ts';
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

  const read = async (body: unknown, { principal, services }: Context): Promise<ReadOperation> => {
    try {
      return readOperation(schema, body, !production);
    } catch (error) {
      await services.sessionLimits.count(principal, []);
      throw error;
    }
  };

  const run = async ({ document, operationName, variables }: ReadOperation, context: Context): Promise<ExecutionResult> => {
    const args = { schema, document, variableValues: variables, operationName, contextValue: context };
    const result = await execute(args);
    for (const error of result.errors ?? []) {
      const { cause } = failureOf(error);
      if (cause) logger.error({ requestId: context.requestId, err: cause }, 'operation failed');
    }
    return result;
  };

  return async (body, context) => {
    try {
      const operation = await read(body, context);
      await context.services.sessionLimits.count(context.principal, operation.fields);
      return await charged(operation, context, () => run(operation, context));
    } catch (error) {
      throw error instanceof RefusedOperation ? error : RefusedOperation.because(failureOf(error));
    }
  };
}

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
