/** The outcome of some work, or what `late` makes of it when it is not there in time. The work itself goes on; how it ends then is ignored. */
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
