import type pg from 'pg';
import { inTransaction } from '../database/transaction.ts';
import type { Logger } from '../kernel/logging.ts';

/** For how many days each is kept. */
export interface RetentionDays {
  paymentEvents: number;
  usage: number;
  revokedKeys: number;
  auditEntries: number;
  sessions: number;
  /** Of company records. */
  changes: number;
}

interface Rule {
  table: string;
  /** By a setting, or always so many days. */
  keeps: keyof RetentionDays | number;
  /** Names one row. */
  key: string;
  /** Which rows are no longer needed, where $1 is the first moment that is kept. */
  where: string;
}

/** What is deleted by its age. A rule never takes what is still needed, whatever the setting says. */
const rules: Rule[] = [
  {
    table: 'payment_event',
    keeps: 'paymentEvents',
    key: 'id',
    // An event without its effect, and the one that tells how a subscription stands, stay.
    where: 'received_at < $1 AND outcome IS NOT NULL AND NOT EXISTS (SELECT FROM subscription WHERE event_id = payment_event.id)',
  },
  { table: 'erased_customer', keeps: 'paymentEvents', key: 'id', where: 'erased_at < $1 AND removed_at IS NOT NULL' },
  {
    table: 'daily_usage',
    keeps: 'usage',
    key: 'account_id, day, key_id, status_class',
    where: "day < ($1 AT TIME ZONE 'UTC')::date",
  },
  {
    table: 'period_usage',
    keeps: 'usage',
    key: 'account_id, period_start',
    // The period of a subscription whose renewal nobody told us stays too.
    where: `period_start < $1
      AND NOT EXISTS (SELECT FROM account WHERE id = period_usage.account_id AND account.period_start = period_usage.period_start)`,
  },
  { table: 'erased_usage', keeps: 'usage', key: 'person', where: 'period_start < $1' },
  { table: 'api_key', keeps: 'revokedKeys', key: 'id', where: 'least(revoked_at, expires_at) < $1' },
  { table: 'audit_entry', keeps: 'auditEntries', key: 'id', where: 'at < $1' },
  { table: 'session', keeps: 'sessions', key: 'id', where: 'expires_at < $1' },
  // Nobody asks for these after a day.
  { table: 'idempotent_answer', keeps: 1, key: 'account_id, key_hash', where: 'created_at < $1' },
  { table: 'account_departure', keeps: 1, key: 'id', where: 'at < $1' },
];

/** So many rows go in one statement: nobody waits long for it. */
const batch = 1_000;
const lockKey = 0x7265_7461;
const day = 86_400_000;
/** After a failure it is tried again sooner than the next day. */
const retryAfter = 600_000;

export interface RetentionParts {
  pool: pg.Pool;
  days: RetentionDays;
  date(): Date;
  logger: Logger;
}

/** Deletes what need not be kept any longer: at the start and every day, on one instance at a time. */
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

  /** Tells how many rows of each table went; of the changes, how many months. */
  async run(): Promise<Record<string, number>> {
    const deleted: Record<string, number> = {};
    for (const rule of rules) {
      const rows = await this.#apply(rule);
      if (rows > 0) deleted[rule.table] = rows;
    }
    const months = this.#stopped ? 0 : await this.#dropMonths();
    if (months > 0) deleted['change'] = months;
    if (Object.keys(deleted).length > 0) this.#parts.logger.info({ deleted }, 'deleted what need not be kept any longer');
    return deleted;
  }

  /** The changes are kept by month, so that this takes no time. Dropping tables is not our right: a function has it. */
  async #dropMonths(): Promise<number> {
    const { pool, days, date } = this.#parts;
    const { rows } = await pool.query<{ dropped: number }>('SELECT drop_change_months($1) AS dropped', [
      new Date(date().getTime() - days.changes * day),
    ]);
    return rows[0]?.dropped ?? 0;
  }

  async #apply({ table, keeps, key, where }: Rule): Promise<number> {
    const { pool, days, date } = this.#parts;
    const first = new Date(date().getTime() - (typeof keeps === 'number' ? keeps : days[keeps]) * day);
    const statement = `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${batch})`;
    for (let deleted = 0; ; ) {
      const rows = this.#stopped ? 0 : await inTransaction(pool, (client) => deleteBatch(client, statement, first));
      deleted += rows;
      if (rows < batch) return deleted;
    }
  }
}

/** Nothing, where another instance is at it. */
async function deleteBatch(client: pg.ClientBase, statement: string, first: Date): Promise<number> {
  const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS held', [lockKey]);
  return rows[0]?.held ? ((await client.query(statement, [first])).rowCount ?? 0) : 0;
}
