import type pg from 'pg';
import { BoundedCache } from '../kernel/bounded-cache.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Statement } from './sql.ts';

const minute = 60_000;
/** In milliseconds: how often the uses are written, in one statement. Each id is written at most once a minute. */
const interval = 1_000;
const most = 50_000;

interface LastUseParts {
  pool: pg.Pool;
  /** Writes ids and times, given as two lists. */
  statement: { name: string; text: Statement<object> };
  date(): Date;
  logger: Logger;
}

/** Writes the time of the last use by id, to the minute. It writes in the background, so no request waits for it. */
export class LastUse {
  readonly #parts: LastUseParts;
  /** The last noted minute, by id. */
  readonly #noted = new BoundedCache<number>(most);
  #pending = new Map<string, Date>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: LastUseParts) {
    this.#parts = parts;
  }

  watch(): void {
    this.#timer = setInterval(() => this.write(), interval).unref();
  }

  /** Writes the last uses before the service stops. */
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
      // The next interval tries again, together with newer uses.
      this.#pending = new Map([...uses, ...this.#pending]);
      logger.debug({ err: error }, 'the last use could not be written yet');
    }
  }
}
