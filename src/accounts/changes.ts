import { EventEmitter } from 'node:events';
import type pg from 'pg';
import type { Account } from '../database/client.ts';
import { sql } from '../database/sql.ts';

/** In milliseconds. Every instance sees every change within a second. */
const pollInterval = 400;
/** In milliseconds: after this time without an answer of the database, nothing remembered is believed. */
const longestTrust = 900;
/** In milliseconds. A change is dated before it is committed and seen after it. No transaction of ours takes longer than this. */
const overlap = 10_000;
/** In milliseconds: after this time no instance believes what it remembered before a change. */
export const noticedWithin = longestTrust + 100;
/** In milliseconds: what is remembered is looked up again after about this time, whatever was seen or missed meanwhile. */
const longestMemory = 60_000;

interface Change extends Pick<Account, 'id'> {
  at: string;
  /** The account was deleted or is about to be, or a person left it. */
  departed: boolean;
}

/** One row for each change, or one without a change. */
type Found = { server: string } & (Change | Record<keyof Change, null>);

const recent = (at: string) => `${at} > clock_timestamp() - interval '${overlap} milliseconds'`;
/** Another server, or the same one started again, may lack what was committed last: nothing remembered is believed then. */
const server = `pg_postmaster_start_time() || ' ' || pg_is_in_recovery()`;
const findRecentChanges = sql<Found>`SELECT ${server} AS server, id, at, departed FROM (VALUES (0)) AS always LEFT JOIN (
  SELECT id, changed_at::text AS at, closing_at IS NOT NULL AS departed FROM account WHERE ${recent('changed_at')}
  UNION ALL SELECT account_id, at::text, true FROM account_departure WHERE ${recent('at')}
  ) AS recent ON true`;

/**
 * Tells which accounts changed: a new plan or period, a revoked key, an erasure. Instances remember keys, plans and people, and
 * drop them when their account changes. Triggers in the database date every change, and we ask for recent dates several times a
 * second. A notification could be missed; a date cannot. A deleted row has no date, so triggers note its account in
 * `account_departure`. After a long gap without an answer, and after a failover, `missed` tells that changes may have been missed
 * or undone.
 */
export class AccountChanges extends EventEmitter<{ changed: [accountId: string]; departed: [accountId: string]; missed: [] }> {
  readonly #pool: pg.Pool;
  readonly #now: () => number;
  readonly #random: () => number;
  /** The changes that were emitted already. */
  #told = new Set<string>();
  #heard = Number.NEGATIVE_INFINITY;
  #server: string | undefined;
  #poll: NodeJS.Timeout | undefined;

  constructor(pool: pg.Pool, now: () => number, random: () => number = Math.random) {
    super();
    this.#pool = pool;
    this.#now = now;
    this.#random = random;
  }

  watch(): void {
    this.#poll = setInterval(() => this.look().catch(() => {}), pollInterval).unref();
  }

  close(): void {
    clearInterval(this.#poll);
  }

  /** False if the last answer of the database is too old to believe what is remembered. */
  get isUpToDate(): boolean {
    return this.#now() - this.#heard < longestTrust;
  }

  /** Until when something may be believed that is learnt now. Not all of it ends at the same time. */
  memoryEnd(): number {
    return this.#now() + longestMemory * (0.75 + this.#random() / 2);
  }

  /** Whether something may be believed that was learnt with this end. */
  believes(end: number): boolean {
    return this.isUpToDate && this.#now() < end;
  }

  async look(): Promise<void> {
    const asked = this.#now();
    const { rows } = await this.#pool.query({ name: 'account-changes', text: findRecentChanges });
    const changes = rows.filter((row) => row.id !== null);
    const before = this.#told;
    this.#told = new Set(changes.map(nameOf));
    const isSameServer = rows[0]?.server === this.#server;
    this.#server = rows[0]?.server;
    // After a gap of half the overlap, a slow transaction's change may already be too old to be found.
    if (!isSameServer || asked - this.#heard > overlap / 2) this.emit('missed');
    this.#heard = asked;
    for (const change of changes) {
      if (before.has(nameOf(change))) continue;
      this.emit('changed', change.id);
      if (change.departed) this.emit('departed', change.id);
    }
  }
}

const nameOf = ({ id, at }: Change): string => `${id} ${at}`;
