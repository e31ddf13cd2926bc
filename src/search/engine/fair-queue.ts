import { Failure } from '../../kernel/errors.ts';

/** Work is refused if its caller had no turn for so long. */
const maxWaitMs = 2_000;
const retryAfterSeconds = 2;
/** A turn of a caller's oldest work lasts at least so long, even if shorter work waits. */
const minTurnMs = 3;

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

/**
 * A queue for work that keeps the whole machine busy. Each caller gets the same share of it. The next turn is for the work that
 * would be done first if all callers worked at the same time. It interrupts longer work, so what is short waits for nothing that
 * is long. As long as a caller gets its turns, none of its requests is refused.
 */
export function fairQueue<Work extends QueuedWork, Result>(options: FairQueueOptions<Work, Result>) {
  interface Entry {
    work: Work;
    since: number;
    resolve(result: Result): void;
    reject(error: unknown): void;
    timer?: NodeJS.Timeout;
  }

  interface Caller {
    name: string;
    /** In order of arrival, without those that have a turn now. */
    waiting: Entry[];
    /** The number of its turns now. */
    turns: number;
    /** What was done for it, counted from the clock when it came. */
    spent: number;
    lastTurn: number;
    /** Whether its next turn is for its oldest work, and not for its shortest. */
    isOldestNext: boolean;
  }

  interface RunningTurn {
    caller: Caller;
    isOldest: boolean;
    start: number;
    /** What is left of each of its works, and of all together, at the start. */
    each: number;
    all: number;
    stop(): void;
  }

  /** The callers that have work. */
  const callers = new Map<string, Caller>();
  const running = new Set<RunningTurn>();
  /** The share that each caller has had so far. New callers start here: those who came before them are not overtaken forever. */
  let clock = 0;

  function wait(caller: Caller, entry: Entry): void {
    caller.waiting = [...caller.waiting, entry].sort((one, other) => one.since - other.since);
    refuseLater(caller, entry, maxWaitMs);
  }

  function refuseLater(caller: Caller, entry: Entry, delayMs: number): void {
    // If this thread was busy, answers of others have come meanwhile. They are read first, because they may bring a turn.
    const decide = () => {
      if (!caller.waiting.includes(entry)) return;
      const leftMs = Math.max(entry.since, caller.lastTurn) + maxWaitMs - performance.now();
      if (leftMs > 0) return refuseLater(caller, entry, leftMs);
      caller.waiting = caller.waiting.filter((one) => one !== entry);
      forgetIdle(caller);
      options.onRefusal(caller.name, caller.waiting.length);
      const retryAfter = retryAfterSeconds;
      entry.reject(new Failure('service_unavailable', 'Too many searches at once: try again shortly.', { retryAfter }));
    };
    entry.timer = setTimeout(() => setImmediate(decide), delayMs).unref();
  }

  function fill(): void {
    for (let next = nextCaller(); next && running.size < options.width; next = nextCaller()) begin(next.caller);
    for (const turn of running) review(turn);
  }

  /** The caller whose shortest work would be done first. */
  function nextCaller() {
    let first: { caller: Caller; each: number; end: number } | undefined;
    for (const caller of callers.values()) {
      const works = joined(caller, 'shortest').map(({ work }) => work);
      const end = caller.spent + sumLeft(works);
      if (works[0] && end < (first?.end ?? Infinity)) first = { caller, each: works[0].left, end };
    }
    return first;
  }

  /** Ends a turn if other work would be done first. */
  function review(turn: RunningTurn): void {
    const { caller, isOldest, start, each, all, stop } = turn;
    const next = nextCaller();
    if (!next || !running.has(turn)) return;
    const isOwn = next.caller === caller;
    if (isOwn ? next.each >= each : next.end >= caller.spent + all) return;
    const restMs = isOwn && isOldest ? start + minTurnMs - performance.now() : 0;
    if (restMs > 0) setTimeout(() => review(turn), restMs);
    else stop();
  }

  async function begin(caller: Caller): Promise<void> {
    const isOldest = caller.isOldestNext;
    const entries = joined(caller, isOldest ? 'oldest' : 'shortest');
    caller.waiting = caller.waiting.filter((one) => !entries.includes(one));
    for (const { timer } of entries) clearTimeout(timer);
    const works = entries.map(({ work }) => work);
    const all = sumLeft(works);
    const { results, stop } = options.perform(works);
    const turn = { caller, isOldest, start: performance.now(), each: works[0]?.left ?? 0, all, stop };
    running.add(turn);
    caller.turns += 1;
    caller.lastTurn = turn.start;
    caller.isOldestNext = !isOldest;
    const [outcome] = await Promise.allSettled([results]);
    running.delete(turn);
    caller.turns -= 1;
    const done = all - (outcome.status === 'fulfilled' && outcome.value ? 0 : sumLeft(works));
    caller.spent += done;
    clock += done / callers.size;
    for (const [index, entry] of entries.entries())
      if (outcome.status === 'rejected') entry.reject(outcome.reason);
      else if (outcome.value) entry.resolve(outcome.value[index] as Result);
      else wait(caller, entry);
    forgetIdle(caller);
    fill();
  }

  /** A work of a caller, and what can be done together with it. */
  function joined({ waiting }: Caller, which: 'oldest' | 'shortest'): Entry[] {
    let first = waiting[0];
    if (which === 'shortest') for (const one of waiting) if (first && one.work.left < first.work.left) first = one;
    if (!first?.work.isShared) return first ? [first] : [];
    const { left } = first.work;
    return waiting.filter(({ work }) => work.isShared && work.left === left).slice(0, options.turnSize);
  }

  function forgetIdle({ name, waiting, turns }: Caller): void {
    if (waiting.length + turns === 0) callers.delete(name);
  }

  return {
    /** How many works are waiting for their turn. */
    get waiting(): number {
      return [...callers.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
    },

    add(name: string, work: Work): Promise<Result> {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const known = callers.get(name);
      const caller = known ?? { name, waiting: [], turns: 0, spent: clock, lastTurn: 0, isOldestNext: true };
      callers.set(name, caller);
      wait(caller, { work, since: performance.now(), resolve, reject });
      // Work that is added in the same tick can have the same turn.
      queueMicrotask(fill);
      return promise;
    },
  };
}

const sumLeft = (works: readonly QueuedWork[]): number => works.reduce((sum, { left }) => sum + left, 0);
