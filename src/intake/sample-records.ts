import type pg from 'pg';
import { sql } from '../database/sql.ts';

const dropTombstones = sql`DELETE FROM tombstone WHERE register_id = $1`;
const dropChanges = sql`DELETE FROM change USING change_set WHERE change.version = change_set.version AND register_id = $1`;
const expireCursors = sql`UPDATE change_set SET is_dropped = true WHERE NOT is_dropped`;
const noteLines = sql`INSERT INTO removed SELECT id, search_text FROM entity WHERE register_id = $1`;
const dropRecords = sql`DELETE FROM entity WHERE register_id = $1`;

/** Records that an import removes from the search index, with the text that was indexed. */
export const createRemoved = sql`CREATE TEMPORARY TABLE removed (id UUID, old_text TEXT) ON COMMIT DROP`;

/**
 * Deletes the samples of a register with their logged changes, because the next import is a baseline. Older cursors expire:
 * clients that followed the changes have invented companies. Writes the lines that the search index loses to the table "removed",
 * and returns their number.
 */
export async function dropSamples(client: pg.Client, registerId: string): Promise<number> {
  await client.query(createRemoved);
  for (const statement of [dropTombstones, dropChanges]) await client.query(statement, [registerId]);
  await client.query(expireCursors);
  await client.query(noteLines, [registerId]);
  const { rowCount } = await client.query(dropRecords, [registerId]);
  return rowCount ?? 0;
}
