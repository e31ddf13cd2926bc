import { Failure } from '../../kernel/errors.ts';

/** In milliseconds: work is refused if its caller had no turn for so long. */
const longestWait = 2_000;
/** In seconds. */
const retryAfter = 2;
/** In milliseconds: a turn of a caller's oldest work lasts at least so long, even if shorter work waits. */
const shortestTurn = 3;

export interface QueuedWork {
  /** How much is left to do, in any unit that all works share. */
  readonly left: number;
  /** Whether it can be done together with other work of the same caller that is as long. */
  readonly isShared: boolean;
}

export interface Turn<Result> {
  /** Undefined if the turn was stopped before the works were done. */
  results: Promise<Result[] | undefined>;
  /** Ends the turn soon. Work that cannot be divided goes on. */
  stop(): void;
}

interface FairQueueOptions<Work, Result> {
  /** Begins or goes on with some works. */
  perform(works: Work[]): Turn<Result>;
  /** How many turns there are at a time. */
  width: number;
  /** The most works in one turn. */
  turnSize: number;
  /** Called for refused work. */
  onRefusal(caller: string, stillWaiting: number): void;
}

interface Entry<Work, Result> {
  work: Work;
  since: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
  timer?: NodeJS.Timeout;
}

interface Caller<Work, Result> {
  name: string;
  /** In order of arrival, without those that have a turn now. */
  waiting: Entry<Work, Result>[];
  /** The number of its turns now. */
  turns: number;
  /** What was done for it, counted from the clock when it came. */
  spent: number;
  lastTurn: number;
  /** Whether its next turn is for its oldest work, and not for its shortest. */
  isOldestNext: boolean;
}

interface RunningTurn<Work, Result> {
  caller: Caller<Work, Result>;
  isOldest: boolean;
  start: number;
  /** What is left of each of its works, and of all together, at the start. */
  each: number;
  all: number;
  stop(): void;
}

/**
 * A queue for work that keeps the whole machine busy. Each caller gets the same share of it. The next turn is for the work that
 * would be done first if all callers worked at the same time. It interrupts longer work, so what is short waits for nothing that
 * is long. As long as a caller gets its turns, none of its requests is refused.
 */
export class FairQueue<Work extends QueuedWork, Result> {
  readonly #options: FairQueueOptions<Work, Result>;
  /** The callers that have work. */
  readonly #callers = new Map<string, Caller<Work, Result>>();
  readonly #turns = new Set<RunningTurn<Work, Result>>();
  /** The share that each caller has had so far. New callers start here: those who came before them are not overtaken forever. */
  #clock = 0;

  constructor(options: FairQueueOptions<Work, Result>) {
    this.#options = options;
  }

  /** How many works are waiting for their turn. */
  get waiting(): number {
    return [...this.#callers.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  add(name: string, work: Work): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const caller = this.#callers.get(name) ?? {
      name,
      waiting: [],
      turns: 0,
      spent: this.#clock,
      lastTurn: 0,
      isOldestNext: true,
    };
    this.#callers.set(name, caller);
    this.#wait(caller, { work, since: performance.now(), resolve, reject });
    // Work that is added in the same tick can have the same turn.
    queueMicrotask(() => this.#fill());
    return promise;
  }

  #wait(caller: Caller<Work, Result>, entry: Entry<Work, Result>): void {
    caller.waiting = [...caller.waiting, entry].sort((one, other) => one.since - other.since);
    this.#refuseLater(caller, entry, longestWait);
  }

  #refuseLater(caller: Caller<Work, Result>, entry: Entry<Work, Result>, delay: number): void {
    // If this thread was busy, answers of others have come meanwhile. They are read first, because they may bring a turn.
    const decide = () => {
      if (!caller.waiting.includes(entry)) return;
      const left = Math.max(entry.since, caller.lastTurn) + longestWait - performance.now();
      if (left > 0) return this.#refuseLater(caller, entry, left);
      caller.waiting = caller.waiting.filter((one) => one !== entry);
      this.#forgetIdle(caller);
      this.#options.onRefusal(caller.name, caller.waiting.length);
      entry.reject(new Failure('service_unavailable', 'Too many searches at once: try again shortly.', { retryAfter }));
    };
    entry.timer = setTimeout(() => setImmediate(decide), delay).unref();
  }

  #fill(): void {
    for (let next = this.#next(); next && this.#turns.size < this.#options.width; next = this.#next()) this.#begin(next.caller);
    for (const turn of this.#turns) this.#review(turn);
  }

  /** The caller whose shortest work would be done first. */
  #next(): { caller: Caller<Work, Result>; each: number; end: number } | undefined {
    let first: { caller: Caller<Work, Result>; each: number; end: number } | undefined;
    for (const caller of this.#callers.values()) {
      const works = this.#joined(caller, 'shortest').map(({ work }) => work);
      const end = caller.spent + sumLeft(works);
      if (works[0] && end < (first?.end ?? Infinity)) first = { caller, each: works[0].left, end };
    }
    return first;
  }

  /** Ends a turn if other work would be done first. */
  #review(turn: RunningTurn<Work, Result>): void {
    const { caller, isOldest, start, each, all, stop } = turn;
    const next = this.#next();
    if (!next || !this.#turns.has(turn)) return;
    const isOwn = next.caller === caller;
    if (isOwn ? next.each >= each : next.end >= caller.spent + all) return;
    const rest = isOwn && isOldest ? start + shortestTurn - performance.now() : 0;
    if (rest > 0) setTimeout(() => this.#review(turn), rest);
    else stop();
  }

  async #begin(caller: Caller<Work, Result>): Promise<void> {
    const isOldest = caller.isOldestNext;
    const entries = this.#joined(caller, isOldest ? 'oldest' : 'shortest');
    caller.waiting = caller.waiting.filter((one) => !entries.includes(one));
    for (const { timer } of entries) clearTimeout(timer);
    const works = entries.map(({ work }) => work);
    const all = sumLeft(works);
    const { results, stop } = this.#options.perform(works);
    const turn = { caller, isOldest, start: performance.now(), each: works[0]?.left ?? 0, all, stop };
    this.#turns.add(turn);
    caller.turns += 1;
    caller.lastTurn = turn.start;
    caller.isOldestNext = !isOldest;
    const [outcome] = await Promise.allSettled([results]);
    this.#turns.delete(turn);
    caller.turns -= 1;
    const done = all - (outcome.status === 'fulfilled' && outcome.value ? 0 : sumLeft(works));
    caller.spent += done;
    this.#clock += done / this.#callers.size;
    for (const [index, entry] of entries.entries())
      if (outcome.status === 'rejected') entry.reject(outcome.reason);
      else if (outcome.value) entry.resolve(outcome.value[index] as Result);
      else this.#wait(caller, entry);
    this.#forgetIdle(caller);
    this.#fill();
  }

  /** A work of a caller, and what can be done together with it. */
  #joined({ waiting }: Caller<Work, Result>, which: 'oldest' | 'shortest'): Entry<Work, Result>[] {
    let first = waiting[0];
    if (which === 'shortest') for (const one of waiting) if (first && one.work.left < first.work.left) first = one;
    if (!first?.work.isShared) return first ? [first] : [];
    const { left } = first.work;
    return waiting.filter(({ work }) => work.isShared && work.left === left).slice(0, this.#options.turnSize);
  }

  #forgetIdle({ name, waiting, turns }: Caller<Work, Result>): void {
    if (waiting.length + turns === 0) this.#callers.delete(name);
  }
}

const sumLeft = (works: readonly QueuedWork[]): number => works.reduce((sum, { left }) => sum + left, 0);
