import type pg from 'pg';
import { sql } from '../database/sql.ts';

const deleteDays = sql`DELETE FROM daily_usage WHERE account_id = $1`;
const deletePeriods = sql`DELETE FROM period_usage USING account
  WHERE account.id = $1 AND period_usage.account_id = coalesce(meter_id, id)
    AND (period_usage.period_start < date_trunc('month', clock_timestamp(), 'UTC')
      OR period_usage.period_start <> date_trunc('month', period_usage.period_start, 'UTC'))`;

/**
 * Erases the usage of an account. The usage of the calendar month stays under its meter, so that leaving and coming back gives no
 * new month. That row is not copied: requests that are still being answered add to it.
 */
export async function eraseUsage(client: pg.ClientBase, accountId: string): Promise<void> {
  await client.query(deleteDays, [accountId]);
  await client.query(deletePeriods, [accountId]);
}
