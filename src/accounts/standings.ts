import type pg from 'pg';
import type { Account } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { BoundedCache } from '../kernel/bounded-cache.ts';
import type { AccountChanges } from './changes.ts';
import { isClosing } from './closing.ts';
import { type Plan, plans } from './plan.ts';

/** The plan and billing period of an account at the moment. */
export interface Standing {
  accountId: string;
  /** The id under which its usage is counted. It stays the same when a person leaves and comes back. */
  meterId: string;
  plan: Plan;
  /** The subscription's current period. Without one, the calendar month counts. */
  period: { start: Date; end: Date } | undefined;
  /** The account is being erased. */
  isClosing: boolean;
}

type Found = Pick<Account, 'plan' | 'periodStart' | 'periodEnd'> & Pick<Standing, 'meterId' | 'isClosing'>;

const findStanding = sql<Found>`SELECT plan, period_start AS "periodStart", period_end AS "periodEnd",
    coalesce(meter_id, id) AS "meterId", ${isClosing} AS "isClosing"
  FROM account WHERE id = $1`;

/** The number of cached standings. */
const most = 10_000;

/** A standing that is cached or being read. */
interface Known {
  standing: Promise<Standing | undefined>;
  isRead: boolean;
  /** When the entry expires. */
  until: number;
}

/** Caches the standings of accounts. A change takes effect on every instance within a second, see changes.ts. */
export class Standings {
  readonly #pool: pg.Pool;
  readonly #changes: AccountChanges;
  readonly #known = new BoundedCache<Known>(most);

  constructor(pool: pg.Pool, changes: AccountChanges) {
    this.#pool = pool;
    this.#changes = changes;
    changes.on('changed', (accountId) => this.#known.delete(accountId));
    changes.on('missed', () => this.#known.clear());
  }

  /** Undefined if the account does not exist. */
  of(accountId: string): Promise<Standing | undefined> {
    const known = this.#known.get(accountId);
    // A read under way is always fresh. A finished one is fresh only while changes are polled.
    if (known && (!known.isRead || this.#changes.isFresh(known.until))) return known.standing;
    return this.#load(accountId).standing;
  }

  #load(accountId: string): Known {
    const known: Known = { standing: this.#read(accountId), isRead: false, until: this.#changes.newExpiry() };
    this.#known.set(accountId, known);
    const forget = () => {
      if (this.#known.get(accountId) === known) this.#known.delete(accountId);
    };
    // A closing account is not cached: if its erasure fails, it opens again.
    known.standing.then((standing) => {
      known.isRead = true;
      if (!standing || standing.isClosing) forget();
    }, forget);
    return known;
  }

  async #read(accountId: string): Promise<Standing | undefined> {
    const { rows } = await this.#pool.query({ name: 'standing', text: findStanding, values: [accountId] });
    const [row] = rows;
    const plan = plans.find(({ id }) => id === row?.plan);
    if (!row || !plan) return undefined;
    const { periodStart: start, periodEnd: end, meterId, isClosing: closes } = row;
    return { accountId, meterId, plan, period: start && end ? { start, end } : undefined, isClosing: closes };
  }
}
