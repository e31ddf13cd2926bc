import { type RetentionRule, retentionRule } from '../database/retention-rule.ts';

export const sessionRetention: RetentionRule[] = [
  retentionRule({ table: 'session', keeps: 'sessions', key: 'id', where: 'expires_at < $1' }),
];
