import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { sql } from '../database/sql.ts';
import { Failure } from '../kernel/errors.ts';
import { type AccountChanges, noticedWithin } from './changes.ts';

/**
 * The SQL condition of an account that is being erased. An erasure takes some seconds. One that died leaves the account as it
 * was: after a minute it is open again by itself.
 */
export const isClosing = `coalesce(account.closing_at > clock_timestamp() - interval '1 minute', false)`;

const markClosing = sql`UPDATE account SET closing_at = clock_timestamp() WHERE id = $1`;

/**
 * Closes an account before it is erased: from then on its keys are refused and nothing is charged to it, on every instance. Its
 * sessions still reach it, so that a person can try an erasure that failed again. Payment events are applied to it as before.
 * Returns when every instance has noticed: it has looked for changes since, or it believes nothing that it remembers.
 */
export async function closeAccount(pool: pg.Pool, changes: Pick<AccountChanges, 'look'>, accountId: string): Promise<void> {
  const { rowCount } = await pool.query(markClosing, [accountId]);
  if (rowCount !== 1) throw new Failure('invalid_session');
  await Promise.all([delay(noticedWithin), changes.look().catch(() => {})]);
}
