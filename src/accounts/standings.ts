import type pg from 'pg';
import type { Account } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { Recent } from '../kernel/recent.ts';
import type { AccountChanges } from './changes.ts';
import { type Plan, plans } from './plan.ts';

/** What an account may use at the moment. */
export interface Standing {
  accountId: string;
  plan: Plan;
  /** The subscription's current period. Without one, the calendar month counts. */
  period: { start: Date; end: Date } | undefined;
}

const findStanding = sql<Pick<Account, 'plan' | 'periodStart' | 'periodEnd'>>`
  SELECT plan, period_start AS "periodStart", period_end AS "periodEnd" FROM account WHERE id = $1`;

/** How many standings are remembered. */
const most = 10_000;

/** A standing that is known or is being read. */
interface Known {
  standing: Promise<Standing | undefined>;
  isRead: boolean;
}

/** Remembers the standing of every account in use. A change is in force on every instance within a second, see changes.ts. */
export class Standings {
  readonly #pool: pg.Pool;
  readonly #changes: AccountChanges;
  readonly #known = new Recent<Known>(most);

  constructor(pool: pg.Pool, changes: AccountChanges) {
    this.#pool = pool;
    this.#changes = changes;
    changes.on('changed', (accountId) => this.#known.delete(accountId));
    changes.on('missed', () => this.#known.clear());
  }

  /** Undefined if the account does not exist. */
  of(accountId: string): Promise<Standing | undefined> {
    const known = this.#known.get(accountId);
    // A read under way is fresh, so everybody may use it. An older one counts only while changes are seen.
    if (known && (!known.isRead || this.#changes.isUpToDate)) return known.standing;
    return this.#learn(accountId).standing;
  }

  #learn(accountId: string): Known {
    const known: Known = { standing: this.#read(accountId), isRead: false };
    this.#known.set(accountId, known);
    known.standing.then(
      () => {
        known.isRead = true;
      },
      () => {
        if (this.#known.get(accountId) === known) this.#known.delete(accountId);
      },
    );
    return known;
  }

  async #read(accountId: string): Promise<Standing | undefined> {
    const { rows } = await this.#pool.query({ name: 'standing', text: findStanding, values: [accountId] });
    const [row] = rows;
    const plan = plans.find(({ id }) => id === row?.plan);
    if (!row || !plan) return undefined;
    const { periodStart: start, periodEnd: end } = row;
    return { accountId, plan, period: start && end ? { start, end } : undefined };
  }
}
