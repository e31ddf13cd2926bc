import type pg from 'pg';
import { type Changes, type EntryRow, type EntrySource, entryColumns } from '../changes/index.ts';
import { sql } from '../database/sql.ts';
import type { Hits } from './hits.ts';

/** A page of the changes of one list. */
type ChangePage = Awaited<ReturnType<Changes['feed']['pageOf']>>;

const listEntries = sql<EntryRow>`SELECT ${entryColumns}
  FROM watch_hit JOIN change USING (version, position, at) JOIN change_set USING (version)
  WHERE list_id = $1 AND (version, position) > ($2, $3) AND version <= $4
  ORDER BY version, position LIMIT $5`;

interface ListFeedParts {
  pool: pg.Pool;
  feed: Changes['feed'];
  hits: Hits;
}

/** The feed of a list: the changes of its companies since they were added. Its cursors are those of the feed of all changes. */
export class ListFeed {
  readonly #parts: ListFeedParts;

  constructor(parts: ListFeedParts) {
    this.#parts = parts;
  }

  page(listId: string, cursor: string, limit: number): Promise<ChangePage> {
    const { pool, feed, hits } = this.#parts;
    const source: EntrySource = {
      // No version is passed before its hits are found, so that no cursor skips one.
      upTo: () => hits.upTo(),
      entries: async (from, head) => ({
        rows: (await pool.query(listEntries, [listId, from.version, from.position, head.version, limit])).rows,
      }),
    };
    return feed.pageOf(source, cursor, limit);
  }
}
