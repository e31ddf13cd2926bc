import type pg from 'pg';
import type { AccountChanges } from '../accounts/index.ts';
import type { Session, User } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { BoundedCache } from '../kernel/bounded-cache.ts';
import type { CookiePrincipal } from '../kernel/principal.ts';
import { SingleFlight } from '../kernel/single-flight.ts';

/** The SQL condition of an open session. */
export const isOpen = 'ended_at IS NULL AND expires_at > now()';

type Found = Pick<Session, 'accountId' | 'userId'> & Pick<User, 'email'>;

const findOpenSession = sql<Found>`
  SELECT session.account_id AS "accountId", user_id AS "userId", email
  FROM session JOIN user_profile ON user_profile.id = user_id WHERE session.id = $1 AND ${isOpen}`;

/** An open session, and the e-mail address that its person has now. */
export type OpenSession = CookiePrincipal & Pick<User, 'email'>;

/** How many sessions are cached. */
const most = 20_000;

/** What is remembered of a session. Without a principal it has ended. */
interface Known {
  principal: OpenSession | undefined;
  isBelieved: boolean;
  /** Until when it is believed. */
  until: number;
}

/**
 * Tells whose an open session is, from memory or by one query. A remembered session is looked up again once its account has
 * changed, while changes cannot be seen, and after a minute (see accounts/changes.ts). So an ended session is refused everywhere
 * within a second. It never opens again.
 */
export class OpenSessions {
  readonly #pool: pg.Pool;
  readonly #changes: AccountChanges;
  readonly #known = new BoundedCache<Known>(most);
  readonly #lookups = new SingleFlight<OpenSession | undefined>();
  /** Changes with every forgetting: what was read before it is not kept. */
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
    if (known && (!known.principal || (known.isBelieved && this.#changes.believes(known.until)))) return known.principal;
    return this.#lookups.do(id, () => this.#look(id));
  }

  /**
   * Makes the sessions of an account, or of all, be looked up again. A look-up under way may have read the old state, so it is
   * not kept.
   */
  forget(accountId?: string): void {
    for (const known of this.#known.values())
      if (accountId === undefined || known.principal?.accountId === accountId) known.isBelieved = false;
    this.#generation += 1;
    this.#lookups.restart();
  }

  async #look(id: string): Promise<OpenSession | undefined> {
    const generation = this.#generation;
    const until = this.#changes.memoryEnd();
    const { rows } = await this.#pool.query({ name: 'open-session', text: findOpenSession, values: [id] });
    const principal = rows[0] && ({ kind: 'session', ...rows[0], sessionId: id } as const);
    if (!principal || generation === this.#generation) this.#known.set(id, { principal, isBelieved: true, until });
    return principal;
  }
}
