import { EventEmitter } from 'node:events';
import type pg from 'pg';
import type { Account } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { BoundedCache } from '../kernel/bounded-cache.ts';
import { SingleFlight } from '../kernel/running/single-flight.ts';

/** Every instance sees every change within a second, also if a connection hangs. */
export const pollPauses = { everyMs: 400, limitMs: 400 };
/** After this time without an answer of the database, cached data is not used. */
const maxSilenceMs = 900;
/** A change is dated before its commit and visible after it. None of our transactions takes longer than this. */
const overlapMs = 10_000;
/** This long after a change, no instance uses data that it cached before. */
export const cacheDelayMs = maxSilenceMs + 100;
/** Cached data is read again after about this time, even without a change. */
const cachedMs = 60_000;

interface Change extends Pick<Account, 'id'> {
  at: string;
  /** The meter that free accounts of one person share. */
  meterId: string;
  /** The account was deleted or is about to be, or a person left it. */
  departed: boolean;
}

/** One row for each change. Without changes, one row with null in their place. */
type ChangeRow = { server: string } & (Change | Record<keyof Change, null>);

const recent = (at: string) => `${at} > clock_timestamp() - interval '${overlapMs} milliseconds'`;
/** After a failover or restart, the server may lack the last commits. Then cached data is not used. */
const server = `pg_postmaster_start_time() || ' ' || pg_is_in_recovery()`;
const findRecentChanges = sql<ChangeRow>`SELECT ${server} AS server, id, at, "meterId", departed
  FROM (VALUES (0)) AS always LEFT JOIN (
  SELECT id, changed_at::text AS at, coalesce(meter_id, id) AS "meterId", closing_at IS NOT NULL AS departed
  FROM account WHERE ${recent('changed_at')}
  UNION ALL SELECT account_id, at::text, account_id, true FROM account_departure WHERE ${recent('at')}
  ) AS recent ON true`;

/**
 * Emits an event for every changed account: a new plan or period, a revoked key, an erasure. Instances cache keys, plans and
 * people, and drop them when their account changes. Triggers in the database date every change, and we poll for recent dates
 * several times a second. A notification could be missed; a date cannot. A deleted row has no date, so triggers write its account
 * to `account_departure`. `missed` means that changes may have been missed or undone: after a long gap without an answer, and
 * after a failover.
 */
export class AccountChanges extends EventEmitter<{
  changed: [accountId: string, meterId: string];
  departed: [accountId: string];
  missed: [];
}> {
  readonly #pool: pg.Pool;
  readonly #now: () => number;
  readonly #random: () => number;
  /** The changes that have been emitted. */
  #emitted = new Set<string>();
  #lastAnswer = Number.NEGATIVE_INFINITY;
  #server: string | undefined;

  constructor(pool: pg.Pool, now: () => number, random: () => number = Math.random) {
    super();
    this.#pool = pool;
    this.#now = now;
    this.#random = random;
  }

  /** Whether the last answer of the database is new enough to use cached data. */
  get isUpToDate(): boolean {
    return this.#now() - this.#lastAnswer < maxSilenceMs;
  }

  /** The expiry of data that is cached now. It is random, so that entries do not all expire at the same time. */
  newExpiry(): number {
    return this.#now() + cachedMs * (0.75 + this.#random() / 2);
  }

  /** Whether cached data with this expiry may be used. */
  isFresh(end: number): boolean {
    return this.isUpToDate && this.#now() < end;
  }

  async poll(): Promise<void> {
    const startedAt = this.#now();
    const { rows } = await this.#pool.query({ name: 'account-changes', text: findRecentChanges });
    const changes = rows.filter((row) => row.id !== null);
    const before = this.#emitted;
    this.#emitted = new Set(changes.map(nameOf));
    const isSameServer = rows[0]?.server === this.#server;
    this.#server = rows[0]?.server;
    // After a gap of half the overlap, the change of a slow transaction may be too old for the query.
    if (!isSameServer || startedAt - this.#lastAnswer > overlapMs / 2) this.emit('missed');
    this.#lastAnswer = startedAt;
    for (const change of changes) {
      if (before.has(nameOf(change))) continue;
      this.emit('changed', change.id, change.meterId);
      if (change.departed) this.emit('departed', change.id);
    }
  }
}

const nameOf = ({ id, at }: Change): string => `${id} ${at}`;

/** A cached value. If it is not fresh, or its end has passed by the clock of this process, it has to be read again. */
interface CachedValue<Value> {
  value: Value;
  isFresh: boolean;
  end: number;
}

/**
 * Caches what belongs to accounts. A value is read again after a change of its account, while changes cannot be polled, and after
 * about a minute. So every instance acts on a change within a second.
 */
export class AccountCache<Value extends { accountId: string; sharedMeterId?: string }> {
  readonly #changes: AccountChanges;
  readonly #entries: BoundedCache<CachedValue<Value>>;
  readonly #reads = new SingleFlight<Value | undefined>();
  /** Increased by `forget`: reads that began before are not cached. */
  #generation = 0;

  constructor(changes: AccountChanges, maxEntries: number) {
    this.#changes = changes;
    this.#entries = new BoundedCache(maxEntries);
    // The plan of one account of a person can decide on the meter of their others.
    changes.on('changed', (accountId, meterId) =>
      this.forget((value) => value.accountId === accountId || value.sharedMeterId === meterId),
    );
    changes.on('missed', () => this.forget(() => true));
  }

  /** A value that may be used, without a query. */
  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    return entry?.isFresh && this.#changes.isFresh(entry.end) ? entry.value : undefined;
  }

  /** Whether the last read found a value, even if it has to be read again. */
  remembers(key: string): boolean {
    return this.#entries.get(key) !== undefined;
  }

  /** Marks values as not fresh. Reads under way are not cached, because they may have read the old state. */
  forget(isStale: (value: Value) => boolean): void {
    for (const entry of this.#entries.values()) if (isStale(entry.value)) entry.isFresh = false;
    this.#generation += 1;
    this.#reads.restart();
  }

  /** Reads and caches a value. Equal reads at the same time share one query. */
  readOnce(key: string, read: () => Promise<ReadValue<Value> | undefined>): Promise<Value | undefined> {
    return this.#reads.do(key, () => this.load(key, read()));
  }

  /** Caches what is read, unless something changed meanwhile. */
  async load(key: string, reading: Promise<ReadValue<Value> | undefined>): Promise<Value | undefined> {
    const generation = this.#generation;
    const expiry = this.#changes.newExpiry();
    const read = await reading;
    if (!read) this.#entries.delete(key);
    else if (generation === this.#generation)
      this.#entries.set(key, { value: read.value, isFresh: true, end: Math.min(read.end ?? expiry, expiry) });
    return read?.value;
  }
}

/** A value, and when it ends by itself by the clock of this process. */
export interface ReadValue<Value> {
  value: Value;
  end?: number;
}
