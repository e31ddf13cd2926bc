import type { RetentionRule } from '../database/retention-rule.ts';
import { sql } from '../database/sql.ts';

/** Changes are kept by month, so that dropping them takes no time. Dropping tables is not our right: a function has it. */
export const changeRetention: readonly RetentionRule[] = [
  { table: 'change', keeps: 'changes', drop: sql<{ dropped: number }>`SELECT drop_change_months($1) AS dropped` },
];
