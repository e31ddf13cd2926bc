import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Context } from '../graphql/context.ts';
import { declarationOf } from '../graphql/declaration.ts';
import { powersFor, type RootField, registryFields } from '../graphql/root-fields.ts';
import { refusalOf } from '../kernel/access/admission.ts';
import { type ErrorCode, errorTable, Failure } from '../kernel/errors.ts';
import { failureOf, graphqlError } from './failure.ts';
import type { PricedField } from './operation.ts';
import { operationLimits } from './operation-limits.ts';

/** A result with its JSON text. Yoga calls `stringify` for the text. */
type WrittenResult = ExecutionResult & { stringify: () => string };

/**
 * Charges the fields of company data before they run, but for those that the caller has no power for. Refuses all if too few
 * units are left. Gives the units of what was not delivered back: of fields that fail, and of records that a page does not have.
 */
export async function chargeFields(
  fields: readonly PricedField[],
  { services, principal, showLimits, hold, report, isOver, progress }: Context,
  run: () => Promise<ExecutionResult>,
): Promise<WrittenResult> {
  const priced = registryFields(fields).filter((field) => !powersFor([field]).some((power) => refusalOf(principal, power)));
  if (priced.length === 0) return written(await run());
  const total = priced.reduce((sum, { units }) => sum + units, 0);
  const charge = await services.metering.charge(principal, total, priced.length);
  await hold?.(charge);
  let failure: Pick<Failure, 'status' | 'code'> | undefined = charge.refusal ?? failed('internal_error');
  let result: ExecutionResult = {};
  /** What a match has done although its answer is too large to be sent. */
  let done = 0;
  try {
    if (charge.refusal) throw charge.refusal;
    result = await run();
    // If the text is too large, the caller gets nothing, and pays nothing but for matches.
    failure = failed('invalid_request');
    done = progress?.answered ?? 0;
    const answer = written(result);
    failure = undefined;
    return answer;
  } finally {
    // If the deadline has passed, this settles the charge as a failure, and the second time has no effect.
    isOver?.();
    const answers = priced.map((field) => {
      if (!failure) return { units: field.unitsOf(result), ...answerOf(field, result) };
      const share = Math.min(done, field.units);
      done -= share;
      return { units: field.units, ...failure, done: share };
    });
    await charge.settle(answers);
    showLimits?.(charge.reading);
    const [error] = result.errors ?? [];
    report?.(
      priced.map(({ field }) => field.name),
      error && failureOf(error),
    );
  }
}

const failed = (code: ErrorCode) => ({ status: errorTable[code].status, code });

/** The status that a field would have alone. An error below a field that has a value does not count. */
function answerOf({ name, field }: RootField, { data, errors = [] }: ExecutionResult): { status: number; code?: ErrorCode } {
  if (data?.[name] !== null && data?.[name] !== undefined) return { status: 200 };
  const error = errors.find(({ path }) => path?.[0] === name) ?? (data ? undefined : errors[0]);
  const { absent = 'internal_error' } = declarationOf(field);
  const failure = error ? failureOf(error) : failed(absent);
  // A record that disappears while a list is read is not a request for an unknown id.
  return failure.status === 404 ? failed(absent) : failure;
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

/** Turns an error inside an operation into a GraphQL error without internal details. */
function masked(error: GraphQLError) {
  const { code, message, removed } = failureOf(error);
  return graphqlError(code, message, error, removed);
}
