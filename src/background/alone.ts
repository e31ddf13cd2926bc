import type pg from 'pg';
import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';

const tryLock = sql<{ held: boolean }>`SELECT pg_try_advisory_xact_lock($1) AS held`;

/** Does work in a transaction, unless another instance does it now: then it returns undefined. See kernel/locks.ts. */
export function alone<Result>(
  pool: pg.Pool,
  lock: number,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result | undefined> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query(tryLock, [lock]);
    return rows[0]?.held ? work(client) : undefined;
  });
}
