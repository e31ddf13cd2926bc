import type pg from 'pg';
import { sql } from '../database/sql.ts';
import { locks } from '../kernel/locks.ts';
import { SingleFlight } from '../kernel/running/single-flight.ts';

/** The clock is read once the lock is held. */
const readClock = sql<{ at: Date }>`WITH held AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared($1))
  SELECT date_trunc('milliseconds', clock_timestamp()) AS at FROM held`;

/**
 * The moment up to which no import can be added any more. An import gets its moment while it commits, under a lock (see the
 * function settle_change_set). When the clock is read under the same lock, every import up to that moment is visible to later
 * statements, and every other import gets a later moment. An import holds the lock only for its COMMIT. The clock is the
 * database's.
 */
export class SettledClock {
  readonly #pool: pg.Pool;
  readonly #reads = new SingleFlight<void>();
  #until = new Date(0);

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** The latest settled moment. The clock is read only if the wanted moment is later. */
  async until(wanted: Date): Promise<Date> {
    if (wanted > this.#until) await this.advance();
    return this.#until;
  }

  /** Settles the present moment: later reads see every import up to now. */
  async advance(): Promise<void> {
    // A running read may have read the clock before this call, so it is not enough.
    if (this.#reads.has('')) await this.#reads.do('', () => this.#readClock()).catch(() => {});
    await this.#reads.do('', () => this.#readClock());
  }

  async #readClock(): Promise<void> {
    const { rows } = await this.#pool.query({ name: 'settled', text: readClock, values: [locks.moments] });
    const at = rows[0]?.at;
    if (at && at > this.#until) this.#until = at;
  }
}
