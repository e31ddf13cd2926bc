import type pg from 'pg';
import { LastUse } from '../background/last-use.ts';
import { sql } from '../database/sql.ts';
import type { Logger } from '../kernel/logging.ts';

const writeSessionUse = sql`UPDATE session SET last_seen_at = used.at FROM unnest($1::uuid[], $2::timestamptz[]) AS used (id, at)
  WHERE session.id = used.id AND last_seen_at < used.at`;

/** Writes when each session was last seen, to the minute. A time before the start of the session is not written. */
export class SessionUse extends LastUse {
  constructor(pool: pg.Pool, date: () => Date, logger: Logger) {
    super({ pool, statement: { name: 'session-use', text: writeSessionUse }, date, logger });
  }
}
