import type pg from 'pg';
import { alone } from '../background/alone.ts';
import { repeat } from '../background/repeat.ts';
import { type DeletingRule, type RetentionDays, retentionBatch, type Table } from '../database/table.ts';
import { locks } from '../kernel/locks.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Teardown } from '../kernel/teardown.ts';

const dayMs = 86_400_000;

interface RetentionOptions {
  pool: pg.Pool;
  days: RetentionDays;
  tables: readonly Table[];
  /** The clock of the database. That of an instance may be wrong, and would delete too much. */
  clock: { ask(): Promise<Date> };
}

/** Deletes old data every day. */
export function openRetention({ logger, teardown, ...options }: RetentionOptions & { logger: Logger; teardown: Teardown }): void {
  const run = async (signal: AbortSignal) => {
    const deleted = await deleteOldData(options, signal);
    if (Object.keys(deleted).length > 0) logger.info({ deleted }, 'deleted old data');
  };
  repeat({ name: 'retention', everyMs: dayMs, firstMs: 0, retryMs: 60_000, run, logger, teardown });
}

/**
 * Applies every rule once, on one instance at a time, unless the signal ends it after a batch. Returns for each table how many
 * rows were deleted, or how many partitions were dropped.
 */
export async function deleteOldData({ pool, days, tables, clock }: RetentionOptions, signal?: AbortSignal) {
  const deleted: Record<string, number> = {};
  const now = await clock.ask();
  for (const { name, kept } of tables)
    for (const rule of typeof kept === 'string' ? [] : kept) {
      if (signal?.aborted) break;
      const keptDays = typeof rule.days === 'number' ? rule.days : days[rule.days];
      const firstKept = new Date(now.getTime() - keptDays * dayMs);
      const rows =
        'drop' in rule
          ? ((await pool.query(rule.drop, [firstKept])).rows[0]?.dropped ?? 0)
          : await deleteRows(pool, rule, firstKept, signal);
      if (rows > 0) deleted[name] = rows + (deleted[name] ?? 0);
    }
  return deleted;
}

/** Deletes nothing if another instance is deleting. */
async function deleteRows(pool: pg.Pool, { deleteBatch }: DeletingRule, firstKept: Date, signal?: AbortSignal) {
  for (let deleted = 0; ; ) {
    const done = await alone(pool, locks.retention, (client) => client.query(deleteBatch, [firstKept]));
    const rows = done?.rowCount ?? 0;
    deleted += rows;
    if (rows < retentionBatch || signal?.aborted) return deleted;
  }
}
