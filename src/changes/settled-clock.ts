import type pg from 'pg';
import { sql } from '../database/sql.ts';
import { locks } from '../kernel/locks.ts';
import { SingleFlight } from '../kernel/running/single-flight.ts';

/** The clock is read once the lock is held. */
const readClock = sql<{ at: Date }>`WITH held AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared($1))
  SELECT date_trunc('milliseconds', clock_timestamp()) AS at FROM held`;

export type SettledClock = ReturnType<typeof settledClock>;

/**
 * The moment up to which no import can be added any more. An import gets its moment while it commits, under a lock (see the
 * function settle_change_set). When the clock is read under the same lock, every import up to that moment is visible to later
 * statements, and every other import gets a later moment. An import holds the lock only for its COMMIT. The clock is the
 * database's.
 */
export function settledClock(pool: pg.Pool) {
  const reads = new SingleFlight<void>();
  let settled = new Date(0);

  const readSettled = () =>
    reads.do('', async () => {
      const { rows } = await pool.query({ name: 'settled', text: readClock, values: [locks.moments] });
      const at = rows[0]?.at;
      if (at && at > settled) settled = at;
    });

  /** Settles the present moment: later reads see every import up to now. */
  async function advance(): Promise<void> {
    // A running read may have read the clock before this call, so it is not enough.
    if (reads.has('')) await readSettled().catch(() => {});
    await readSettled();
  }

  /** The latest settled moment. The clock is read only if the given moment is later. */
  async function until(moment: Date): Promise<Date> {
    if (moment > settled) await advance();
    return settled;
  }
  return { advance, until };
}
