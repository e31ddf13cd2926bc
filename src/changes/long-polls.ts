import type { EventEmitter } from 'node:events';

/** How many requests may wait for changes at the same time, and for how many seconds. */
export const waitLimits = { seconds: 30, ofAccount: 5, ofAll: 500 };

/** Requests that wait for the next import. A request over the limits is answered at once. */
export class LongPolls {
  readonly #byAccount = new Map<string, number>();
  readonly #wake = new Set<() => void>();
  #count = 0;
  /** How often the data changed: this detects an import that ends during a read. */
  #moves = 0;
  #isClosed = false;

  constructor(data: EventEmitter<{ moved: [version: string] }>) {
    data.on('moved', () => {
      this.#moves += 1;
      this.#wakeAll();
    });
  }

  /** How many requests are waiting now. */
  get count(): number {
    return this.#count;
  }

  /** Reads again after every import until the answer is good, the time is over, the client disconnects or the service stops. */
  async until<Answer>(
    accountId: string,
    seconds: number,
    read: () => Promise<Answer>,
    isGood: (answer: Answer) => boolean,
    gone?: AbortSignal,
  ): Promise<{ answer: Answer; waited: boolean }> {
    const end = performance.now() + seconds * 1000;
    let moves = this.#moves;
    let answer = await read();
    if (isGood(answer) || seconds <= 0 || !this.#enter(accountId)) return { answer, waited: false };
    try {
      while (!this.#isClosed && !gone?.aborted) {
        const left = end - performance.now();
        if (left <= 0) break;
        if (moves === this.#moves) await this.#next(left, gone);
        moves = this.#moves;
        answer = await read();
        if (isGood(answer)) break;
      }
      return { answer, waited: true };
    } finally {
      this.#leave(accountId);
    }
  }

  /** Ends all waits, because the service is about to stop. */
  close(): void {
    this.#isClosed = true;
    this.#wakeAll();
  }

  /** Waits for the next version of the data, or the end of the time. */
  #next(milliseconds: number, gone: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, milliseconds);
    this.#wake.add(resolve);
    gone?.addEventListener('abort', () => resolve(), { once: true });
    return promise.finally(() => {
      clearTimeout(timer);
      this.#wake.delete(resolve);
    });
  }

  #enter(accountId: string): boolean {
    const own = this.#byAccount.get(accountId) ?? 0;
    if (this.#isClosed || own >= waitLimits.ofAccount || this.#count >= waitLimits.ofAll) return false;
    this.#byAccount.set(accountId, own + 1);
    this.#count += 1;
    return true;
  }

  #leave(accountId: string): void {
    const own = (this.#byAccount.get(accountId) ?? 1) - 1;
    if (own > 0) this.#byAccount.set(accountId, own);
    else this.#byAccount.delete(accountId);
    this.#count -= 1;
  }

  #wakeAll(): void {
    for (const wake of this.#wake) wake();
  }
}
