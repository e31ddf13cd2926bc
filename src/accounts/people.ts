import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Session, User } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import { BoundedCache } from '../kernel/bounded-cache.ts';
import { Failure } from '../kernel/errors.ts';
import type { Identity, SignedIn } from '../kernel/principal.ts';
import { isClosing } from './account-row.ts';
import type { AccountChanges } from './changes.ts';
import { accountDeletions, refuseOlder } from './deletions.ts';

const maxCached = 20_000;
/** OpenID Connect allows no longer subject. */
const maxSubjectCharacters = 255;

/** The columns of a person that are needed here. */
interface StoredPerson extends Pick<Session, 'userId' | 'accountId'>, Pick<User, 'tokensFrom'> {
  isClosing: boolean;
  /** The issuer refused the person, and has not accepted them since. */
  isRefused: boolean;
  /** An account that they are in requires their issuer. */
  isRuled: boolean;
}

interface CachedPerson {
  /** What the token said that it was read for, and what earlier tokens said. */
  claims: Identity;
  stored: Promise<StoredPerson>;
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

interface PeopleOptions {
  changes?: AccountChanges;
  deletions?: ReturnType<typeof accountDeletions>;
  /** Applies the sign-in rules of accounts to a person. */
  settlePerson?(userId: string): Promise<void>;
}

/** Finds the account of an identity. A person's first session makes the account, and so does the first one after its erasure. */
export function accountPeople(
  pool: pg.Pool,
  { changes, deletions = accountDeletions(), settlePerson = async () => {} }: PeopleOptions = {},
) {
  const cache = new BoundedCache<CachedPerson>(maxCached);
  // Reads under way are removed too, because they may have read the old state.
  changes?.on('departed', (left) => {
    for (const [key, { accountId = left }] of cache.entries()) if (accountId === left) cache.delete(key);
  });
  changes?.on('missed', () => cache.clear());

  /** Applies the rules of the accounts that require the person's issuer, once what it says of them is stored. */
  const settle = async ({ userId, isRuled }: Pick<StoredPerson, 'userId' | 'isRuled'>): Promise<void> => {
    if (isRuled) await settlePerson(userId);
  };

  const find = async (client: pg.ClientBase | pg.Pool, identity: Identity): Promise<StoredPerson | undefined> =>
    (await client.query({ name: 'person', text: findPerson, values: valuesOf(identity) })).rows[0];

  /** Finds or makes the person and account of an identity, in a transaction. */
  const findOrCreate = async (client: pg.ClientBase, identity: Identity): Promise<StoredPerson> => {
    const known = await find(client, identity);
    if (known) return known;
    await deletions.checkReturn(client, identity);
    const [issuer, subject, email, name] = valuesOf(identity);
    const { rows } = await client.query(makePerson, [randomUUID(), issuer, subject, email, name]);
    if (rows[0]) await deletions.completeReturn(client, identity, rows[0].accountId);
    // The person exists now: made here, or by another request meanwhile.
    const made = await find(client, identity);
    if (!made) throw new Failure('service_unavailable');
    return made;
  };

  const read = async (identity: Identity): Promise<StoredPerson> => {
    const stored = (await find(pool, identity)) ?? (await inTransaction(pool, (client) => findOrCreate(client, identity)));
    await settle(stored);
    return stored;
  };

  /** Only tokens of the same time share a read under way: an old token may fail where a new one makes the account. */
  const isCurrent = ({ claims, accountId, until }: CachedPerson, identity: Identity): boolean => {
    if ((identity.email ?? claims.email) !== claims.email || (identity.name ?? claims.name) !== claims.name) return false;
    if (identity.isEmailVerified && !claims.isEmailVerified) return false;
    if (identity.groups && JSON.stringify(identity.groups) !== JSON.stringify(claims.groups)) return false;
    return accountId === undefined ? claims.issuedAt === identity.issuedAt : changes?.isFresh(until) === true;
  };

  const load = (key: string, identity: Identity, before: Identity | undefined): CachedPerson => {
    const groups = identity.groups ?? before?.groups;
    const claims = {
      ...identity,
      email: identity.email ?? before?.email ?? null,
      name: identity.name ?? before?.name ?? null,
      ...(groups && { groups }),
    };
    const person: CachedPerson = { claims, stored: read(identity), until: changes?.newExpiry() ?? 0 };
    cache.set(key, person);
    const forget = () => {
      if (cache.get(key) === person) cache.delete(key);
    };
    // People of a closing account are not cached, nor are those whom the issuer refused, nor failures.
    person.stored.then((stored) => {
      person.accountId = stored.accountId;
      if (stored.isClosing || stored.isRefused) forget();
    }, forget);
    return person;
  };

  return {
    settle,
    findOrCreate,

    /** The ids of the accounts of people with an e-mail address, for operators. */
    accountsOf: async (email: string): Promise<string[]> =>
      (await pool.query(findAccounts, [email.trim()])).rows.map(({ accountId }) => accountId),

    principalOf: async (identity: Identity): Promise<SignedIn> => {
      const { issuer, subject } = identity;
      if (subject.length > maxSubjectCharacters || subject.includes('\0')) throw new Failure('invalid_session');
      const key = JSON.stringify([issuer, subject]);
      const before = cache.get(key);
      const person = before && isCurrent(before, identity) ? before : load(key, identity, before?.claims);
      const { accountId, userId, tokensFrom } = await person.stored;
      refuseOlder(identity, tokensFrom);
      return { kind: 'session', accountId, userId, ...(identity.lacksGroups && { lacksGroups: true }) };
    },

    /** Stores what the issuer says of a person now. It does not make a person: they may have erased their account meanwhile. */
    update: async (identity: Identity): Promise<void> => {
      const stored = await find(pool, { ...identity, issuedAt: Number.POSITIVE_INFINITY });
      if (stored) await settle(stored);
    },

    /** The issuer refuses a person. They are out of the accounts that require it, until it accepts them again. */
    refuse: async (userId: string): Promise<void> => {
      await pool.query(refusePerson, [userId]);
      await settlePerson(userId);
    },
  };
}

export type People = ReturnType<typeof accountPeople>;

/**
 * The parameters of `findPerson`: the issuer, the subject, the e-mail address, the name, the address again if the issuer has
 * verified it, the groups that the issuer names, and since when it stands for the person.
 */
const valuesOf = ({ issuer, subject, email, name, isEmailVerified, groups, issuedAt }: Identity) => {
  const storedEmail = storable(email);
  return [issuer, subject, storedEmail, storable(name), isEmailVerified ? storedEmail : null, groups ?? null, issuedAt ?? null];
};

/** Removes the one character that PostgreSQL cannot store. */
const storable = (text: string | null): string | null => text?.replaceAll('\0', '') ?? null;
