import type pg from 'pg';
import { AccountCache, type AccountChanges } from '../accounts/index.ts';
import type { Session, User } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { BoundedCache } from '../kernel/bounded-cache.ts';
import type { CookiePrincipal } from '../kernel/principal.ts';

/** The SQL condition of an open session. */
export const isOpen = 'ended_at IS NULL AND expires_at > now()';

type OpenSessionRow = Pick<Session, 'accountId' | 'userId'> & Pick<User, 'email'>;

const findOpenSession = sql<OpenSessionRow>`
  SELECT session.account_id AS "accountId", user_id AS "userId", email
  FROM session JOIN user_profile ON user_profile.id = user_id WHERE session.id = $1 AND ${isOpen}`;

/** An open session, and the current e-mail address of its person. */
type OpenSession = CookiePrincipal & Pick<User, 'email'>;

const maxCached = 20_000;

/**
 * Finds the principal of an open session, in the cache or by one query, see accounts/changes.ts. So every instance refuses an
 * ended session within a second. An ended session never opens again.
 */
export function openSessionCache(pool: pg.Pool, changes: AccountChanges) {
  const cache = new AccountCache<OpenSession>(changes, maxCached);
  const ended = new BoundedCache<true>(maxCached);

  const read = async (id: string) => {
    const { rows } = await pool.query({ name: 'open-session', text: findOpenSession, values: [id] });
    if (rows[0]) return { value: { kind: 'session' as const, ...rows[0], sessionId: id } };
    ended.set(id, true);
    return undefined;
  };

  return {
    /** Undefined for a session that has ended. Equal look-ups at the same time share one query. */
    find: async (id: string): Promise<OpenSession | undefined> =>
      ended.get(id) ? undefined : (cache.get(id) ?? cache.readOnce(id, () => read(id))),

    /** Reads the sessions of an account again. */
    forget: (accountId: string): void => cache.forget((session) => session.accountId === accountId),
  };
}

export type OpenSessionCache = ReturnType<typeof openSessionCache>;
