import type pg from 'pg';
import { BoundedCache } from '../kernel/bounded-cache.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Statement } from './sql.ts';

const minute = 60_000;
/** In milliseconds: how often the uses are written, in one statement. Each id is written at most once a minute. */
const interval = 1_000;
const most = 50_000;

interface LastUseParts<Row extends pg.QueryResultRow> {
  pool: pg.Pool;
  /** Writes ids and times, given as two lists. */
  statement: { name: string; text: Statement<Row> };
  /** Handles what the statement returns. If it fails, it is called again with the next write. */
  handle?(rows: readonly Row[]): Promise<void>;
  date(): Date;
  logger: Logger;
}

/** Writes the time of the last use by id, to the minute. It writes in the background, so no request waits for it. */
export class LastUse<Row extends pg.QueryResultRow = Record<never, never>> {
  readonly #parts: LastUseParts<Row>;
  /** The last noted minute, by id. */
  readonly #noted = new BoundedCache<number>(most);
  #pending = new Map<string, Date>();
  /** What was returned and is not handled yet. */
  #unhandled: Row[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: LastUseParts<Row>) {
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
    try {
      await this.#writePending();
      await this.#handleWritten();
    } catch (error) {
      this.#parts.logger.debug({ err: error }, 'the last use could not be written yet');
    }
  }

  async #handleWritten(): Promise<void> {
    const rows = this.#unhandled;
    if (rows.length === 0) return;
    this.#unhandled = [];
    await this.#parts.handle?.(rows).catch((error) => {
      this.#unhandled = [...rows, ...this.#unhandled];
      throw error;
    });
  }

  async #writePending(): Promise<void> {
    if (this.#pending.size === 0) return;
    const { pool, statement, handle } = this.#parts;
    const uses = this.#pending;
    this.#pending = new Map();
    try {
      const { rows } = await pool.query({ ...statement, values: [[...uses.keys()], [...uses.values()]] });
      if (handle) this.#unhandled = [...this.#unhandled, ...rows];
    } catch (error) {
      // The next interval tries again, together with newer uses.
      this.#pending = new Map([...uses, ...this.#pending]);
      throw error;
    }
  }
}
