import type pg from 'pg';
import type { ApiKey } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import { Failure } from '../../kernel/errors.ts';
import { shortLifeSeconds } from '../limits.ts';
import { hashOf, mintSecret, prefixOf } from './key-format.ts';
import type { StoredPowers } from './key-powers.ts';

/** The part of a key that its account may see. */
export interface KeyRow
  extends Pick<ApiKey, 'id' | 'name' | 'prefix' | 'createdAt' | 'lastUsedAt' | 'expiresAt' | 'rotatedAt'>,
    StoredPowers {}

/** The columns of the powers of a key. */
export const powerColumns = `scopes, addresses, minute_limit AS "minuteLimit", monthly_quota AS "monthlyQuota"`;
const powerValues = ({ scopes, addresses, minuteLimit, monthlyQuota }: StoredPowers) =>
  [scopes, addresses, minuteLimit, monthlyQuota] as const;

/** The columns of a KeyRow. The last use is rounded down to the minute, so it could be before the creation. */
const keyColumns = `id, name, prefix, created_at AS "createdAt",
  CASE WHEN last_used_at < created_at THEN created_at ELSE last_used_at END AS "lastUsedAt",
  expires_at AS "expiresAt", rotated_at AS "rotatedAt", ${powerColumns}`;

/** The SQL condition of an active key. It uses the clock of the database, so all instances agree. */
export const isActive = (table = 'api_key'): string =>
  `${table}.revoked_at IS NULL AND (${table}.expires_at IS NULL OR ${table}.expires_at > clock_timestamp())`;

/** The SQL condition of a short-lived key: it ends soon after it was created. */
const isShort = `expires_at IS NOT NULL AND expires_at <= created_at + interval '${shortLifeSeconds} seconds'`;

/** The SQL condition of the keys that a member may see: with null, those of everybody. */
const isOf = (parameter: string) => `(${parameter}::uuid IS NULL OR created_by = ${parameter})`;

/** The active keys of an account ($1) that a person made ($2), or all: newest first. */
export const listActive = sql<KeyRow>`SELECT ${keyColumns} FROM api_key
  WHERE account_id = $1 AND ${isOf('$2')} AND ${isActive()} ORDER BY created_at DESC, id DESC`;

/** How many keys of each account of a list ($1) are active. An account without any is left out. */
export const countActive = sql<{ accountId: string; count: number }>`
  SELECT account_id AS "accountId", count(*)::int FROM api_key
  WHERE account_id = ANY ($1) AND ${isActive()} GROUP BY account_id`;

const noticeDays = 7;

/** The active keys of all accounts that end soon. One that was made for a shorter time, or has a successor, ends as planned. */
export const listExpiring = sql<Pick<ApiKey, 'id' | 'accountId' | 'prefix'> & { expiresAt: Date }>`
  SELECT id, account_id AS "accountId", prefix, expires_at AS "expiresAt" FROM api_key
  WHERE expires_at BETWEEN clock_timestamp() AND clock_timestamp() + interval '${noticeDays} days' AND revoked_at IS NULL
    AND rotated_at IS NULL AND expires_at > created_at + interval '${noticeDays} days'`;

export const findActiveId = sql`SELECT FROM api_key WHERE id = $1 AND ${isActive()}`;

const countTowardsPlan = sql<{ count: number }>`
  SELECT (count(*) FILTER (WHERE NOT is_short) + greatest(count(*) FILTER (WHERE is_short) - 1, 0))::int AS count
  FROM (SELECT bool_and(${isShort}) AS is_short FROM api_key
    WHERE account_id = $1 AND ${isActive()} GROUP BY family_id) AS family`;

/** The number of keys that count towards the plan. The keys of one family count once. One short-lived key does not count. */
export async function countKeys(client: pg.ClientBase | pg.Pool, accountId: string): Promise<number> {
  return (await client.query(countTowardsPlan, [accountId])).rows[0]?.count ?? 0;
}

const insertApiKey = sql<KeyRow>`INSERT INTO api_key (account_id, name, prefix, hash, expires_at, family_id, created_by,
    scopes, addresses, minute_limit, monthly_quota)
  VALUES ($1, $2, $3, $4, $5, COALESCE($6, gen_random_uuid()), $7, $8, $9, $10, $11) RETURNING ${keyColumns}`;

/** Makes a key. Without a family it starts a new one. */
export async function insertKey(
  client: pg.ClientBase,
  key: Pick<ApiKey, 'accountId' | 'name' | 'expiresAt' | 'createdBy'> & { familyId?: string; powers: StoredPowers },
) {
  const { accountId, name, expiresAt, createdBy, familyId = null, powers } = key;
  const secret = mintSecret();
  const own = [accountId, name, prefixOf(secret), hashOf(secret), expiresAt, familyId, createdBy];
  const { rows } = await client.query(insertApiKey, [...own, ...powerValues(powers)]);
  return { ...(rows[0] as KeyRow), secret };
}

interface OldKey extends Pick<ApiKey, 'name' | 'familyId' | 'rotatedAt'>, StoredPowers {
  /** The expiry of a new key with the same lifetime. It is created at the beginning of the transaction, too. */
  sameLife: Date | null;
  /** Another key of its family is active. */
  hasSibling: boolean;
}

const findActiveKey = sql<OldKey>`
  SELECT name, family_id AS "familyId", rotated_at AS "rotatedAt", ${powerColumns},
    now() + (expires_at - created_at) AS "sameLife",
    EXISTS (SELECT FROM api_key AS other WHERE other.account_id = api_key.account_id AND other.family_id = api_key.family_id
      AND other.id <> api_key.id AND ${isActive('other')}) AS "hasSibling"
  FROM api_key WHERE id = $1 AND account_id = $2 AND ${isOf('$3')} AND ${isActive()}`;

/** An active key of the account that a person made, or that anybody made. */
export async function findActive(client: pg.ClientBase, accountId: string, id: string, maker: string | null): Promise<OldKey> {
  const { rows } = await client.query(findActiveKey, [id, accountId, maker]);
  if (!rows[0]) throw new Failure('api_key_not_found');
  return rows[0];
}

const updateKey = sql<KeyRow>`UPDATE api_key SET name = $2, scopes = $3, addresses = $4, minute_limit = $5, monthly_quota = $6
  WHERE id = $1 RETURNING ${keyColumns}`;

/** Writes the name and the powers of a key. */
export async function saveKey(client: pg.ClientBase, id: string, name: string, powers: StoredPowers): Promise<KeyRow> {
  const { rows } = await client.query(updateKey, [id, name, ...powerValues(powers)]);
  return rows[0] as KeyRow;
}

/** Ends a key ($1) that has a successor: now, or after an overlap of $2 seconds, or at its own end if that is sooner. */
export const endRotated = sql`
  UPDATE api_key SET rotated_at = clock_timestamp(), revoked_at = CASE WHEN $2 = 0 THEN clock_timestamp() END,
    expires_at = CASE WHEN $2 = 0 THEN expires_at ELSE LEAST(expires_at, clock_timestamp() + $2 * interval '1 second') END
  WHERE id = $1`;

const revokeActiveKey = sql`UPDATE api_key SET revoked_at = clock_timestamp()
  WHERE id = $1 AND account_id = $2 AND ${isOf('$3')} AND ${isActive()}`;

/** Revokes a key. False if it was not active. */
export async function revokeKey(client: pg.ClientBase, accountId: string, id: string, maker: string | null): Promise<boolean> {
  return (await client.query(revokeActiveKey, [id, accountId, maker])).rowCount === 1;
}

const revokeKeysOf = sql<Pick<ApiKey, 'id'>>`UPDATE api_key SET revoked_at = clock_timestamp()
  WHERE account_id = $1 AND created_by = $2 AND ${isActive()} RETURNING id`;
const giveKeys = sql<Pick<ApiKey, 'id'>>`UPDATE api_key SET created_by = $3
  WHERE account_id = $1 AND created_by = $2 AND ${isActive()} RETURNING id`;

/** Revokes the active keys that a person made, or gives them to another member. Returns their ids. */
export async function endKeysOf(client: pg.ClientBase, accountId: string, userId: string, heir?: string): Promise<string[]> {
  const values = [accountId, userId];
  const { rows } = heir ? await client.query(giveKeys, [...values, heir]) : await client.query(revokeKeysOf, values);
  return rows.map(({ id }) => id);
}
