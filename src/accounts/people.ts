import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Session } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { Failure } from '../kernel/errors.ts';
import type { Identity, SessionPrincipal } from '../kernel/principal.ts';
import { Recent } from '../kernel/recent.ts';
import type { AccountChanges } from './changes.ts';

/** How many people are remembered. */
const most = 20_000;
/** In characters: OpenID Connect allows no longer subject. */
const longestSubject = 255;

interface Person {
  email: string | null;
  name: string | null;
  principal: Promise<SessionPrincipal>;
  /** Unset while the principal is being read. */
  accountId?: string;
}

/**
 * Makes a new person together with an account; a known person keeps theirs. It is one statement, so nothing is left half done. If
 * several requests of a new person come at once, on any instances, the database lets one of them make the account. Missing claims
 * change nothing.
 */
const welcomePerson = sql<Pick<Session, 'userId' | 'accountId'>>`
  WITH person AS (
    INSERT INTO user_profile AS known (account_id, issuer, subject, email, name) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (issuer, subject) DO UPDATE
    SET email = COALESCE(EXCLUDED.email, known.email), name = COALESCE(EXCLUDED.name, known.name)
    RETURNING id, account_id, email
  ), made AS (
    INSERT INTO account (id, email) SELECT account_id, email FROM person WHERE account_id = $1
  ), followed AS (
    UPDATE account SET email = person.email FROM person
    WHERE account.id = person.account_id AND account.email IS DISTINCT FROM person.email
  )
  SELECT id AS "userId", account_id AS "accountId" FROM person`;

/** The person and account of an identity, made or brought up to date. */
export async function welcome(client: pg.ClientBase | pg.Pool, { issuer, subject, email, name }: Identity) {
  const { rows } = await client.query({
    name: 'person',
    text: welcomePerson,
    values: [randomUUID(), issuer, subject, storable(email), storable(name)],
  });
  if (!rows[0]) throw new Failure('internal_error');
  return rows[0];
}

/**
 * Tells which account an identity has. A person's first session makes the account, and so does the first one after its erasure.
 */
export class People {
  readonly #pool: pg.Pool;
  readonly #known = new Recent<Person>(most);

  constructor(pool: pg.Pool, changes?: Pick<AccountChanges, 'on'>) {
    this.#pool = pool;
    changes?.on('departed', (accountId) => this.#forget(accountId));
    changes?.on('missed', () => this.#known.clear());
  }

  async principalOf(identity: Identity): Promise<SessionPrincipal> {
    const { issuer, subject, email, name } = identity;
    if (subject.length > longestSubject || subject.includes('\0')) throw new Failure('invalid_session');
    const key = JSON.stringify([issuer, subject]);
    const known = this.#known.get(key);
    if (known && (email ?? known.email) === known.email && (name ?? known.name) === known.name) return known.principal;
    const person: Person = {
      email: email ?? known?.email ?? null,
      name: name ?? known?.name ?? null,
      principal: welcome(this.#pool, identity).then((who) => ({ kind: 'session' as const, ...who })),
    };
    this.#known.set(key, person);
    try {
      const principal = await person.principal;
      person.accountId = principal.accountId;
      return principal;
    } catch (error) {
      if (this.#known.get(key) === person) this.#known.delete(key);
      throw error;
    }
  }

  /** Forgets the people of an account. A read under way may have seen the old state, so it is not kept either. */
  #forget(accountId: string): void {
    for (const [key, person] of this.#known.entries()) if ((person.accountId ?? accountId) === accountId) this.#known.delete(key);
  }
}

/** Removes the one character that PostgreSQL cannot store. */
const storable = (text: string | null): string | null => text?.replaceAll('\0', '') ?? null;
