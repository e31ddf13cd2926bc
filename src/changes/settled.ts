import type pg from 'pg';
import { sql } from '../database/sql.ts';
import { locks } from '../kernel/locks.ts';
import { SingleFlight } from '../kernel/single-flight.ts';

/** The clock is read once the lock is held. */
const look = sql<{ at: Date }>`WITH held AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared($1))
  SELECT date_trunc('milliseconds', clock_timestamp()) AS at FROM held`;

/**
 * Up to which moment it is settled what was served. An import gets its moment while it commits, under a lock (see the function
 * settle_change_set). Whoever gets that lock in between knows: imports up to now can be seen by every later statement, and those
 * to come have later moments. An import holds the lock for its COMMIT alone. The clock is the database's.
 */
export class Settled {
  readonly #pool: pg.Pool;
  readonly #looks = new SingleFlight<void>();
  #until = new Date(0);

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** The latest settled moment that is known, after a look at the clock unless the wanted one is known as settled. */
  async until(wanted: Date): Promise<Date> {
    if (wanted > this.#until) await this.now();
    return this.#until;
  }

  /** Settles the present moment: what is read afterwards has every import up to here. */
  async now(): Promise<void> {
    // A look that is under way may have read the clock before this was asked.
    if (this.#looks.has('')) await this.#looks.do('', () => this.#look()).catch(() => {});
    await this.#looks.do('', () => this.#look());
  }

  async #look(): Promise<void> {
    const { rows } = await this.#pool.query({ name: 'settled', text: look, values: [locks.moments] });
    const at = rows[0]?.at;
    if (at && at > this.#until) this.#until = at;
  }
}
