import type pg from 'pg';
import type { AccountChanges } from './changes.ts';
import { type Plan, plans } from './plan.ts';

/** What an account may use at the moment. */
export interface Standing {
  accountId: string;
  plan: Plan;
  /** The subscription's current period. Without one, the calendar month counts. */
  period: { start: Date; end: Date } | undefined;
}

/** The standing of every account that is in use. A change is in force on every instance within a second, see changes.ts. */
export class Standings {
  readonly #pool: pg.Pool;
  readonly #changes: AccountChanges;
  readonly #known = new Map<string, Promise<Standing | undefined>>();

  constructor(pool: pg.Pool, changes: AccountChanges) {
    this.#pool = pool;
    this.#changes = changes;
    changes.on('changed', (accountId) => this.#known.delete(accountId));
    changes.on('missed', () => this.#known.clear());
  }

  /** Undefined for an account that is not there. */
  async of(accountId: string): Promise<Standing | undefined> {
    if (!this.#changes.isUpToDate) this.#known.clear();
    const known = this.#known.get(accountId) ?? this.#read(accountId);
    this.#known.set(accountId, known);
    return known;
  }

  async #read(accountId: string): Promise<Standing | undefined> {
    try {
      const { rows } = await this.#pool.query({
        name: 'standing',
        text: 'SELECT plan, period_start AS start, period_end AS "end" FROM account WHERE id = $1',
        values: [accountId],
      });
      const plan = plans.find(({ id }) => id === rows[0]?.plan);
      return plan && { accountId, plan, period: rows[0].start ? { start: rows[0].start, end: rows[0].end } : undefined };
    } catch (error) {
      this.#known.delete(accountId);
      throw error;
    }
  }
}
