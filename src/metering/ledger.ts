import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { PeriodUsage } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { within } from '../kernel/deadline.ts';
import { localSecond, type Settled } from './counters.ts';

/** In milliseconds: how often usage is written to the database. */
const writeInterval = 250;
/** In milliseconds: how long the last write is tried when the service stops. */
const lastWriteLimit = 1_500;
/** In milliseconds. */
const cleanUpLimit = 300;
/** PostgreSQL's code for a violated foreign key. */
const accountGone = '23503';
const attempts = 5;

export type StatusClass = '2xx' | '3xx' | '4xx' | '5xx';

/** The usage of one request or operation. */
export interface Entry {
  accountId: string;
  /** The meter that the period belongs to, see accounts/standings.ts. */
  meterId: string;
  periodStart: Date;
  /** The charged units. */
  units: number;
  /** The nil UUID for a session, see charge.ts. */
  keyId: string;
  at: number;
  answers: readonly StatusClass[];
  /** The second in which Redis took the units. Unset: they were counted in this process. */
  second: number | undefined;
}

/** A row of the database to be increased: its key columns, by how much, and its total afterwards. */
interface Row {
  columns: string[];
  change: number;
  total?: number;
  /** The units, by the second in which they were taken. */
  seconds: Map<number, number>;
}
type Rows = Map<string, Row>;

interface Batch {
  number: number;
  periods: Rows;
  days: Rows;
}

/** The used units of a period, reported after each write. */
export interface Total {
  meterId: string;
  periodStart: Date;
  used: number;
  /** The units that this write added. They are no longer under way. */
  settled: Settled;
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
 * Writes the usage to the database, where no crash can lose it. A statement for each request would be too slow, so the usage of a
 * quarter of a second is written together. Only charged units are entered, so the database never has more than was used. Batches
 * are numbered: one whose outcome is unknown is sent again under its number, and counts once.
 */
export class Ledger {
  readonly #pool: Pick<pg.Pool, 'query'>;
  readonly #onWritten: (totals: Total[]) => void;
  readonly #writer = randomUUID();
  #open: Batch = emptyBatch(1);
  #unsent: Batch | undefined;
  #lastWrite: Promise<unknown> = Promise.resolve();
  #nextWrite: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(pool: Pick<pg.Pool, 'query'>, onWritten: (totals: Total[]) => void) {
    this.#pool = pool;
    this.#onWritten = onWritten;
  }

  watch(): void {
    this.#timer = setInterval(() => this.write().catch(() => {}), writeInterval).unref();
  }

  enter({ accountId, meterId, periodStart, units, keyId, at, answers, second = localSecond }: Entry): void {
    const row = this.#period(meterId, periodStart);
    row.change += units;
    if (units > 0) row.seconds.set(second, units + (row.seconds.get(second) ?? 0));
    const day = new Date(at).toISOString().slice(0, 10);
    for (const status of answers) rowOf(this.#open.days, accountId, day, keyId, status).change += 1;
  }

  /** The used units of the period: all that are written, and all that this instance has entered. */
  async total(meterId: string, periodStart: Date): Promise<number> {
    const row = this.#period(meterId, periodStart);
    await this.write();
    return row.total ?? 0;
  }

  /** Writes all entries so far. Calls during a write share the next write. */
  write(): Promise<void> {
    if (!this.#nextWrite) {
      this.#nextWrite = this.#lastWrite.then(() => {
        this.#nextWrite = undefined;
        return this.#send();
      });
      this.#lastWrite = this.#nextWrite.catch(() => {});
    }
    return this.#nextWrite;
  }

  /** Writes the last entries. Tries again for a short time if the database is down. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const over = AbortSignal.timeout(lastWriteLimit);
    await within(lastWriteLimit, this.#writeUntil(over), () => {
      throw new Error(`The database did not take the last usage within ${lastWriteLimit} ms.`);
    });
    const deleted = this.#pool.query(deleteWriter, [this.#writer]).then(
      () => {},
      () => {},
    );
    await within(cleanUpLimit, deleted, () => {});
  }

  async #writeUntil(over: AbortSignal): Promise<void> {
    for (let isWritten = false; !isWritten; ) {
      try {
        await this.write();
        isWritten = true;
      } catch (error) {
        if (over.aborted) throw error;
        await delay(writeInterval);
      }
    }
  }

  #period(meterId: string, start: Date): Row {
    return rowOf(this.#open.periods, meterId, start.toISOString());
  }

  async #send(): Promise<void> {
    // A batch whose outcome is unknown goes first, unchanged: its number prevents that it counts twice.
    while (this.#unsent || this.#open.periods.size > 0) {
      const batch = this.#unsent ?? this.#open;
      if (batch === this.#open) this.#open = emptyBatch(batch.number + 1);
      this.#unsent = batch;
      const written = await this.#insert(batch);
      this.#unsent = undefined;
      this.#onWritten(written.map((row) => settled(batch, row)));
    }
  }

  /**
   * An account may be deleted while its usage is written. Then nothing of the batch is written, and the next attempt omits its
   * days.
   */
  async #insert(batch: Batch): Promise<WrittenRow[]> {
    const values = valuesOf(this.#writer, batch);
    for (let attempt = 1; ; attempt++) {
      try {
        return (await this.#pool.query({ name: 'write-usage', text: writeBatch, values })).rows;
      } catch (error) {
        if ((error as { code?: unknown }).code !== accountGone || attempt === attempts) throw error;
      }
    }
  }
}

const emptyBatch = (number: number): Batch => ({ number, periods: new Map(), days: new Map() });

function rowOf(rows: Rows, ...columns: string[]): Row {
  const key = columns.join(' ');
  const row = rows.get(key) ?? { columns, change: 0, seconds: new Map() };
  rows.set(key, row);
  return row;
}

function settled(batch: Batch, { meterId, periodStart, used }: WrittenRow): Total {
  const row = rowOf(batch.periods, meterId, periodStart.toISOString());
  row.total = used;
  return { meterId, periodStart, used, settled: row.seconds };
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
