import type pg from 'pg';
import { sql } from '../database/sql.ts';
import type { PeriodUse } from './metering.ts';

/**
 * Keeps what was used of the newest calendar month under a hash of the person, so that leaving and coming back gives no new
 * month. $3 is the count of the counters, which know what is not in the database yet.
 */
const keepUse = sql`INSERT INTO erased_usage (person, period_start, used)
  SELECT DISTINCT ON (person) person_hash(issuer, subject) AS person, period_start, used
  FROM user_profile, (SELECT period_start, used FROM period_usage WHERE account_id = $1 UNION ALL SELECT $2, $3) AS usage
  WHERE account_id = $1 AND period_start = date_trunc('month', period_start, 'UTC')
  ORDER BY person, period_start DESC, used DESC
  ON CONFLICT (person) DO UPDATE SET period_start = excluded.period_start, used = excluded.used`;

const deleteDays = sql`DELETE FROM daily_usage WHERE account_id = $1`;
const deletePeriods = sql`DELETE FROM period_usage WHERE account_id = $1`;

/** Erases the usage of an account, and keeps what a returning person would otherwise get twice. */
export async function eraseUsage(
  client: pg.ClientBase,
  accountId: string,
  { periodStart, used }: Pick<PeriodUse, 'periodStart' | 'used'>,
): Promise<void> {
  await client.query(keepUse, [accountId, periodStart, used]);
  await client.query(deleteDays, [accountId]);
  await client.query(deletePeriods, [accountId]);
}
