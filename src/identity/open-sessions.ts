import type pg from 'pg';
import type { AccountChanges } from '../accounts/index.ts';
import type { Session, User } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { BoundedCache } from '../kernel/bounded-cache.ts';
import type { CookiePrincipal } from '../kernel/principal.ts';
import { SingleFlight } from '../kernel/running/single-flight.ts';

/** The SQL condition of an open session. */
export const isOpen = 'ended_at IS NULL AND expires_at > now()';

type OpenSessionRow = Pick<Session, 'accountId' | 'userId'> & Pick<User, 'email'>;

const findOpenSession = sql<OpenSessionRow>`
  SELECT session.account_id AS "accountId", user_id AS "userId", email
  FROM session JOIN user_profile ON user_profile.id = user_id WHERE session.id = $1 AND ${isOpen}`;

/** An open session, and the current e-mail address of its person. */
export type OpenSession = CookiePrincipal & Pick<User, 'email'>;

/** The number of cached sessions. */
const most = 20_000;

/** A cached session. Without a principal it has ended. */
interface CachedSession {
  principal: OpenSession | undefined;
  isFresh: boolean;
  /** When the entry expires. */
  until: number;
}

/**
 * Finds the principal of an open session, in the cache or by one query. A cached session is looked up again after a change of its
 * account, while changes cannot be polled, and after a minute (see accounts/changes.ts). So every instance refuses an ended
 * session within a second. An ended session never opens again.
 */
export class OpenSessions {
  readonly #pool: pg.Pool;
  readonly #changes: AccountChanges;
  readonly #known = new BoundedCache<CachedSession>(most);
  readonly #lookups = new SingleFlight<OpenSession | undefined>();
  /** Increased by `forget`: look-ups that began before are not cached. */
  #generation = 0;

  constructor(pool: pg.Pool, changes: AccountChanges) {
    this.#pool = pool;
    this.#changes = changes;
    changes.on('changed', (accountId) => this.forget(accountId));
    changes.on('missed', () => this.forget());
  }

  /** Undefined for a session that has ended. Equal look-ups at the same time share one query. */
  async find(id: string): Promise<OpenSession | undefined> {
    const known = this.#known.get(id);
    if (known && (!known.principal || (known.isFresh && this.#changes.isFresh(known.until)))) return known.principal;
    return this.#lookups.do(id, () => this.#lookUp(id));
  }

  /**
   * Marks the cached sessions of an account, or of all accounts, as not fresh. Look-ups under way are not cached, because they
   * may have read the old state.
   */
  forget(accountId?: string): void {
    for (const known of this.#known.values())
      if (accountId === undefined || known.principal?.accountId === accountId) known.isFresh = false;
    this.#generation += 1;
    this.#lookups.restart();
  }

  async #lookUp(id: string): Promise<OpenSession | undefined> {
    const generation = this.#generation;
    const until = this.#changes.newExpiry();
    const { rows } = await this.#pool.query({ name: 'open-session', text: findOpenSession, values: [id] });
    const principal = rows[0] && ({ kind: 'session', ...rows[0], sessionId: id } as const);
    if (!principal || generation === this.#generation) this.#known.set(id, { principal, isFresh: true, until });
    return principal;
  }
}
