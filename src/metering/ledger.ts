import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { BatchWriter, omittingDeletedAccounts } from '../background/batch-writer.ts';
import type { PeriodUsage } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { within } from '../kernel/running/deadline.ts';
import { localSecond, type Settled } from './counters.ts';

/** How often the usage is written. */
export const writePauses = { everyMs: 250, limitMs: 250 };
/** In milliseconds: how long the last write is tried when the service stops. */
const lastWriteLimit = 1_500;
/** In milliseconds. */
const cleanUpLimit = 300;

export type StatusClass = '2xx' | '3xx' | '4xx' | '5xx';

/** The usage of one request or operation. */
export interface Entry {
  accountId: string;
  /** The meter that the period belongs to, see accounts/standings.ts. */
  meterId: string;
  periodStart: Date;
  /** The charged units. */
  units: number;
  /** The family of the key, if it has a share of the period: its units are entered too. */
  familyId?: string | undefined;
  /** The nil UUID for a session, see charge.ts. */
  keyId: string;
  at: number;
  answers: readonly StatusClass[];
  /** The second in which Redis took the units. Unset: they were counted in this process. */
  second: number | undefined;
  /** The units that the plan allows in the period. Unset: unknown. */
  limit?: number;
}

/** A row of the database to be increased: its key columns, by how much, and its total afterwards. */
interface PendingIncrease {
  columns: string[];
  change: number;
  total?: number;
  /** The units, by the second in which they were taken. */
  seconds: Map<number, number>;
  /** The meter of the account, if the row belongs to a family of keys. */
  accountMeter?: string;
  /** Who has used the units of a period last, and how many the plan allows. */
  user?: PeriodUser;
}
type Rows = Map<string, PendingIncrease>;
type PeriodUser = { accountId: string; limit: number };

interface Batch {
  number: number;
  periods: Rows;
  days: Rows;
}

/** The used units of a period, reported after each write. */
export interface Total {
  meterId: string;
  /** Set if these are the units of a family, of the account's meter. */
  familyId?: string;
  periodStart: Date;
  used: number;
  /** The units that this write added. They are no longer under way. */
  settled: Settled;
  /** Unset if this write added no entry of the period. */
  user: PeriodUser | undefined;
}

type WrittenRow = Pick<PeriodUsage, 'meterId' | 'periodStart'> & { used: number };

/**
 * A deleted account has no days. Its period stays, because the person may come back. A batch that was written before changes
 * nothing, but its totals are returned.
 */
const writeBatch = sql<WrittenRow>`
WITH fresh AS (
  INSERT INTO usage_writer (id, batch) VALUES ($1, $2)
  ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, written_at = now() WHERE usage_writer.batch < excluded.batch
  RETURNING 1
), days AS (
  INSERT INTO daily_usage (account_id, day, key_id, status_class, requests)
  SELECT given.* FROM unnest($6::uuid[], $7::date[], $8::uuid[], $9::text[], $10::bigint[])
    AS given (account_id, day, key_id, status_class, requests)
  WHERE EXISTS (SELECT FROM fresh) AND EXISTS (SELECT FROM account WHERE id = given.account_id)
  ON CONFLICT (account_id, day, key_id, status_class) DO UPDATE SET requests = daily_usage.requests + excluded.requests
)
INSERT INTO period_usage (account_id, period_start, used)
SELECT account_id, period_start, CASE WHEN EXISTS (SELECT FROM fresh) THEN used ELSE 0 END
FROM unnest($3::uuid[], $4::timestamptz[], $5::bigint[]) AS given (account_id, period_start, used)
ON CONFLICT (account_id, period_start) DO UPDATE SET used = period_usage.used + excluded.used
RETURNING account_id AS "meterId", period_start AS "periodStart", used::float8`;

/** Deletes this writer's batch number, and those that dead writers left. */
const deleteWriter = sql`DELETE FROM usage_writer WHERE id = $1 OR written_at < now() - interval '1 day'`;

/**
 * Writes the usage to the database, where no crash can lose it, four times a second. Only charged units are entered, so the
 * database never has more than was used. A batch counts once, also if it is sent again.
 */
export class Ledger {
  readonly #pool: Pick<pg.Pool, 'query'>;
  readonly #onWritten: (totals: Total[]) => void;
  readonly #writer = randomUUID();
  readonly #batches: BatchWriter<Batch>;

  constructor(pool: Pick<pg.Pool, 'query'>, onWritten: (totals: Total[]) => void) {
    this.#pool = pool;
    this.#onWritten = onWritten;
    this.#batches = new BatchWriter({
      retryMs: writePauses.everyMs,
      lastWriteLimitMs: lastWriteLimit,
      empty: emptyBatch,
      isEmpty: ({ periods }) => periods.size === 0,
      insert: (batch) => this.#insert(batch),
    });
  }

  enter({ accountId, meterId, familyId, periodStart, units, keyId, at, answers, second = localSecond, limit }: Entry): void {
    const add = (row: PendingIncrease) => {
      row.change += units;
      if (units > 0) row.seconds.set(second, units + (row.seconds.get(second) ?? 0));
    };
    const row = this.#period(meterId, periodStart);
    if (limit !== undefined && row.user?.limit !== limit) row.user = { accountId, limit };
    add(row);
    if (familyId) add(this.#period(meterId, periodStart, familyId));
    const day = new Date(at).toISOString().slice(0, 10);
    for (const status of answers) rowOf(this.#batches.open.days, accountId, day, keyId, status).change += 1;
  }

  /**
   * The used units of the period, of all keys or of a family: all that are written, and all that this instance has entered.
   */
  async total(meterId: string, periodStart: Date, familyId?: string): Promise<number> {
    const row = this.#period(meterId, periodStart, familyId);
    await this.write();
    return row.total ?? 0;
  }

  /** Writes all entries so far. */
  write(): Promise<void> {
    return this.#batches.write();
  }

  /** Writes the last entries. */
  async close(): Promise<void> {
    await this.#batches.close(() => {
      throw new Error(`The database did not take the last usage within ${lastWriteLimit} ms.`);
    });
    const deleted = this.#pool.query(deleteWriter, [this.#writer]).then(
      () => {},
      () => {},
    );
    await within(cleanUpLimit, deleted, () => {});
  }

  /** A family has a row of its own, under its id. */
  #period(meterId: string, start: Date, familyId?: string): PendingIncrease {
    const row = rowOf(this.#batches.open.periods, familyId ?? meterId, start.toISOString());
    if (familyId) row.accountMeter = meterId;
    return row;
  }

  async #insert(batch: Batch): Promise<void> {
    const values = valuesOf(this.#writer, batch);
    const { rows } = await omittingDeletedAccounts(() => this.#pool.query({ name: 'write-usage', text: writeBatch, values }));
    this.#onWritten(rows.map((row) => settled(batch, row)));
  }
}

const emptyBatch = (number: number): Batch => ({ number, periods: new Map(), days: new Map() });

function rowOf(rows: Rows, ...columns: string[]): PendingIncrease {
  const key = columns.join(' ');
  const row = rows.get(key) ?? { columns, change: 0, seconds: new Map() };
  rows.set(key, row);
  return row;
}

function settled(batch: Batch, { meterId, periodStart, used }: WrittenRow): Total {
  const row = rowOf(batch.periods, meterId, periodStart.toISOString());
  row.total = used;
  const whose = row.accountMeter ? { meterId: row.accountMeter, familyId: meterId } : { meterId };
  return { ...whose, periodStart, used, settled: row.seconds, user: row.user };
}

/** Several instances write the same rows. All use the same order, so that they cannot deadlock. */
const columnsOf = (rows: Rows, width: number): unknown[] => {
  const sorted = [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  return [
    ...Array.from({ length: width }, (_, place) => sorted.map(({ columns }) => columns[place])),
    sorted.map(({ change }) => change),
  ];
};
const valuesOf = (writer: string, { number, periods, days }: Batch) => [
  writer,
  number,
  ...columnsOf(periods, 2),
  ...columnsOf(days, 4),
];
