import type pg from 'pg';
import type { Account, ApiKey } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import type { Role } from '../../kernel/access/powers.ts';
import { Failure } from '../../kernel/errors.ts';
import { hashOf, mintSecret, prefixOf } from './key-format.ts';
import type { StoredPowers } from './key-powers.ts';
import { isActive, isShort, type KeyRow, keyColumns, type MadeKey, powerColumns } from './key-row.ts';

export interface LockedAccount extends Pick<Account, 'plan'> {
  /** By the clock of the database. */
  now: Date;
}

const selectForUpdate = sql<LockedAccount>`SELECT plan, clock_timestamp() AS now FROM account WHERE id = $1 FOR NO KEY UPDATE`;

/** The failure if the account was erased meanwhile: what the credential of the caller has become. */
export type GoneAccount = 'invalid_session' | 'invalid_api_key';

/** Locks the row of an account until the end of the transaction. Other changes of its keys wait here. */
export async function lockAccount(
  client: pg.ClientBase,
  accountId: string,
  gone: GoneAccount = 'invalid_session',
): Promise<LockedAccount> {
  const { rows } = await client.query(selectForUpdate, [accountId]);
  if (!rows[0]) throw new Failure(gone);
  return rows[0];
}

const findRole = sql<{ role: Role }>`SELECT role FROM membership WHERE account_id = $1 AND user_id = $2 AND barred IS NULL`;

/** The role of a person in an account, or undefined if they are not a member or cannot get in. */
export async function roleOf(client: pg.ClientBase, accountId: string, userId: string): Promise<Role | undefined> {
  return (await client.query(findRole, [accountId, userId])).rows[0]?.role;
}

const countTowardsPlan = sql<{ count: number }>`
  SELECT (count(*) FILTER (WHERE NOT is_short) + greatest(count(*) FILTER (WHERE is_short) - 1, 0))::int AS count
  FROM (SELECT bool_and(${isShort}) AS is_short FROM api_key
    WHERE account_id = $1 AND ${isActive()} GROUP BY family_id) AS family`;

/** The number of keys that count towards the plan. The keys of one family count once. One short-lived key does not count. */
export async function countKeys(client: pg.ClientBase | pg.Pool, accountId: string): Promise<number> {
  return (await client.query(countTowardsPlan, [accountId])).rows[0]?.count ?? 0;
}

const insertApiKey = sql<KeyRow>`INSERT INTO api_key (account_id, name, prefix, hash, expires_at, family_id,
    scopes, addresses, minute_limit, monthly_quota, created_by)
  VALUES ($1, $2, $3, $4, $5, COALESCE($6, gen_random_uuid()), $7, $8, $9, $10, $11) RETURNING ${keyColumns}`;

/** Makes a key. Without a family it starts a new one. */
export async function insertKey(
  client: pg.ClientBase,
  {
    accountId,
    name,
    expiresAt,
    createdBy,
    familyId = null,
    powers: { scopes, addresses, minuteLimit, monthlyQuota },
  }: Pick<ApiKey, 'accountId' | 'name' | 'expiresAt' | 'createdBy'> & { familyId?: string | null; powers: StoredPowers },
): Promise<MadeKey> {
  const secret = mintSecret();
  const own = [accountId, name, prefixOf(secret), hashOf(secret), expiresAt, familyId];
  const values = [...own, scopes, addresses, minuteLimit, monthlyQuota, createdBy];
  const { rows } = await client.query(insertApiKey, values);
  return { apiKey: rows[0] as KeyRow, secret };
}

/** In days: how long before its end a key is reported. */
const noticeDays = 7;

type ExpiringKey = Pick<ApiKey, 'id' | 'accountId' | 'prefix'> & { expiresAt: Date };

// A key that was made for a shorter time, and one that has a successor, end as planned.
const listExpiringKeys = sql<ExpiringKey>`SELECT id, account_id AS "accountId", prefix, expires_at AS "expiresAt" FROM api_key
  WHERE expires_at BETWEEN clock_timestamp() AND clock_timestamp() + interval '${noticeDays} days' AND revoked_at IS NULL
    AND rotated_at IS NULL AND expires_at > created_at + interval '${noticeDays} days'`;

/** The active keys of all accounts that end soon. */
export async function listExpiring(pool: pg.Pool): Promise<ExpiringKey[]> {
  return (await pool.query(listExpiringKeys)).rows;
}

/** The SQL condition of the keys that a member may see: with null, those of everybody. */
const isOf = (parameter: string) => `(${parameter}::uuid IS NULL OR created_by = ${parameter})`;

const listActiveKeys = sql<KeyRow>`SELECT ${keyColumns} FROM api_key
  WHERE account_id = $1 AND ${isOf('$2')} AND ${isActive()} ORDER BY created_at DESC, id DESC`;

const countActiveKeys = sql<{ accountId: string; count: number }>`SELECT account_id AS "accountId", count(*)::int FROM api_key
  WHERE account_id = ANY ($1) AND ${isActive()} GROUP BY account_id`;

/** How many keys of each account are active. An account without any is left out. */
export async function countActive(pool: pg.Pool, accountIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await pool.query(countActiveKeys, [accountIds]);
  return new Map(rows.map(({ accountId, count }) => [accountId, count]));
}

/** Newest first: those that a person made, or all. */
export async function listActive(pool: pg.Pool, accountId: string, maker: string | null): Promise<KeyRow[]> {
  return (await pool.query(listActiveKeys, [accountId, maker])).rows;
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
  const { scopes, addresses, minuteLimit, monthlyQuota } = powers;
  const { rows } = await client.query(updateKey, [id, name, scopes, addresses, minuteLimit, monthlyQuota]);
  return rows[0] as KeyRow;
}

const findKey = sql`SELECT FROM api_key WHERE id = $1 AND ${isActive()}`;

/** Whether a key is active. */
export async function isKeyActive(client: pg.ClientBase, id: string): Promise<boolean> {
  return (await client.query(findKey, [id])).rowCount === 1;
}

const endRotatedKey = sql`
  UPDATE api_key SET rotated_at = clock_timestamp(), revoked_at = CASE WHEN $2 = 0 THEN clock_timestamp() END,
    expires_at = CASE WHEN $2 = 0 THEN expires_at ELSE LEAST(expires_at, clock_timestamp() + $2 * interval '1 second') END
  WHERE id = $1`;

/** Ends a key that has a successor: now, or after the overlap, or at its own end if that is sooner. */
export async function endRotated(client: pg.ClientBase, id: string, overlapSeconds: number): Promise<void> {
  await client.query(endRotatedKey, [id, overlapSeconds]);
}

const revokeActiveKey = sql`UPDATE api_key SET revoked_at = clock_timestamp()
  WHERE id = $1 AND account_id = $2 AND ${isOf('$3')} AND ${isActive()}`;

/** Revokes a key. False if it was not active. */
export async function revokeKey(client: pg.ClientBase, accountId: string, id: string, maker: string | null): Promise<boolean> {
  const { rowCount } = await client.query(revokeActiveKey, [id, accountId, maker]);
  return rowCount === 1;
}

const revokeKeysOf = sql<Pick<ApiKey, 'id'>>`UPDATE api_key SET revoked_at = clock_timestamp()
  WHERE account_id = $1 AND created_by = $2 AND ${isActive()} RETURNING id`;
const giveKeys = sql<Pick<ApiKey, 'id'>>`UPDATE api_key SET created_by = $3
  WHERE account_id = $1 AND created_by = $2 AND ${isActive()} RETURNING id`;

/** Revokes the active keys that a person made, or gives them to another member. Returns their ids. */
export async function endKeysOf(
  client: pg.ClientBase,
  accountId: string,
  userId: string,
  heir: string | undefined,
): Promise<string[]> {
  const values = [accountId, userId];
  const { rows } = heir ? await client.query(giveKeys, [...values, heir]) : await client.query(revokeKeysOf, values);
  return rows.map(({ id }) => id);
}
