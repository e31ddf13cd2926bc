import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { AccountChanges } from '../accounts/index.ts';
import type { Session } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import type { CookiePrincipal } from '../kernel/principal.ts';
import { SingleFlight } from '../kernel/single-flight.ts';

/** A session that is open still, in SQL. */
export const isOpen = 'ended_at IS NULL AND expires_at > now()';

const findOpenSession = sql<Pick<Session, 'accountId' | 'userId'>>`
  SELECT account_id AS "accountId", user_id AS "userId" FROM session WHERE id = $1 AND ${isOpen}`;

/** Sessions that are known without a query. */
const most = 20_000;

/** Without a principal the session has ended. */
interface Known {
  principal: CookiePrincipal | undefined;
  isBelieved: boolean;
}

/**
 * Tells whose an open session is. An open session is not believed once its account has changed, nor while changes cannot be seen (see
 * accounts/changes.ts), so one that was ended is refused within a second everywhere. An ended one never opens again.
 */
export class OpenSessions {
  readonly #pool: pg.Pool;
  readonly #changes: AccountChanges;
  readonly #known = new LRUCache<string, Known>({ max: most });
  readonly #lookups = new SingleFlight<CookiePrincipal | undefined>();
  /** Changes with every forgetting: what was read before it is not kept. */
  #generation = 0;

  constructor(pool: pg.Pool, changes: AccountChanges) {
    this.#pool = pool;
    this.#changes = changes;
    changes.on('changed', (accountId) => this.forget(accountId));
    changes.on('missed', () => this.forget());
  }

  /** Undefined for a session that has ended. What many ask at once is asked once. */
  async find(id: string): Promise<CookiePrincipal | undefined> {
    const known = this.#known.get(id);
    if (known && (!known.principal || (known.isBelieved && this.#changes.isUpToDate))) return known.principal;
    return this.#lookups.do(id, () => this.#look(id));
  }

  /** Believes no more what is known of the sessions of an account, or of all. A look-up under way may have read what no longer holds: it is not kept. */
  forget(accountId?: string): void {
    for (const known of this.#known.values())
      if (accountId === undefined || known.principal?.accountId === accountId) known.isBelieved = false;
    this.#generation += 1;
    this.#lookups.restart();
  }

  async #look(id: string): Promise<CookiePrincipal | undefined> {
    const generation = this.#generation;
    const { rows } = await this.#pool.query({ name: 'open-session', text: findOpenSession, values: [id] });
    const principal = rows[0] && ({ kind: 'session', ...rows[0], sessionId: id } as const);
    if (!principal || generation === this.#generation) this.#known.set(id, { principal, isBelieved: true });
    return principal;
  }
}
