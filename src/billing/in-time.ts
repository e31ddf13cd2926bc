import { Failure } from '../kernel/errors.ts';

/** How long the payment provider may take in all, in milliseconds: less than the request has, so that its caller is told who failed. */
export const answerLimit = 7_000;

/** What is asked of the payment provider for a request, or billing_unavailable where it takes too long. */
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
    // What fails after its time is nobody's any more.
    answer.catch(() => {});
  }
}
