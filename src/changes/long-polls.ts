import type { EventEmitter } from 'node:events';

/** How many requests may wait for changes at the same time, and for how many seconds. */
export const waitLimits = { seconds: 30, ofAccount: 5, ofAll: 500 };

export type LongPolls = ReturnType<typeof longPolls>;

/** Requests that wait for the next import. A request over the limits is answered at once. */
export function longPolls(data: EventEmitter<{ moved: [version: string] }>) {
  /** The accounts of the requests that wait. */
  const waiting: string[] = [];
  const wakes = new Set<() => void>();
  const wakeAll = () => {
    for (const wake of wakes) wake();
  };
  /** How often the data changed: this detects an import that ends during a read. */
  let moves = 0;
  let isClosed = false;
  data.on('moved', () => {
    moves += 1;
    wakeAll();
  });

  function hasRoom(accountId: string): boolean {
    const own = waiting.filter((one) => one === accountId).length;
    return !isClosed && own < waitLimits.ofAccount && waiting.length < waitLimits.ofAll;
  }

  /** Waits for the next version of the data, or the end of the time. */
  function next(leftMs: number, gone: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, leftMs);
    wakes.add(resolve);
    gone?.addEventListener('abort', () => resolve(), { once: true });
    return promise.finally(() => {
      clearTimeout(timer);
      wakes.delete(resolve);
    });
  }

  return {
    /** Reads again after every import until the answer is good, the time is over, the client disconnects or the service stops. */
    until: async <Answer>(
      accountId: string,
      seconds: number,
      read: () => Promise<Answer>,
      isGood: (answer: Answer) => boolean,
      gone?: AbortSignal,
    ): Promise<{ answer: Answer; waited: boolean }> => {
      const end = performance.now() + seconds * 1000;
      let seen = moves;
      let answer = await read();
      if (isGood(answer) || seconds <= 0 || !hasRoom(accountId)) return { answer, waited: false };
      waiting.push(accountId);
      try {
        while (!isClosed && !gone?.aborted) {
          const leftMs = end - performance.now();
          if (leftMs <= 0) break;
          if (seen === moves) await next(leftMs, gone);
          seen = moves;
          answer = await read();
          if (isGood(answer)) break;
        }
        return { answer, waited: true };
      } finally {
        waiting.splice(waiting.indexOf(accountId), 1);
      }
    },

    /** Ends all waits, because the service is about to stop. */
    close: (): void => {
      isClosed = true;
      wakeAll();
    },
  };
}
