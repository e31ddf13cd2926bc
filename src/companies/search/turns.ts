import { Failure } from '../../kernel/errors.ts';

/** In milliseconds: who has waited so long, and has had no turn meanwhile, waits in vain. */
const patience = 2_000;
/** In seconds. */
const retryAfter = 2;

interface Waiting<Work, Result> {
  work: Work;
  since: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
  timer?: NodeJS.Timeout;
}

/** Those who wait of one caller, and when it last had a turn. */
interface Caller<Work, Result> {
  waiting: Waiting<Work, Result>[];
  lastTurn: number;
}

/**
 * Work that takes the whole machine, done in rounds of a few pieces at a time. Callers take turns, so that one with a hundred requests doesn't keep the
 * others waiting for all of them. As long as a caller has its turns, none of its requests is refused, however many they are.
 */
export class Turns<Work, Result> {
  readonly #perform: (works: Work[]) => Promise<PromiseSettledResult<Result>[]>;
  readonly #most: number;
  readonly #onRefusal: (caller: string, waiting: number) => void;
  readonly #callers = new Map<string, Caller<Work, Result>>();
  #isRunning = false;

  constructor(
    perform: (works: Work[]) => Promise<PromiseSettledResult<Result>[]>,
    most: number,
    onRefusal: (caller: string, waiting: number) => void,
  ) {
    this.#perform = perform;
    this.#most = most;
    this.#onRefusal = onRefusal;
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return [...this.#callers.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  take(caller: string, work: Work): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const waiting: Waiting<Work, Result> = { work, since: performance.now(), resolve, reject };
    const known = this.#callers.get(caller) ?? { waiting: [], lastTurn: 0 };
    known.waiting.push(waiting);
    this.#callers.set(caller, known);
    this.#watch(caller, known, waiting, patience);
    if (!this.#isRunning) this.#run();
    return promise;
  }

  #watch(caller: string, known: Caller<Work, Result>, waiting: Waiting<Work, Result>, delay: number): void {
    waiting.timer = setTimeout(() => {
      const left = Math.max(waiting.since, known.lastTurn) + patience - performance.now();
      if (left > 0) return this.#watch(caller, known, waiting, left);
      known.waiting.splice(known.waiting.indexOf(waiting), 1);
      this.#onRefusal(caller, known.waiting.length);
      waiting.reject(new Failure('service_unavailable', 'Too many searches at once: try again shortly.', { retryAfter }));
    }, delay).unref();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // Whoever comes in this very moment takes part in the first round.
    await null;
    for (let round = this.#nextRound(); round.length > 0; round = this.#nextRound()) {
      const results = await this.#perform(round.map(({ work }) => work));
      for (const [index, { resolve, reject }] of round.entries()) {
        const result = results[index];
        if (result?.status === 'fulfilled') resolve(result.value);
        else reject(result?.reason);
      }
    }
    this.#isRunning = false;
  }

  /** One of each caller, then the next of each, until the round is full. Who was served comes behind the others. */
  #nextRound(): Waiting<Work, Result>[] {
    const round: Waiting<Work, Result>[] = [];
    while (round.length < this.#most && this.#callers.size > 0) {
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
