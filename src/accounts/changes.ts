import { EventEmitter } from 'node:events';
import type pg from 'pg';
import type { Account } from '../database/client.ts';
import { sql } from '../database/sql.ts';

/** Every change is seen within a second, on every instance. */
const pollInterval = 400;
/** What is known of accounts counts no longer than so without an answer from the database. */
const longestTrust = 900;
/** A change is dated when it is made and seen when it is committed: longer than that no transaction of ours takes. */
const overlap = 10_000;

interface Change extends Pick<Account, 'id'> {
  at: string;
  /** The account was deleted, or a person left it. */
  departed: boolean;
}

const recent = (at: string) => `${at} > clock_timestamp() - interval '${overlap} milliseconds'`;
const findRecentChanges = sql<Change>`
  SELECT id, changed_at::text AS at, false AS departed FROM account WHERE ${recent('changed_at')}
  UNION ALL SELECT account_id, at::text, true FROM account_departure WHERE ${recent('at')}`;

/**
 * Tells which accounts changed: their plan, their period, a key that was revoked, a deletion. The database dates every change by a trigger, and is
 * asked so often that no notification is needed, which could be missed. After a long time without an answer it
 * tells that changes may have been missed.
 */
export class AccountChanges extends EventEmitter<{ changed: [accountId: string]; departed: [accountId: string]; missed: [] }> {
  readonly #pool: pg.Pool;
  readonly #now: () => number;
  /** The changes that were told already. */
  #told = new Set<string>();
  #heard = Number.NEGATIVE_INFINITY;
  #poll: NodeJS.Timeout | undefined;

  constructor(pool: pg.Pool, now: () => number) {
    super();
    this.#pool = pool;
    this.#now = now;
  }

  watch(): void {
    this.#poll = setInterval(() => this.look().catch(() => {}), pollInterval).unref();
  }

  close(): void {
    clearInterval(this.#poll);
  }

  /** False where the database has not been heard of for too long to believe what was learnt before. */
  get isUpToDate(): boolean {
    return this.#now() - this.#heard < longestTrust;
  }

  async look(): Promise<void> {
    const asked = this.#now();
    const { rows } = await this.#pool.query({ name: 'account-changes', text: findRecentChanges });
    const before = this.#told;
    this.#told = new Set(rows.map(nameOf));
    // With half of the overlap gone, a change of a slow transaction may lie before it.
    if (asked - this.#heard > overlap / 2) this.emit('missed');
    this.#heard = asked;
    for (const change of rows) {
      if (before.has(nameOf(change))) continue;
      this.emit('changed', change.id);
      if (change.departed) this.emit('departed', change.id);
    }
  }
}

const nameOf = ({ id, at }: Change): string => `${id} ${at}`;
