import type { RetentionRule } from '../database/retention-rule.ts';

export const sessionRetention: RetentionRule[] = [{ table: 'session', keeps: 'sessions', key: 'id', where: 'expires_at < $1' }];
