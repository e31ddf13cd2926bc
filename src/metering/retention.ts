import { type RetentionRule, retentionRule } from '../database/retention-rule.ts';

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
    // The current period stays, also that of a subscription whose renewal we were not told of.
    where: `period_start < $1
      AND NOT EXISTS (
        SELECT FROM account WHERE id = period_usage.account_id AND account.period_start = period_usage.period_start
      )`,
  }),
  retentionRule({ table: 'erased_usage', keeps: 'usage', key: 'person', where: 'period_start < $1' }),
];
