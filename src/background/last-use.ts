import type pg from 'pg';
import type { Statement } from '../database/sql.ts';
import { BoundedCache } from '../kernel/bounded-cache.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { repeat } from './repeat.ts';

const minuteMs = 60_000;
/** How often the uses are written, in one statement. Each id is written at most once a minute. */
const everyMs = 1_000;
const maxIds = 50_000;

interface LastUseOptions<Row extends pg.QueryResultRow> {
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
  readonly #options: LastUseOptions<Row>;
  /** The last noted minute, by id. */
  readonly #noted = new BoundedCache<number>(maxIds);
  #pending = new Map<string, Date>();
  /** What was returned and is not handled yet. */
  #unhandled: Row[] = [];

  constructor(options: LastUseOptions<Row>) {
    this.#options = options;
  }

  /** Writes from now on, and for the last time when the service stops. */
  watch(teardown: Teardown): void {
    const { statement, logger } = this.#options;
    teardown.push(() => this.write());
    repeat({ name: statement.name, everyMs, limitMs: everyMs, run: () => this.write(), logger, teardown });
  }

  note(id: string): void {
    const now = Math.floor(this.#options.date().getTime() / minuteMs);
    if (this.#noted.get(id) === now) return;
    this.#noted.set(id, now);
    this.#pending.set(id, new Date(now * minuteMs));
  }

  async write(): Promise<void> {
    await this.#writePending();
    await this.#handleWritten();
  }

  async #handleWritten(): Promise<void> {
    const rows = this.#unhandled;
    if (rows.length === 0) return;
    this.#unhandled = [];
    await this.#options.handle?.(rows).catch((error) => {
      this.#unhandled = [...rows, ...this.#unhandled];
      throw error;
    });
  }

  async #writePending(): Promise<void> {
    if (this.#pending.size === 0) return;
    const { pool, statement, handle } = this.#options;
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
