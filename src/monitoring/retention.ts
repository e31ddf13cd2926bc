import type pg from 'pg';
import { alone } from '../background/alone.ts';
import { type DeletingRule, type KeptPartitions, type RetentionDays, retentionBatch, type Table } from '../database/table.ts';
import { locks } from '../kernel/locks.ts';
import type { Logger } from '../kernel/logging.ts';

const day = 86_400_000;
export const retentionPauses = { everyMs: day, firstMs: 0, retryMs: 60_000 };

interface RetentionParts {
  pool: pg.Pool;
  days: RetentionDays;
  tables: readonly Table[];
  /** The clock of the database. That of an instance may be wrong, and would delete too much. */
  clock: { ask(): Promise<Date> };
  logger: Pick<Logger, 'info'>;
}

/** Deletes old data, on one instance at a time. */
export class Retention {
  readonly #parts: RetentionParts;

  constructor(parts: RetentionParts) {
    this.#parts = parts;
  }

  /**
   * Applies every rule once, unless the signal ends it after a batch. Returns for each table how many rows were deleted, or how
   * many partitions were dropped.
   */
  async run(signal?: AbortSignal): Promise<Record<string, number>> {
    const deleted: Record<string, number> = {};
    const now = await this.#parts.clock.ask();
    for (const { name, kept } of this.#parts.tables)
      for (const rule of typeof kept === 'string' ? [] : kept) {
        const first = this.#firstKept(rule, now);
        if (signal?.aborted) break;
        const rows = 'drop' in rule ? await this.#drop(rule.drop, first) : await this.#delete(rule.deleteBatch, first, signal);
        if (rows > 0) deleted[name] = rows + (deleted[name] ?? 0);
      }
    if (Object.keys(deleted).length > 0) this.#parts.logger.info({ deleted }, 'deleted old data');
    return deleted;
  }

  #firstKept({ days }: DeletingRule | KeptPartitions, now: Date): Date {
    const { days: settings } = this.#parts;
    return new Date(now.getTime() - (typeof days === 'number' ? days : settings[days]) * day);
  }

  async #drop(statement: KeptPartitions['drop'], first: Date): Promise<number> {
    return (await this.#parts.pool.query(statement, [first])).rows[0]?.dropped ?? 0;
  }

  /** Deletes nothing if another instance is deleting. */
  async #delete(deleteBatch: DeletingRule['deleteBatch'], first: Date, signal?: AbortSignal): Promise<number> {
    const { pool } = this.#parts;
    for (let deleted = 0; ; ) {
      const done = await alone(pool, locks.retention, (client) => client.query(deleteBatch, [first]));
      const rows = done?.rowCount ?? 0;
      deleted += rows;
      if (rows < retentionBatch || signal?.aborted) return deleted;
    }
  }
}
