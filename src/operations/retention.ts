import type pg from 'pg';
import { sql } from '../database/sql.ts';
import { type DeletingRule, type KeptPartitions, type RetentionDays, retentionBatch, type Table } from '../database/table.ts';
import { inTransaction } from '../database/transaction.ts';
import { locks } from '../kernel/locks.ts';
import type { Logger } from '../kernel/logging.ts';
import { underWay } from '../kernel/running/under-way.ts';

const day = 86_400_000;
const tryLock = sql<{ held: boolean }>`SELECT pg_try_advisory_xact_lock($1) AS held`;
/** In milliseconds: the delay of the next attempt after a failure. */
const retryAfter = 60_000;

interface RetentionParts {
  pool: pg.Pool;
  days: RetentionDays;
  tables: readonly Table[];
  /** The clock of the database. That of an instance may be wrong, and would delete too much. */
  clock: { ask(): Promise<Date> };
  logger: Pick<Logger, 'info' | 'warn'>;
}

/** Deletes old data, at the start and every day, on one instance at a time. */
export class Retention {
  readonly #parts: RetentionParts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #stopped = false;

  constructor(parts: RetentionParts) {
    this.#parts = parts;
  }

  watch(): void {
    this.#running = underWay('retention', () => this.run())
      .then(() => day)
      .catch((error) => {
        this.#parts.logger.warn({ err: error }, 'old data could not be deleted yet');
        return retryAfter;
      })
      .then((wait) => {
        if (!this.#stopped) this.#timer = setTimeout(() => this.watch(), wait).unref();
      });
  }

  /** Waits for the running batch. */
  async close(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Applies every rule once. Returns for each table how many rows were deleted, or how many partitions were dropped. */
  async run(): Promise<Record<string, number>> {
    const deleted: Record<string, number> = {};
    const now = await this.#parts.clock.ask();
    for (const { name, kept } of this.#parts.tables)
      for (const rule of typeof kept === 'string' ? [] : kept) {
        const first = this.#firstKept(rule, now);
        const rows = 'drop' in rule ? await this.#drop(rule.drop, first) : await this.#delete(rule.deleteBatch, first);
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
    return this.#stopped ? 0 : ((await this.#parts.pool.query(statement, [first])).rows[0]?.dropped ?? 0);
  }

  async #delete(deleteBatch: DeletingRule['deleteBatch'], first: Date): Promise<number> {
    const { pool } = this.#parts;
    for (let deleted = 0; ; ) {
      const rows = this.#stopped ? 0 : await inTransaction(pool, (client) => deleteOld(client, deleteBatch, first));
      deleted += rows;
      if (rows < retentionBatch) return deleted;
    }
  }
}

/** Deletes nothing if another instance is deleting. */
async function deleteOld(client: pg.ClientBase, statement: DeletingRule['deleteBatch'], first: Date): Promise<number> {
  const { rows } = await client.query(tryLock, [locks.retention]);
  return rows[0]?.held ? ((await client.query(statement, [first])).rowCount ?? 0) : 0;
}
