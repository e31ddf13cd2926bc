import type pg from 'pg';
import { connectAs } from './connection.ts';
import { sql } from './sql.ts';

/** How often the clock of the database is read. Between two reads the monotonic clock goes on. */
export const clockPauses = { everyMs: 30_000, limitMs: 1_000 };

const readClock = sql<{ at: Date }>`SELECT clock_timestamp() AS at`;

/**
 * The time of day of the database. Whatever is stored with a time, or deleted because of its age, goes by it: the clocks of
 * instances may differ by days. It is told without asking, so that no request waits for it.
 */
export class DatabaseClock {
  readonly #ownDate: () => Date;
  /** The time of the database less the monotonic clock. */
  #offsetMs: number | undefined;

  /** Until the database has answered once, there is only the own clock. */
  constructor(ownDate: () => Date) {
    this.#ownDate = ownDate;
  }

  date = (): Date => (this.#offsetMs === undefined ? this.#ownDate() : new Date(performance.now() + this.#offsetMs));

  /** Asks the database. */
  async ask(database: Pick<pg.ClientBase, 'query'>): Promise<Date> {
    const start = performance.now();
    const { rows } = await database.query(readClock);
    const end = performance.now();
    // The clock was read somewhere in between.
    if (rows[0]) this.#offsetMs = rows[0].at.getTime() - (start + end) / 2;
    return this.date();
  }

  /** Asks by a connection of its own, for a command. */
  async askAt(url: string): Promise<void> {
    const client = await connectAs(url, 'company-registry clock');
    await this.ask(client).finally(() => client.end());
  }
}
