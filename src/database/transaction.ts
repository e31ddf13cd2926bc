import type pg from 'pg';
import { isUnreachable } from './outage.ts';

/** Work in one transaction: all of it, or nothing. */
export async function inTransaction<Result>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // A server that doesn't answer is not asked again: the pool closes a connection whose transaction is open, which undoes it too.
    if (!isUnreachable(error)) await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
