import { within } from '../kernel/deadline.ts';
import { Failure } from '../kernel/errors.ts';

/** How long the payment provider may take in all, in milliseconds: less than the request has, so that its caller is told who failed. */
export const providerLimit = 7_000;

/** What is asked of the payment provider for a request, or billing_unavailable where it takes too long. */
export const inTime = <Result>(work: () => Promise<Result>, limit = providerLimit): Promise<Result> =>
  within(limit, work(), () => {
    throw new Failure('billing_unavailable', undefined, { cause: new Error(`The payment provider took over ${limit} ms`) });
  });
