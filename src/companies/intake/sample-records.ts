import type pg from 'pg';
import { sql } from '../../database/sql.ts';

const dropTombstones = sql`DELETE FROM tombstone WHERE register_id = $1`;
const forgetIds = sql`DELETE FROM kept_id WHERE register_id = $1`;
const dropChanges = sql`DELETE FROM change USING change_set WHERE change.version = change_set.version AND register_id = $1`;
const expireCursors = sql`UPDATE change_set SET is_dropped = true WHERE NOT is_dropped`;
const noteLines = sql`INSERT INTO removed SELECT id, search_text FROM entity WHERE register_id = $1`;
const dropRecords = sql`DELETE FROM entity WHERE register_id = $1`;

/** What leaves the search index with an import, by the text that was indexed. */
export const createRemoved = sql`CREATE TEMPORARY TABLE removed (id UUID, old_text TEXT) ON COMMIT DROP`;

/**
 * Takes the samples of a register away, with all that was told of them: what comes is a baseline. Cursors from before expire, for
 * whoever followed has invented companies. The table "removed" has the lines that the search index loses. Gives their number.
 */
export async function dropSamples(client: pg.Client, registerId: string): Promise<number> {
  await client.query(createRemoved);
  for (const statement of [dropTombstones, forgetIds, dropChanges]) await client.query(statement, [registerId]);
  await client.query(expireCursors);
  await client.query(noteLines, [registerId]);
  const { rowCount } = await client.query(dropRecords, [registerId]);
  return rowCount ?? 0;
}
