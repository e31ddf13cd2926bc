import { sql } from '../database/sql.ts';
import { declareTables, type ExportedRow, writtenByService } from '../database/table.ts';
import { nilUuid } from '../kernel/uuid.ts';

const longestMonthDays = 31;
const isItsMeter = '(meter_id = period_usage.account_id OR id = period_usage.account_id)';
/** The meter that only this account uses. What it used of a shared one is not told apart. */
const ownMeter = 'CASE WHEN shares_meter THEN id ELSE coalesce(meter_id, id) END';

export const meteringTables = declareTables({
  daily_usage: {
    rights: writtenByService,
    kept: {
      days: 'usage',
      key: 'account_id, day, key_id, status_class',
      where: "day < ($1 AT TIME ZONE 'UTC')::date",
    },
    account: {
      exported: {
        list: 'usageByDay',
        description: 'Answers by day (UTC), key and class of status.',
        rows: sql<ExportedRow>`SELECT day::text, nullif(key_id, '${nilUuid}') AS "keyId", status_class AS "statusClass",
            requests::float8
          FROM daily_usage WHERE account_id = $1 ORDER BY day DESC, key_id, status_class LIMIT $2`,
      },
      erased: { by: sql`DELETE FROM daily_usage WHERE account_id = $1`, isBeforeAccount: true },
    },
  },
  period_usage: {
    rights: writtenByService,
    kept: [
      {
        days: 'usage',
        key: 'account_id, period_start',
        // The current period stays, also that of a subscription whose renewal event has not arrived.
        where: `period_start < $1
          AND NOT EXISTS (
            SELECT FROM account WHERE ${isItsMeter} AND account.period_start = period_usage.period_start
          )`,
      },
      // Usage without an account, or of a family of keys that is gone, is needed until the month is over.
      {
        days: longestMonthDays,
        key: 'account_id, period_start',
        where: `period_start < $1 AND NOT EXISTS (SELECT FROM account WHERE ${isItsMeter})
          AND NOT EXISTS (SELECT FROM api_key WHERE family_id = period_usage.account_id)`,
      },
    ],
    account: {
      exported: {
        list: 'usageByPeriod',
        description: 'Units used, by billing period. With a `familyId`: of a key with a share of the period, and its successors.',
        rows: sql<ExportedRow>`SELECT period_start AS "periodStart", used::float8, nullif(account_id, meter) AS "familyId"
          FROM period_usage CROSS JOIN (SELECT ${ownMeter} AS meter FROM account WHERE id = $1) AS own
          WHERE account_id = meter OR account_id IN (SELECT family_id FROM api_key WHERE account_id = $1)
          ORDER BY period_start DESC, "familyId" LIMIT $2`,
      },
      erased: {
        // The usage of the calendar month stays under its meter, so that leaving and coming back gives no new month. That row is
        // not copied: requests that are still being answered add to it.
        by: sql`DELETE FROM period_usage USING account
          WHERE account.id = $1 AND (period_usage.account_id = ${ownMeter}
            AND (period_usage.period_start < date_trunc('month', clock_timestamp(), 'UTC')
              OR period_usage.period_start <> date_trunc('month', period_usage.period_start, 'UTC'))
            OR NOT shares_meter AND period_usage.account_id IN (SELECT family_id FROM api_key WHERE api_key.account_id = $1))`,
        isBeforeAccount: true,
      },
    },
  },
  usage_writer: { rights: writtenByService, kept: 'for a day: an instance that stops deletes it' },
});
