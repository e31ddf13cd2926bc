import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Session, User } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import { BoundedCache } from '../kernel/bounded-cache.ts';
import { Failure } from '../kernel/errors.ts';
import type { Identity, SessionPrincipal } from '../kernel/principal.ts';
import type { AccountChanges } from './changes.ts';
import { isClosing } from './closing.ts';
import { Departures, refuseOlder } from './departures.ts';

/** The number of cached people. */
const most = 20_000;
/** In characters: the maximum length of a subject in OpenID Connect. */
const longestSubject = 255;

/** The columns of a person that are needed here. */
interface Known extends Pick<Session, 'userId' | 'accountId'>, Pick<User, 'tokensFrom'> {
  isClosing: boolean;
}

interface Person {
  email: string | null;
  name: string | null;
  known: Promise<Known>;
  /** The time of the token that it was read for. */
  issuedAt: number | undefined;
  /** Unset while the row is being read. */
  accountId?: string;
  /** When the entry expires, see changes.ts. */
  until: number;
}

/** Finds a person and updates the profile. Missing claims change nothing. */
const findPerson = sql<Known>`
  WITH known AS (
    SELECT user_profile.id, account_id, tokens_from, ${isClosing} AS closing, COALESCE($3, user_profile.email) AS email,
      COALESCE($4, name) AS name
    FROM user_profile JOIN account ON account.id = account_id WHERE issuer = $1 AND subject = $2
  ), described AS (
    UPDATE user_profile SET email = known.email, name = known.name FROM known
    WHERE user_profile.id = known.id AND (user_profile.email, user_profile.name) IS DISTINCT FROM (known.email, known.name)
  ), followed AS (
    UPDATE account SET email = known.email FROM known
    WHERE account.id = known.account_id AND account.email IS DISTINCT FROM known.email
  )
  SELECT id AS "userId", account_id AS "accountId", tokens_from AS "tokensFrom", closing AS "isClosing" FROM known`;

/**
 * Makes a person with an account. If several requests of a new person come at once, on any instances, only one of them makes the
 * account.
 */
const makePerson = sql<Pick<Session, 'userId' | 'accountId'>>`
  WITH person AS (
    INSERT INTO user_profile AS known (account_id, issuer, subject, email, name) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (issuer, subject) DO NOTHING RETURNING id, account_id, email
  ), made AS (
    INSERT INTO account (id, email) SELECT account_id, email FROM person
  )
  SELECT id AS "userId", account_id AS "accountId" FROM person`;

const findAccounts = sql<Pick<User, 'accountId'>>`
  SELECT DISTINCT account_id AS "accountId" FROM user_profile WHERE lower(email) = lower($1) LIMIT 1000`;

/** Finds the account of an identity. A person's first session makes the account, and so does the first one after its erasure. */
export class People {
  readonly #pool: pg.Pool;
  readonly #changes: AccountChanges | undefined;
  readonly #departures: Departures;
  readonly #known = new BoundedCache<Person>(most);

  constructor(pool: pg.Pool, changes?: AccountChanges, departures = new Departures()) {
    this.#pool = pool;
    this.#changes = changes;
    this.#departures = departures;
    changes?.on('departed', (accountId) => this.#forget(accountId));
    changes?.on('missed', () => this.#known.clear());
  }

  /** The ids of the accounts of people with an e-mail address, for operators. */
  async accountsOf(email: string): Promise<string[]> {
    const { rows } = await this.#pool.query(findAccounts, [email.trim()]);
    return rows.map(({ accountId }) => accountId);
  }

  async principalOf(identity: Identity): Promise<SessionPrincipal> {
    const { issuer, subject } = identity;
    if (subject.length > longestSubject || subject.includes('\0')) throw new Failure('invalid_session');
    const key = JSON.stringify([issuer, subject]);
    const before = this.#known.get(key);
    const person = before && this.#isCurrent(before, identity) ? before : this.#load(key, identity, before);
    const { accountId, userId, tokensFrom } = await person.known;
    refuseOlder(identity, tokensFrom);
    return { kind: 'session', accountId, userId };
  }

  /** Finds or makes the person and account of an identity, in a transaction. */
  async findOrCreate(client: pg.ClientBase, identity: Identity): Promise<Known> {
    const { issuer, subject } = identity;
    const email = storable(identity.email);
    const name = storable(identity.name);
    const find = async () => (await client.query(findPerson, [issuer, subject, email, name])).rows[0];
    const known = await find();
    if (known) return known;
    await this.#departures.check(client, identity);
    const { rows } = await client.query(makePerson, [randomUUID(), issuer, subject, email, name]);
    if (rows[0]) await this.#departures.end(client, identity, rows[0].accountId);
    // The person exists now: made here, or by another request meanwhile.
    const made = await find();
    if (!made) throw new Failure('service_unavailable');
    return made;
  }

  /** Only tokens of the same time share a read under way: an old token may fail where a new one makes the account. */
  #isCurrent({ email, name, issuedAt, accountId, until }: Person, identity: Identity): boolean {
    if ((identity.email ?? email) !== email || (identity.name ?? name) !== name) return false;
    return accountId === undefined ? issuedAt === identity.issuedAt : this.#changes?.isFresh(until) === true;
  }

  #load(key: string, identity: Identity, before: Person | undefined): Person {
    const person: Person = {
      email: identity.email ?? before?.email ?? null,
      name: identity.name ?? before?.name ?? null,
      known: this.#read(identity),
      issuedAt: identity.issuedAt,
      until: this.#changes?.newExpiry() ?? 0,
    };
    this.#known.set(key, person);
    const forget = () => {
      if (this.#known.get(key) === person) this.#known.delete(key);
    };
    // People of a closing account are not cached, and neither are failures.
    person.known.then((known) => {
      person.accountId = known.accountId;
      if (known.isClosing) forget();
    }, forget);
    return person;
  }

  async #read(identity: Identity): Promise<Known> {
    const { issuer, subject, email, name } = identity;
    const values = [issuer, subject, storable(email), storable(name)];
    const { rows } = await this.#pool.query({ name: 'person', text: findPerson, values });
    return rows[0] ?? inTransaction(this.#pool, (client) => this.findOrCreate(client, identity));
  }

  /**
   * Removes the people of an account from the cache. Reads under way are removed too, because they may have read the old state.
   */
  #forget(accountId: string): void {
    for (const [key, person] of this.#known.entries()) if ((person.accountId ?? accountId) === accountId) this.#known.delete(key);
  }
}

/** Removes the one character that PostgreSQL cannot store. */
const storable = (text: string | null): string | null => text?.replaceAll('\0', '') ?? null;
