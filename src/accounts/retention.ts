import { type RetentionRule, retentionRule } from '../database/retention-rule.ts';

export const accountRetention: RetentionRule[] = [
  retentionRule({ table: 'api_key', keeps: 'revokedKeys', key: 'id', where: 'least(revoked_at, expires_at) < $1' }),
  retentionRule({ table: 'audit_entry', keeps: 'auditEntries', key: 'id', where: 'at < $1' }),
  // These are not needed after a day.
  retentionRule({ table: 'idempotent_answer', keeps: 1, key: 'account_id, key_hash', where: 'created_at < $1' }),
  // A person who left is forgotten when both the calendar month and the pause are over.
  retentionRule({
    table: 'departed_person',
    keeps: 0,
    key: 'person',
    where: "greatest(may_return_at, date_trunc('month', left_at, 'UTC') + interval '1 month') < $1",
  }),
  retentionRule({ table: 'account_departure', keeps: 1, key: 'id', where: 'at < $1' }),
];
