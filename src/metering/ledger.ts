import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { PeriodUsage } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { within } from '../kernel/deadline.ts';
import { ownSecond, type Settled } from './counters.ts';

/** In milliseconds: how often what was answered is written to the database. */
const writeInterval = 250;
/** In milliseconds: how long the last write is tried at the stop. */
const lastChance = 1_500;
/** In milliseconds. */
const tidyingLimit = 300;
/** PostgreSQL's code for a row that refers to one that is not there. */
const accountGone = '23503';
const attempts = 5;

export type StatusClass = '2xx' | '3xx' | '4xx' | '5xx';

/** The answers to one request or operation, to be written down. */
export interface Entry {
  accountId: string;
  /** Whose period it is, see accounts/standings.ts. */
  meterId: string;
  periodStart: Date;
  /** Units that stay used. */
  units: number;
  /** The nil UUID for a session. */
  keyId: string;
  at: number;
  answers: readonly StatusClass[];
  /** The second in which Redis took the units. Unset: they were counted in this process. */
  second: number | undefined;
}

/** One row of the database to be raised: its key, by how much, and its total after that. */
interface Row {
  words: string[];
  change: number;
  total?: number;
  /** The units by the second in which they were taken. */
  seconds: Map<number, number>;
}
type Rows = Map<string, Row>;

interface Batch {
  number: number;
  periods: Rows;
  days: Rows;
}

/** What was used of a period, told after each write. */
export interface Total {
  meterId: string;
  periodStart: Date;
  used: number;
  /** The units that this write added. They are no longer under way. */
  settled: Settled;
}

type WrittenRow = Pick<PeriodUsage, 'meterId' | 'periodStart'> & { used: number };

/**
 * An account that is gone has no days. Its period goes on, for the person who may come back. A batch that is there already
 * changes nothing, and its totals are told all the same.
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

/** Old numbers only take room: another writer removes what this one leaves. */
const forgetWriter = sql`DELETE FROM usage_writer WHERE id = $1 OR written_at < now() - interval '1 day'`;

/**
 * Keeps the usage in the database, where no crash can lose it. A statement for each request would be too slow, so the answers of
 * a quarter of a second are gathered and written together. Only what stays charged is entered, so the database never has more
 * than was used. Batches are numbered: one whose outcome is unknown is sent again under its number, and counts once.
 */
export class Ledger {
  readonly #pool: Pick<pg.Pool, 'query'>;
  readonly #onWritten: (totals: Total[]) => void;
  readonly #writer = randomUUID();
  #open: Batch = emptyBatch(1);
  #unsent: Batch | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(pool: Pick<pg.Pool, 'query'>, onWritten: (totals: Total[]) => void) {
    this.#pool = pool;
    this.#onWritten = onWritten;
  }

  watch(): void {
    this.#timer = setInterval(() => this.write().catch(() => {}), writeInterval).unref();
  }

  enter({ accountId, meterId, periodStart, units, keyId, at, answers, second = ownSecond }: Entry): void {
    const row = this.#period(meterId, periodStart);
    row.change += units;
    if (units > 0) row.seconds.set(second, units + (row.seconds.get(second) ?? 0));
    const day = new Date(at).toISOString().slice(0, 10);
    for (const status of answers) rowOf(this.#open.days, accountId, day, keyId, status).change += 1;
  }

  /** What is used of the period: all that is written, and all that this instance has entered. */
  async total(meterId: string, periodStart: Date): Promise<number> {
    const row = this.#period(meterId, periodStart);
    await this.write();
    return row.total ?? 0;
  }

  /** Writes all that is entered by now. Calls during a write share the next one. */
  write(): Promise<void> {
    if (!this.#next) {
      this.#next = this.#turn.then(() => {
        this.#next = undefined;
        return this.#send();
      });
      this.#turn = this.#next.catch(() => {});
    }
    return this.#next;
  }

  /** The last write. A database that is away has a moment to come back. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const over = AbortSignal.timeout(lastChance);
    await within(lastChance, this.#writeLast(over), () => {
      throw new Error(`The database did not take the last usage within ${lastChance} ms.`);
    });
    const forgotten = this.#pool.query(forgetWriter, [this.#writer]).then(
      () => {},
      () => {},
    );
    await within(tidyingLimit, forgotten, () => {});
  }

  async #writeLast(over: AbortSignal): Promise<void> {
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
    // A batch that may or may not have arrived goes first, unchanged: its number keeps it from counting twice.
    while (this.#unsent || this.#open.periods.size > 0) {
      const batch = this.#unsent ?? this.#open;
      if (batch === this.#open) this.#open = emptyBatch(batch.number + 1);
      this.#unsent = batch;
      const written = await this.#put(batch);
      this.#unsent = undefined;
      this.#onWritten(written.map((row) => settled(batch, row)));
    }
  }

  /** An account may go while its usage is written. Then nothing of the batch was written. The next try leaves its days out. */
  async #put(batch: Batch): Promise<WrittenRow[]> {
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

function rowOf(rows: Rows, ...words: string[]): Row {
  const key = words.join(' ');
  const row = rows.get(key) ?? { words, change: 0, seconds: new Map() };
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
    ...Array.from({ length: width }, (_, place) => sorted.map(({ words }) => words[place])),
    sorted.map(({ change }) => change),
  ];
};
const valuesOf = (writer: string, { number, periods, days }: Batch) => [
  writer,
  number,
  ...columnsOf(periods, 2),
  ...columnsOf(days, 4),
];
