import { type RetentionRule, retentionRule } from '../database/retention-rule.ts';

/** In days. */
const longestMonth = 31;
const isItsMeter = '(meter_id = period_usage.account_id OR (meter_id IS NULL AND id = period_usage.account_id))';

export const usageRetention: RetentionRule[] = [
  retentionRule({
    table: 'daily_usage',
    keeps: 'usage',
    key: 'account_id, day, key_id, status_class',
    where: "day < ($1 AT TIME ZONE 'UTC')::date",
  }),
  retentionRule({
    table: 'period_usage',
    keeps: 'usage',
    key: 'account_id, period_start',
    // The current period stays, also that of a subscription whose renewal event has not arrived.
    where: `period_start < $1
      AND NOT EXISTS (
        SELECT FROM account WHERE ${isItsMeter} AND account.period_start = period_usage.period_start
      )`,
  }),
  // Usage without an account is needed until the month is over.
  retentionRule({
    table: 'period_usage',
    keeps: longestMonth,
    key: 'account_id, period_start',
    where: `period_start < $1 AND NOT EXISTS (SELECT FROM account WHERE ${isItsMeter})`,
  }),
  retentionRule({ table: 'erased_usage', keeps: longestMonth, key: 'person', where: 'period_start < $1' }),
];
