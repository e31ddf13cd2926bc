import type pg from 'pg';
import { type Changes, cursorOf, type EntryRow, type EntrySource, entryColumns, placeOf } from '../changes/index.ts';
import type { ChangeSet, WatchHit } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { firstHits, type HitBlock } from './hit-blocks.ts';
import { listProgress } from './lanes.ts';

/** The last hit of each block is after the place, so as many blocks as hits are enough. */
const after = 'list_id = $1 AND (version, position) > ($2, $3) AND version <= $4';
const listBlocks = sql<HitBlock & Pick<WatchHit, 'version' | 'at'> & Pick<ChangeSet, 'epoch'>>`
  SELECT version, position, watch_hit.at, earlier, epoch FROM watch_hit JOIN change_set USING (version)
  WHERE ${after} ORDER BY version, position LIMIT $5`;
const listEntries = sql<EntryRow>`SELECT ${entryColumns}
  FROM unnest($1::int[], $2::int[], $3::timestamptz[]) AS hit (version, position, at)
    JOIN change USING (version, position, at) JOIN change_set USING (version)
  ORDER BY change.version, change.position`;

/** The block that the place is in is counted bit by bit. */
const countHits = sql<{ count: number }>`SELECT coalesce(sum(1 + CASE
    WHEN earlier IS NULL THEN 0
    WHEN version > $2 OR position - 8 * length(earlier) > $3 THEN bit_count(earlier)
    ELSE (SELECT count(*) FROM generate_series(0, position - $3 - 2) AS bit WHERE get_bit(earlier, bit) = 1)
    END), 0)::int AS count
  FROM watch_hit WHERE ${after}`;

/** The feed of a list: the changes of its companies since they were added. Its cursors are those of the feed of all changes. */
export function listFeed(pool: pg.Pool, feed: Changes['feed']) {
  const sourceOf = (listId: string, entries: EntrySource['entries']): EntrySource => ({
    // No version is passed before its hits are found, so that no cursor skips one.
    upTo: () => listProgress(pool, listId),
    entries,
  });
  return {
    page: (listId: string, cursor: string, limit: number) => {
      const source = sourceOf(listId, async (from, head) => {
        const { rows: blocks } = await pool.query(listBlocks, [listId, from.version, from.position, head.version, limit]);
        const found = firstHits(blocks, from, limit);
        const values = [found.map(({ version }) => version), found.map(({ position }) => position), found.map(({ at }) => at)];
        const { rows } = await pool.query(listEntries, values);
        return { rows, seen: found.length === limit ? found.at(-1) : undefined };
      });
      return feed.pageOf(source, cursor, limit);
    },

    /** A cursor as the feed spells it, and where the changes after it end. */
    after: async (listId: string, cursor: string): Promise<{ since: string; cursor: string }> => {
      let found = { since: cursor, cursor };
      const source = sourceOf(listId, async (from, head) => {
        found = { since: cursorOf(from), cursor: cursorOf(head) };
        return { rows: [] };
      });
      await feed.pageOf(source, cursor, 1);
      return found;
    },

    /** How many changes there are after a cursor, up to the import that another one names. */
    count: async (
      _accountId: string,
      { listId, since, cursor }: { listId: string; since: string; cursor: string },
    ): Promise<number> => {
      const [from, to] = [placeOf(since), placeOf(cursor)];
      return (await pool.query(countHits, [listId, from?.version, from?.position, to?.version])).rows[0]?.count ?? 0;
    },
  };
}
