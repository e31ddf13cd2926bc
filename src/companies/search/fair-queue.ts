import { Failure } from '../../kernel/errors.ts';

/** In milliseconds: work is refused if its caller had no turn for so long. */
const longestWait = 2_000;
/** In seconds. */
const retryAfter = 2;

interface Waiting<Work, Result> {
  work: Work;
  since: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
  timer?: NodeJS.Timeout;
}

/** The waiting work of one caller, and the time of its last turn. */
interface Caller<Work, Result> {
  waiting: Waiting<Work, Result>[];
  lastTurn: number;
}

interface FairQueueOptions<Work, Result> {
  perform(works: Work[]): Promise<PromiseSettledResult<Result>[]>;
  /** The number of works in a round. */
  roundSize: number;
  /** Called for refused work. */
  onRefusal(caller: string, stillWaiting: number): void;
}

/**
 * A queue for work that keeps the whole machine busy. It is done in rounds of a few works, and callers take turns, so a caller
 * with a hundred requests doesn't block the others. As long as a caller gets its turns, none of its requests is refused.
 */
export class FairQueue<Work, Result> {
  readonly #options: FairQueueOptions<Work, Result>;
  readonly #callers = new Map<string, Caller<Work, Result>>();
  #isRunning = false;

  constructor(options: FairQueueOptions<Work, Result>) {
    this.#options = options;
  }

  /** How many works are waiting for their turn. */
  get waiting(): number {
    return [...this.#callers.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  add(caller: string, work: Work): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const waiting: Waiting<Work, Result> = { work, since: performance.now(), resolve, reject };
    const known = this.#callers.get(caller) ?? { waiting: [], lastTurn: 0 };
    known.waiting.push(waiting);
    this.#callers.set(caller, known);
    this.#refuseLater(caller, known, waiting, longestWait);
    if (!this.#isRunning) this.#run();
    return promise;
  }

  #refuseLater(caller: string, known: Caller<Work, Result>, waiting: Waiting<Work, Result>, delay: number): void {
    waiting.timer = setTimeout(() => {
      const left = Math.max(waiting.since, known.lastTurn) + longestWait - performance.now();
      if (left > 0) return this.#refuseLater(caller, known, waiting, left);
      known.waiting.splice(known.waiting.indexOf(waiting), 1);
      this.#options.onRefusal(caller, known.waiting.length);
      waiting.reject(new Failure('service_unavailable', 'Too many searches at once: try again shortly.', { retryAfter }));
    }, delay).unref();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // Work that is added in the same tick joins the first round.
    await null;
    for (let round = this.#nextRound(); round.length > 0; round = this.#nextRound()) {
      const results = await this.#options.perform(round.map(({ work }) => work));
      for (const [index, { resolve, reject }] of round.entries()) {
        const result = results[index];
        if (result?.status === 'fulfilled') resolve(result.value);
        else reject(result?.reason);
      }
    }
    this.#isRunning = false;
  }

  /** One work of each caller, then the next of each, until the round is full. A caller that was served goes to the end. */
  #nextRound(): Waiting<Work, Result>[] {
    const round: Waiting<Work, Result>[] = [];
    while (round.length < this.#options.roundSize && this.#callers.size > 0) {
      const [entry] = this.#callers;
      const [caller, known] = entry as [string, Caller<Work, Result>];
      this.#callers.delete(caller);
      const next = known.waiting.shift();
      if (!next) continue;
      clearTimeout(next.timer);
      known.lastTurn = performance.now();
      round.push(next);
      this.#callers.set(caller, known);
    }
    return round;
  }
}
