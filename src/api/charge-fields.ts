import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Context } from '../graphql/context.ts';
import { type RootField, registryFields } from '../graphql/root-fields.ts';
import { Failure } from '../kernel/errors.ts';
import { failureOf, graphqlError } from './failure.ts';
import { operationLimits } from './operation-limits.ts';

/** A result with its text. Yoga asks for the text with `stringify`. */
type WrittenResult = ExecutionResult & { stringify: () => string };

/** Charges the registry fields before they run, refuses all where too little is left, and gives back what failed. */
export async function chargeFields(
  fields: readonly RootField[],
  { services, principal, showLimits, hold }: Context,
  run: () => Promise<ExecutionResult>,
): Promise<WrittenResult> {
  const names = registryFields(fields).map(({ name }) => name);
  if (names.length === 0) return written(await run());
  const charge = await services.metering.charge(principal, names.length);
  await hold?.(charge);
  let statuses = names.map(() => charge.refusal?.status ?? 500);
  try {
    if (charge.refusal) throw charge.refusal;
    const result = await run();
    // The text may turn out too large. Then the caller gets nothing and pays nothing.
    statuses = names.map(() => 400);
    const answer = written(result);
    statuses = names.map((name) => statusOf(name, result));
    return answer;
  } finally {
    await charge.settle(statuses);
    showLimits?.(charge.reading);
  }
}

/** The status that a field would have had alone. An error inside a field that gave something doesn't count. */
function statusOf(name: string, { data, errors = [] }: ExecutionResult): number {
  const isThere = data?.[name] !== null && data?.[name] !== undefined;
  const error = isThere ? undefined : (errors.find(({ path }) => path?.[0] === name) ?? (data ? undefined : errors[0]));
  return error ? failureOf(error).status : 200;
}

function written(result: ExecutionResult): WrittenResult {
  const { data, errors } = result;
  const text = JSON.stringify({ data, ...(errors && { errors: errors.map(masked) }) });
  if (Buffer.byteLength(text) > operationLimits.bytes)
    throw new Failure(
      'invalid_request',
      `The answer is larger than ${operationLimits.bytes / 1_000_000} MB: ask for less at a time.`,
    );
  return { ...result, stringify: () => text };
}

/** The one place where a failure inside an operation becomes a GraphQL error. */
function masked(error: GraphQLError) {
  const { code, message } = failureOf(error);
  return graphqlError(code, message, error);
}
