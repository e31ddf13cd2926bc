/** Returns the outcome of the work, or that of `late` after the time limit. Late work continues, and its outcome is ignored. */
export async function within<Result>(milliseconds: number, work: Promise<Result>, late: () => Result): Promise<Result> {
  const { promise: over, resolve, reject } = Promise.withResolvers<Result>();
  const timer = setTimeout(
    () => {
      try {
        resolve(late());
      } catch (error) {
        reject(error);
      }
    },
    Math.max(0, milliseconds),
  );
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
