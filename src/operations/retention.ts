import type pg from 'pg';
import { type RetentionDays, type RetentionRule, retentionBatch } from '../database/retention-rule.ts';
import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import { locks } from '../kernel/locks.ts';
import type { Logger } from '../kernel/logging.ts';

const day = 86_400_000;
const tryLock = sql<{ held: boolean }>`SELECT pg_try_advisory_xact_lock($1) AS held`;
/** In milliseconds: when it is tried again after a failure, sooner than the next day. */
const retryAfter = 600_000;

export interface RetentionParts {
  pool: pg.Pool;
  days: RetentionDays;
  /** The rules of all features. */
  rules: readonly RetentionRule[];
  date(): Date;
  logger: Logger;
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
    this.#running = this.run()
      .then(() => day)
      .catch((error) => {
        this.#parts.logger.warn({ err: error }, 'what need not be kept could not be deleted yet');
        return retryAfter;
      })
      .then((wait) => {
        if (!this.#stopped) this.#timer = setTimeout(() => this.watch(), wait).unref();
      });
  }

  /** Waits for the batch that is under way. */
  async close(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Applies every rule once. Tells how many rows of each table were deleted. */
  async run(): Promise<Record<string, number>> {
    const deleted: Record<string, number> = {};
    for (const rule of this.#parts.rules) {
      const rows = await this.#apply(rule);
      if (rows > 0) deleted[rule.table] = rows;
    }
    if (Object.keys(deleted).length > 0) this.#parts.logger.info({ deleted }, 'deleted what need not be kept any longer');
    return deleted;
  }

  async #apply({ keeps, deleteBatch }: RetentionRule): Promise<number> {
    const { pool, days, date } = this.#parts;
    const first = new Date(date().getTime() - (typeof keeps === 'number' ? keeps : days[keeps]) * day);
    for (let deleted = 0; ; ) {
      const rows = this.#stopped ? 0 : await inTransaction(pool, (client) => deleteOld(client, deleteBatch, first));
      deleted += rows;
      if (rows < retentionBatch) return deleted;
    }
  }
}

/** Deletes nothing if another instance is deleting. */
async function deleteOld(client: pg.ClientBase, statement: RetentionRule['deleteBatch'], first: Date): Promise<number> {
  const { rows } = await client.query(tryLock, [locks.retention]);
  return rows[0]?.held ? ((await client.query(statement, [first])).rowCount ?? 0) : 0;
}
