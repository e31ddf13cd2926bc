import type pg from 'pg';
import { raise } from '../../alerts/index.ts';
import { LastUse } from '../../background/last-use.ts';
import type { ApiKey } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import type { Logger } from '../../kernel/logging.ts';

/** A key that is used after so long a silence raises an alert. */
const longSilenceDays = 90;

interface UsedKey extends Pick<ApiKey, 'id' | 'accountId' | 'prefix'> {
  /** How long the key was not used before. */
  silenceDays: number;
  /** The use before, or the creation of the key. */
  before: Date;
}

// The use is rounded down to the minute, so it could be before the creation of the key or address.
const writeKeyUse = sql<UsedKey>`
  UPDATE api_key SET last_used_at = GREATEST(used.at, api_key.created_at)
  FROM unnest($1::uuid[], $2::timestamptz[]) AS used (id, at) JOIN api_key AS old ON old.id = used.id
  WHERE api_key.id = used.id AND (api_key.last_used_at IS NULL OR api_key.last_used_at < used.at)
  RETURNING api_key.id, api_key.account_id AS "accountId", api_key.prefix, coalesce(old.last_used_at, old.created_at) AS before,
    extract(day FROM used.at - coalesce(old.last_used_at, old.created_at))::int AS "silenceDays"`;
const writeAddressUse = sql`
  UPDATE reconcile_address SET last_used_at = GREATEST(used.at, created_at)
  FROM unnest($1::uuid[], $2::timestamptz[]) AS used (id, at)
  WHERE reconcile_address.id = used.id AND (last_used_at IS NULL OR last_used_at < used.at)`;

/** Writes when each key was last used, and raises an alert for one that was not used for long. */
export const keyUse = (pool: pg.Pool, date: () => Date, logger: Logger) =>
  new LastUse<UsedKey>({
    pool,
    statement: { name: 'key-use', text: writeKeyUse },
    // Two instances may write the same use: the key of the alert is the use before, so there is one alert.
    handle: (used) => raise(pool, ...used.filter(({ silenceDays }) => silenceDays >= longSilenceDays).map(usedAgain)),
    date,
    logger,
  });

const usedAgain = ({ id, accountId, prefix, silenceDays, before }: UsedKey) => ({
  accountId,
  kind: 'key_used_again' as const,
  key: `${id} ${before.toISOString()}`,
  data: { keyId: id, prefix, days: silenceDays },
});

/** Writes when each address of a key was last used. */
export const reconcileAddressUse = (pool: pg.Pool, date: () => Date, logger: Logger) =>
  new LastUse({ pool, statement: { name: 'address-use', text: writeAddressUse }, date, logger });
