import type { RetentionRule } from '../database/retention-rule.ts';
import { sql } from '../database/sql.ts';

/** Changes are partitioned by month, so dropping them is fast. The service's role may not drop tables, so a function does it. */
export const changeRetention: readonly RetentionRule[] = [
  { table: 'change', keeps: 'changes', drop: sql<{ dropped: number }>`SELECT drop_change_months($1) AS dropped` },
];
