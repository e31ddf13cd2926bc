import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Session } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { Failure } from '../kernel/errors.ts';
import type { Identity, SessionPrincipal } from '../kernel/principal.ts';
import type { AccountChanges } from './changes.ts';

/** People who are known without a query. */
const most = 20_000;
/** OpenID Connect allows a subject no more. */
const longestSubject = 255;

interface Person {
  email: string | null;
  name: string | null;
  principal: Promise<SessionPrincipal>;
  /** Unset while it is being read. */
  accountId?: string;
}

/**
 * One statement, so all of it or nothing: a person who comes first is made together with an account, one who is there keeps theirs. Of several
 * who come first at once, on whatever instance, the database lets one be the first. What the identity doesn't tell is left as it was.
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

/** Who an identity is in the database, made or brought up to date. */
export async function welcome(client: pg.ClientBase | pg.Pool, { issuer, subject, email, name }: Identity) {
  const { rows } = await client.query({
    name: 'person',
    text: welcomePerson,
    values: [randomUUID(), issuer, subject, storable(email), storable(name)],
  });
  if (!rows[0]) throw new Failure('internal_error');
  return rows[0];
}

/** Who an identity is here: the first session of a person makes their account, and so does the first after it was deleted. */
export class People {
  readonly #pool: pg.Pool;
  readonly #known = new LRUCache<string, Person>({ max: most });

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

  /** Forgets the people of an account. What is being read at the moment may be from before, so it is not kept either. */
  #forget(accountId: string): void {
    for (const [key, person] of this.#known.entries()) if ((person.accountId ?? accountId) === accountId) this.#known.delete(key);
  }
}

/** The one character that a text in PostgreSQL cannot have. */
const storable = (text: string | null): string | null => text?.replaceAll('\0', '') ?? null;
