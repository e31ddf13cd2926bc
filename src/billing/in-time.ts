import { Failure } from '../kernel/errors.ts';

/**
 * In milliseconds: how long the payment provider may take. A request has longer, so the caller is told that the provider failed.
 */
export const answerLimit = 7_000;

/** Asks the payment provider for a request. Throws billing_unavailable if it takes too long. */
export async function inTime<Result>(work: () => Promise<Result>, limit = answerLimit): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Failure('billing_unavailable', undefined, { cause: new Error(`The payment provider took over ${limit} ms`) }));
  }, limit);
  const answer = work();
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    // A failure after the limit is not reported: the caller has an answer.
    answer.catch(() => {});
  }
}
