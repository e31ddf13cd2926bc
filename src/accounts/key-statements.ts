import type pg from 'pg';
import type { Account, ApiKey } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { Failure } from '../kernel/errors.ts';
import type { MadeKey } from './idempotent-answers.ts';
import { hashOf, mintSecret, prefixOf } from './key-format.ts';
import { isActive, isShort, type KeyRow, keyColumns } from './key-row.ts';

export interface LockedAccount extends Pick<Account, 'plan'> {
  /** By the clock of the database. */
  now: Date;
}

const selectForUpdate = sql<LockedAccount>`SELECT plan, clock_timestamp() AS now FROM account WHERE id = $1 FOR NO KEY UPDATE`;

/** Locks the row of an account until the end of the transaction. Other changes of its keys wait here. */
export async function lockAccount(client: pg.ClientBase, accountId: string): Promise<LockedAccount> {
  const { rows } = await client.query(selectForUpdate, [accountId]);
  if (!rows[0]) throw new Failure('invalid_session');
  return rows[0];
}

const countTowardsPlan = sql<{ count: number }>`
  SELECT (count(*) FILTER (WHERE NOT is_short) + greatest(count(*) FILTER (WHERE is_short) - 1, 0))::int AS count
  FROM (SELECT bool_and(${isShort}) AS is_short FROM api_key
    WHERE account_id = $1 AND ${isActive()} GROUP BY family_id) AS family`;

/** The number of keys that count towards the plan. The keys of one family count once. One short-lived key does not count. */
export async function countKeys(client: pg.ClientBase | pg.Pool, accountId: string): Promise<number> {
  return (await client.query(countTowardsPlan, [accountId])).rows[0]?.count ?? 0;
}

const insertApiKey = sql<KeyRow>`INSERT INTO api_key (account_id, name, prefix, hash, expires_at, family_id)
  VALUES ($1, $2, $3, $4, $5, COALESCE($6, gen_random_uuid())) RETURNING ${keyColumns}`;

/** Makes a key. Without a family it starts a new one. */
export async function insertKey(
  client: pg.ClientBase,
  {
    accountId,
    name,
    expiresAt,
    familyId = null,
  }: Pick<ApiKey, 'accountId' | 'name' | 'expiresAt'> & { familyId?: string | null },
): Promise<MadeKey> {
  const secret = mintSecret();
  const values = [accountId, name, prefixOf(secret), hashOf(secret), expiresAt, familyId];
  const { rows } = await client.query(insertApiKey, values);
  return { apiKey: rows[0] as KeyRow, secret };
}

const listActiveKeys = sql<KeyRow>`SELECT ${keyColumns} FROM api_key
  WHERE account_id = $1 AND ${isActive()} ORDER BY created_at DESC, id DESC`;

const countActiveKeys = sql<{ accountId: string; count: number }>`SELECT account_id AS "accountId", count(*)::int FROM api_key
  WHERE account_id = ANY ($1) AND ${isActive()} GROUP BY account_id`;

/** How many keys of each account are active. An account without any is left out. */
export async function countActive(pool: pg.Pool, accountIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await pool.query(countActiveKeys, [accountIds]);
  return new Map(rows.map(({ accountId, count }) => [accountId, count]));
}

/** Newest first. */
export async function listActive(pool: pg.Pool, accountId: string): Promise<KeyRow[]> {
  return (await pool.query(listActiveKeys, [accountId])).rows;
}

interface OldKey extends Pick<ApiKey, 'name' | 'familyId' | 'rotatedAt'> {
  /** The expiry of a new key with the same lifetime. It is created at the beginning of the transaction, too. */
  sameLife: Date | null;
  /** Another key of its family is active. */
  hasSibling: boolean;
}

const findActiveKey = sql<OldKey>`
  SELECT name, family_id AS "familyId", rotated_at AS "rotatedAt", now() + (expires_at - created_at) AS "sameLife",
    EXISTS (SELECT FROM api_key AS other WHERE other.account_id = api_key.account_id AND other.family_id = api_key.family_id
      AND other.id <> api_key.id AND ${isActive('other')}) AS "hasSibling"
  FROM api_key WHERE id = $1 AND account_id = $2 AND ${isActive()}`;

/** An active key of the account. */
export async function findActive(client: pg.ClientBase, accountId: string, id: string): Promise<OldKey> {
  const { rows } = await client.query(findActiveKey, [id, accountId]);
  if (!rows[0]) throw new Failure('api_key_not_found');
  return rows[0];
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
  WHERE id = $1 AND account_id = $2 AND ${isActive()}`;

/** Revokes a key. False if it was not active. */
export async function revokeKey(client: pg.ClientBase, accountId: string, id: string): Promise<boolean> {
  const { rowCount } = await client.query(revokeActiveKey, [id, accountId]);
  return rowCount === 1;
}
