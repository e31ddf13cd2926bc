import type pg from 'pg';
import { LastUse } from '../../background/last-use.ts';
import { sql } from '../../database/sql.ts';
import type { Logger } from '../../kernel/logging.ts';

// The use is rounded down to the minute, so it could be before the creation of the address.
const writeAddressUse = sql`
  UPDATE reconcile_address SET last_used_at = GREATEST(used.at, created_at)
  FROM unnest($1::uuid[], $2::timestamptz[]) AS used (id, at)
  WHERE reconcile_address.id = used.id AND (last_used_at IS NULL OR last_used_at < used.at)`;

/** Writes when each address was last used. */
export class AddressUse extends LastUse {
  constructor(pool: pg.Pool, date: () => Date, logger: Logger) {
    super({ pool, statement: { name: 'address-use', text: writeAddressUse }, date, logger });
  }
}
