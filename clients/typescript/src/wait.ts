/** Waits, unless the signal ends it: then its reason is thrown. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** Half a second, then twice as long each time, at most 8 seconds; a random part of it, so that not all come back at once. */
export const backOff = (attempt: number): number => Math.min(8000, 500 * 2 ** attempt) * (0.5 + Math.random() / 2);
