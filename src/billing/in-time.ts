import { Failure } from '../kernel/errors.ts';
import { within } from '../kernel/running/deadline.ts';
import { traced } from '../kernel/tracing.ts';

/**
 * In milliseconds: how long the payment provider may take. It is less than the limit of a request, so the caller gets
 * billing_unavailable instead of a timeout.
 */
export const providerLimit = 7_000;

/** Limits the time of calls to the payment provider during a request. Throws billing_unavailable if they take too long. */
export const inTime = <Result>(work: () => Promise<Result>, limit = providerLimit): Promise<Result> =>
  within(limit, traced('payment provider', {}, work), () => {
    throw new Failure('billing_unavailable', undefined, { cause: new Error(`The payment provider took over ${limit} ms`) });
  });
