import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { sql } from '../database/sql.ts';
import { Failure } from '../kernel/errors.ts';
import { type AccountChanges, cacheDelay } from './changes.ts';

/**
 * The SQL condition of an account that is being erased. An erasure takes some seconds. If it crashes, the account is open again
 * after a minute.
 */
export const isClosing = `coalesce(account.closing_at > clock_timestamp() - interval '1 minute', false)`;

const markClosing = sql`UPDATE account SET closing_at = clock_timestamp() WHERE id = $1`;

/**
 * Closes an account before it is erased: from then on every instance refuses its keys and charges nothing to it. Its sessions
 * still work, so that the person can repeat an erasure that failed. Payment events are applied as before. Returns when every
 * instance has seen the change or has stopped using its cache.
 */
export async function closeAccount(pool: pg.Pool, changes: Pick<AccountChanges, 'poll'>, accountId: string): Promise<void> {
  const { rowCount } = await pool.query(markClosing, [accountId]);
  if (rowCount !== 1) throw new Failure('invalid_session');
  await Promise.all([delay(cacheDelay), changes.poll().catch(() => {})]);
}
