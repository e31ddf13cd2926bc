import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Session, User } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import { BoundedCache } from '../kernel/bounded-cache.ts';
import { Failure } from '../kernel/errors.ts';
import type { Identity, SignedIn } from '../kernel/principal.ts';
import type { AccountChanges } from './changes.ts';
import { isClosing } from './closing.ts';
import { Departures, refuseOlder } from './departures.ts';

/** The number of cached people. */
const most = 20_000;
/** In characters: the maximum length of a subject in OpenID Connect. */
const longestSubject = 255;

/** The columns of a person that are needed here. */
interface StoredPerson extends Pick<Session, 'userId' | 'accountId'>, Pick<User, 'tokensFrom'> {
  isClosing: boolean;
  /** The issuer refused the person, and has not accepted them since. */
  isRefused: boolean;
  /** An account that they are in requires their issuer. */
  isRuled: boolean;
}

interface Person {
  email: string | null;
  name: string | null;
  isEmailVerified: boolean;
  groups: string;
  known: Promise<StoredPerson>;
  /** The time of the token that it was read for. */
  issuedAt: number | undefined;
  /** Unset while the row is being read. */
  accountId?: string;
  /** When the entry expires, see changes.ts. */
  until: number;
}

/** Whether a token (`$7` is when it was issued, in seconds) names groups, and is not older than what named the stored ones. */
const namesGroups = '$6::text[] IS NOT NULL AND coalesce(groups_at <= to_timestamp($7::float8), groups_at IS NULL)';

/**
 * Finds a person and updates the profile. Missing claims change nothing. `$5` is the e-mail address if the issuer has verified
 * it: a token without that claim does not take it back. A token that was issued after the issuer refused the person accepts them
 * again. Tokens are dated by the second, so `groups_at` is too: a token of the same second counts.
 */
const findPerson = sql<StoredPerson>`
  WITH known AS (
    SELECT user_profile.id, account_id, tokens_from, ${isClosing} AS closing, COALESCE($3, user_profile.email) AS email,
      COALESCE($4, name) AS name, COALESCE($5, verified_email) AS verified_email,
      CASE WHEN ${namesGroups} THEN $6 ELSE user_profile.groups END AS groups,
      CASE WHEN ${namesGroups} THEN least(to_timestamp($7), date_trunc('second', now())) ELSE groups_at END AS groups_at,
      CASE WHEN refused_at < to_timestamp($7::float8) THEN NULL ELSE refused_at END AS refused_at
    FROM user_profile JOIN account ON account.id = account_id WHERE issuer = $1 AND subject = $2
  ), described AS (
    UPDATE user_profile SET email = known.email, name = known.name, verified_email = known.verified_email,
      groups = known.groups, groups_at = known.groups_at, refused_at = known.refused_at FROM known
    WHERE user_profile.id = known.id
      AND (user_profile.email, user_profile.name, user_profile.verified_email, user_profile.groups, user_profile.groups_at,
        user_profile.refused_at)
      IS DISTINCT FROM (known.email, known.name, known.verified_email, known.groups, known.groups_at, known.refused_at)
  ), followed AS (
    UPDATE account SET email = known.email FROM known
    WHERE account.id = known.account_id AND account.email IS DISTINCT FROM known.email
  )
  SELECT id AS "userId", account_id AS "accountId", tokens_from AS "tokensFrom", closing AS "isClosing",
    refused_at IS NOT NULL AS "isRefused", EXISTS (
      SELECT FROM membership JOIN account ON account.id = membership.account_id
      WHERE user_id = known.id AND required_issuer = $1
    ) AS "isRuled"
  FROM known`;

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

const refusePerson = sql`UPDATE user_profile SET refused_at = clock_timestamp() WHERE id = $1`;

const findAccounts = sql<Pick<User, 'accountId'>>`
  SELECT DISTINCT account_id AS "accountId" FROM user_profile WHERE lower(email) = lower($1) LIMIT 1000`;

interface PeopleParts {
  changes?: AccountChanges;
  departures?: Departures;
  /** Applies the sign-in rules of accounts to a person. */
  settle?(userId: string): Promise<void>;
}

/** Finds the account of an identity. A person's first session makes the account, and so does the first one after its erasure. */
export class People {
  readonly #pool: pg.Pool;
  readonly #changes: AccountChanges | undefined;
  readonly #departures: Departures;
  readonly #settle: PeopleParts['settle'];
  readonly #known = new BoundedCache<Person>(most);

  constructor(pool: pg.Pool, { changes, departures = new Departures(), settle }: PeopleParts = {}) {
    this.#pool = pool;
    this.#changes = changes;
    this.#departures = departures;
    this.#settle = settle;
    changes?.on('departed', (accountId) => this.#forget(accountId));
    changes?.on('missed', () => this.#known.clear());
  }

  /** The ids of the accounts of people with an e-mail address, for operators. */
  async accountsOf(email: string): Promise<string[]> {
    const { rows } = await this.#pool.query(findAccounts, [email.trim()]);
    return rows.map(({ accountId }) => accountId);
  }

  async principalOf(identity: Identity): Promise<SignedIn> {
    const { issuer, subject } = identity;
    if (subject.length > longestSubject || subject.includes('\0')) throw new Failure('invalid_session');
    const key = JSON.stringify([issuer, subject]);
    const before = this.#known.get(key);
    const person = before && this.#isCurrent(before, identity) ? before : this.#load(key, identity, before);
    const { accountId, userId, tokensFrom } = await person.known;
    refuseOlder(identity, tokensFrom);
    return { kind: 'session', accountId, userId, ...(identity.lacksGroups && { lacksGroups: true }) };
  }

  /** Applies the rules of the accounts that require the person's issuer, once what it says of them is stored. */
  async settle({ userId, isRuled }: Pick<StoredPerson, 'userId' | 'isRuled'>): Promise<void> {
    if (isRuled) await this.#settle?.(userId);
  }

  /** Stores what the issuer says of a person now. It does not make a person: they may have erased their account meanwhile. */
  async hear(identity: Identity): Promise<void> {
    const values = [identity.issuer, identity.subject, ...profileOf(identity), identity.groups ?? null, Number.POSITIVE_INFINITY];
    const known = (await this.#pool.query({ name: 'person', text: findPerson, values })).rows[0];
    if (known) await this.settle(known);
  }

  /** The issuer refuses a person. They are out of the accounts that require it, until it accepts them again. */
  async refuse(userId: string): Promise<void> {
    await this.#pool.query(refusePerson, [userId]);
    await this.#settle?.(userId);
  }

  /** Finds or makes the person and account of an identity, in a transaction. */
  async findOrCreate(client: pg.ClientBase, identity: Identity): Promise<StoredPerson> {
    const { issuer, subject } = identity;
    const [email, name] = profileOf(identity);
    const find = async () =>
      (await client.query(findPerson, [issuer, subject, ...profileOf(identity), ...wordOf(identity)])).rows[0];
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
  #isCurrent({ email, name, isEmailVerified, groups, issuedAt, accountId, until }: Person, identity: Identity): boolean {
    if ((identity.email ?? email) !== email || (identity.name ?? name) !== name) return false;
    if (identity.isEmailVerified && !isEmailVerified) return false;
    if (identity.groups && JSON.stringify(identity.groups) !== groups) return false;
    return accountId === undefined ? issuedAt === identity.issuedAt : this.#changes?.isFresh(until) === true;
  }

  #load(key: string, identity: Identity, before: Person | undefined): Person {
    const person: Person = {
      email: identity.email ?? before?.email ?? null,
      name: identity.name ?? before?.name ?? null,
      isEmailVerified: identity.isEmailVerified ?? false,
      groups: identity.groups ? JSON.stringify(identity.groups) : (before?.groups ?? ''),
      known: this.#read(identity),
      issuedAt: identity.issuedAt,
      until: this.#changes?.newExpiry() ?? 0,
    };
    this.#known.set(key, person);
    const forget = () => {
      if (this.#known.get(key) === person) this.#known.delete(key);
    };
    // People of a closing account are not cached, nor are those whom the issuer refused, nor failures.
    person.known.then((known) => {
      person.accountId = known.accountId;
      if (known.isClosing || known.isRefused) forget();
    }, forget);
    return person;
  }

  async #read(identity: Identity): Promise<StoredPerson> {
    const values = [identity.issuer, identity.subject, ...profileOf(identity), ...wordOf(identity)];
    const { rows } = await this.#pool.query({ name: 'person', text: findPerson, values });
    const known = rows[0] ?? (await inTransaction(this.#pool, (client) => this.findOrCreate(client, identity)));
    await this.settle(known);
    return known;
  }

  /**
   * Removes the people of an account from the cache. Reads under way are removed too, because they may have read the old state.
   */
  #forget(accountId: string): void {
    for (const [key, person] of this.#known.entries()) if ((person.accountId ?? accountId) === accountId) this.#known.delete(key);
  }
}

/** What is stored of a person: the e-mail address, the name, and the address again if the issuer has verified it. */
const profileOf = ({ email, name, isEmailVerified }: Identity) =>
  [storable(email), storable(name), isEmailVerified ? storable(email) : null] as const;

/** The groups that the issuer names, and since when it stands for the person. */
const wordOf = ({ groups, issuedAt }: Identity) => [groups ?? null, issuedAt ?? null] as const;

/** Removes the one character that PostgreSQL cannot store. */
const storable = (text: string | null): string | null => text?.replaceAll('\0', '') ?? null;
