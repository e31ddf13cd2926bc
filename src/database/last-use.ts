import type pg from 'pg';
import type { Logger } from '../kernel/logging.ts';
import { Recent } from '../kernel/recent.ts';
import type { Statement } from './sql.ts';

const minute = 60_000;
/**
 * In milliseconds: how often the uses are written, all of an interval in one statement. Each id is written once a minute at most.
 */
const interval = 1_000;
const most = 50_000;

interface LastUseParts {
  pool: pg.Pool;
  /** Writes down ids and moments, as two lists. */
  statement: { name: string; text: Statement<object> };
  date(): Date;
  logger: Logger;
}

/** Writes when each of many things was last used, to the minute. It writes in the background, so no request waits for it. */
export class LastUse {
  readonly #parts: LastUseParts;
  /** The minute that was noted last, by id. */
  readonly #noted = new Recent<number>(most);
  #pending = new Map<string, Date>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: LastUseParts) {
    this.#parts = parts;
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
    const now = Math.floor(this.#parts.date().getTime() / minute);
    if (this.#noted.get(id) === now) return;
    this.#noted.set(id, now);
    this.#pending.set(id, new Date(now * minute));
  }

  async write(): Promise<void> {
    if (this.#pending.size === 0) return;
    const { pool, statement, logger } = this.#parts;
    const uses = this.#pending;
    this.#pending = new Map();
    try {
      await pool.query({ ...statement, values: [[...uses.keys()], [...uses.values()]] });
    } catch (error) {
      // It is tried again next time, together with what was noted meanwhile.
      this.#pending = new Map([...uses, ...this.#pending]);
      logger.debug({ err: error }, 'the last use could not be written yet');
    }
  }
}
