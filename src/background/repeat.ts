import { isUnreachable } from '../database/outage.ts';
import type { Logger } from '../kernel/logging.ts';
import { within } from '../kernel/running/deadline.ts';
import { underWay } from '../kernel/running/under-way.ts';
import type { Teardown } from '../kernel/teardown.ts';

/** Work that is done again and again, or whenever something has happened. */
interface RepeatedWork {
  /** For log lines. */
  name: string;
  /** The time from one run to the next, also if runs take a part of it. Unset: it runs when it is woken. */
  everyMs?: number | undefined;
  /** The pause before the first run, if that is another one. */
  firstMs?: number;
  /** The pause after a run that failed or returned false, if that is another one. */
  retryMs?: number;
  /** A run that takes longer is left alone, and the next one begins. The stop does not wait for a run either. */
  limitMs?: number;
  /** Returns false if it is not done. The signal ends it early, because the service stops. */
  run(signal: AbortSignal): Promise<unknown>;
  logger?: Pick<Logger, 'warn'> | undefined;
}

/** For what is looked for every hour. A start has more urgent work. */
export const hourly = { everyMs: 3_600_000, firstMs: 2_000 };

/** Instances that started together do not ask the database together: a pause is shorter by up to this part of it. */
const jitter = 0.1;

/** Repeats some work, one run at a time. Of failures in a row the first is logged. */
export class Repetition {
  readonly #work: RepeatedWork;
  readonly #closing = new AbortController();
  readonly #random: () => number;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  /** It was woken during the run. */
  #isStale = false;
  #hasFailed = false;

  constructor(work: RepeatedWork, random: () => number = Math.random) {
    this.#work = work;
    this.#random = random;
    this.#pause(work.firstMs ?? work.everyMs);
  }

  /** Runs now, and once more if a run is under way. */
  wake(): void {
    this.#isStale = true;
    if (this.#closing.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Readiness reports a database that is away. Anything else is logged once, until a run succeeds. */
  report(error: unknown): void {
    const { logger, name } = this.#work;
    if (!this.#hasFailed && !isUnreachable(error))
      logger?.warn({ err: error, work: name }, 'work in the background failed, and is tried again');
    this.#hasFailed = true;
  }

  /** Waits for the run that is under way, unless it has a limit. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    if (this.#work.limitMs === undefined) await this.#running;
  }

  async #run(): Promise<void> {
    const { everyMs, retryMs = everyMs } = this.#work;
    let [isDone, start] = [true, 0];
    while (this.#isStale && isDone && !this.#closing.signal.aborted) {
      [this.#isStale, start] = [false, performance.now()];
      isDone = await this.#once();
    }
    this.#pause(isDone ? everyMs && Math.max(0, everyMs - (performance.now() - start)) : retryMs);
  }

  async #once(): Promise<boolean> {
    const { name, run, limitMs } = this.#work;
    try {
      const running = underWay(name, () => run(this.#closing.signal));
      const isDone = (await (limitMs === undefined ? running : within(limitMs, running, () => true))) !== false;
      this.#hasFailed = false;
      return isDone;
    } catch (error) {
      this.report(error);
      return false;
    }
  }

  #pause(ms: number | undefined): void {
    if (ms === undefined || this.#closing.signal.aborted) return;
    this.#timer = setTimeout(() => this.wake(), ms * (1 - jitter * this.#random())).unref();
  }
}

/** Repeats some work until the service stops. */
export function repeat(work: RepeatedWork & { teardown: Teardown; closeLimitMs?: number }): Repetition {
  const repetition = new Repetition(work);
  work.teardown.push(() => repetition.close(), work.closeLimitMs === undefined ? {} : { limitMs: work.closeLimitMs });
  return repetition;
}
