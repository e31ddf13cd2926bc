import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Logger } from '../kernel/logging.ts';

const minute = 60_000;
/**
 * In milliseconds: how often the uses are written, all of an interval in one statement. Each id is written once a minute at most.
 */
const interval = 1_000;
const most = 50_000;

/** Writes when each of many things was last used, to the minute. It writes in the background, so no request waits for it. */
export class LastUse {
  readonly #pool: pg.Pool;
  readonly #statement: { name: string; text: string };
  readonly #date: () => Date;
  readonly #logger: Logger;
  /** The minute that was noted last, by id. */
  readonly #noted = new LRUCache<string, number>({ max: most });
  #pending = new Map<string, Date>();
  #timer: NodeJS.Timeout | undefined;

  /** The statement takes two lists: ids and moments. */
  constructor(pool: pg.Pool, statement: { name: string; text: string }, date: () => Date, logger: Logger) {
    this.#pool = pool;
    this.#statement = statement;
    this.#date = date;
    this.#logger = logger;
  }

  watch(): void {
    this.#timer = setInterval(() => this.write(), interval).unref();
  }

  /** Writes what is noted before the end. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }

  note(id: string): void {
    const now = Math.floor(this.#date().getTime() / minute);
    if (this.#noted.get(id) === now) return;
    this.#noted.set(id, now);
    this.#pending.set(id, new Date(now * minute));
  }

  async write(): Promise<void> {
    if (this.#pending.size === 0) return;
    const uses = this.#pending;
    this.#pending = new Map();
    try {
      await this.#pool.query({ ...this.#statement, values: [[...uses.keys()], [...uses.values()]] });
    } catch (error) {
      // It is tried again next time, together with what was noted meanwhile.
      this.#pending = new Map([...uses, ...this.#pending]);
      this.#logger.debug({ err: error }, 'the last use could not be written yet');
    }
  }
}
