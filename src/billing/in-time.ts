import { within } from '../kernel/deadline.ts';
import { Failure } from '../kernel/errors.ts';
import { traced } from '../kernel/tracing.ts';

/**
 * In milliseconds: how long the payment provider may take. A request has longer, so its caller is told that the provider failed.
 */
export const providerLimit = 7_000;

/** Asks the payment provider for a request. Throws billing_unavailable if it takes too long. */
export const inTime = <Result>(work: () => Promise<Result>, limit = providerLimit): Promise<Result> =>
  within(limit, traced('payment provider', {}, work), () => {
    throw new Failure('billing_unavailable', undefined, { cause: new Error(`The payment provider took over ${limit} ms`) });
  });
