import type pg from 'pg';
import { isUnreachable } from './outage.ts';

/** Runs the work in one transaction. */
export async function inTransaction<Result>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // A server that does not answer gets no ROLLBACK. The pool closes a connection with an open transaction, which rolls it back.
    if (!isUnreachable(error)) await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
