import { EventEmitter } from 'node:events';
import type pg from 'pg';

/** Every change is seen within a second, on every instance. */
const pollInterval = 400;
/** What is known of accounts counts no longer than so without an answer from the database. */
const longestTrust = 900;
/** A change is dated when it is made and seen when it is committed: longer than that no transaction of ours takes. */
const overlap = 10_000;

/**
 * Tells which accounts changed: their plan, their period, a key that was revoked. The database dates every change by a trigger, and is asked
 * so often that no notification is needed, which could be missed. After a long time without an answer it
 * tells that changes may have been missed.
 */
export class AccountChanges extends EventEmitter<{ changed: [accountId: string]; missed: [] }> {
  readonly #pool: pg.Pool;
  readonly #now: () => number;
  /** The changes that were told already, by account. */
  #told = new Map<string, string>();
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
    const { rows } = await this.#pool.query({
      name: 'account-changes',
      text: `SELECT id, changed_at::text AS at FROM account WHERE changed_at > clock_timestamp() - interval '${overlap} milliseconds'`,
    });
    const before = this.#told;
    this.#told = new Map(rows.map(({ id, at }) => [id, at]));
    // With half of the overlap gone, a change of a slow transaction may lie before it.
    if (asked - this.#heard > overlap / 2) this.emit('missed');
    this.#heard = asked;
    for (const [id, at] of this.#told) if (before.get(id) !== at) this.emit('changed', id);
  }
}
