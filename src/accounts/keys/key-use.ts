import type pg from 'pg';
import { raise } from '../../alerts/index.ts';
import { LastUse } from '../../background/last-use.ts';
import type { ApiKey } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import type { Logger } from '../../kernel/logging.ts';

/** In days: a key that is used after so long a silence raises an alert. */
const longSilence = 90;

interface Written extends Pick<ApiKey, 'id' | 'accountId' | 'prefix'> {
  /** In days: how long the key was not used before. */
  silence: number;
  /** The use before, or the creation of the key. */
  before: Date;
}

// The use is rounded down to the minute, so it could be before the creation of the key.
const writeKeyUse = sql<Written>`
  UPDATE api_key SET last_used_at = GREATEST(used.at, api_key.created_at)
  FROM unnest($1::uuid[], $2::timestamptz[]) AS used (id, at) JOIN api_key AS old ON old.id = used.id
  WHERE api_key.id = used.id AND (api_key.last_used_at IS NULL OR api_key.last_used_at < used.at)
  RETURNING api_key.id, api_key.account_id AS "accountId", api_key.prefix, coalesce(old.last_used_at, old.created_at) AS before,
    extract(day FROM used.at - coalesce(old.last_used_at, old.created_at))::int AS silence`;

/** Writes when each key was last used, and raises an alert for one that was not used for long. */
export class KeyUse extends LastUse<Written> {
  constructor(pool: pg.Pool, date: () => Date, logger: Logger) {
    super({
      pool,
      statement: { name: 'key-use', text: writeKeyUse },
      // Two instances may write the same use: the key of the alert is the use before, so there is one alert.
      handle: (written) => raise(pool, ...written.filter(({ silence }) => silence >= longSilence).map(usedAgain)),
      date,
      logger,
    });
  }
}

const usedAgain = ({ id, accountId, prefix, silence, before }: Written) => ({
  accountId,
  kind: 'key_used_again' as const,
  key: `${id} ${before.toISOString()}`,
  data: { keyId: id, prefix, days: silence },
});
