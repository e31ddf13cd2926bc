import type pg from 'pg';
import type { Companies } from '../companies/index.ts';
import type { WatchList } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { blocksOf } from './hit-blocks.ts';
import { type HitList, hitLists } from './hit-lists.ts';
import type { WatchedFilter } from './watch-lists.ts';

const listFilters = sql<Pick<WatchList, 'id'> & { filter: WatchedFilter }>`
  SELECT id, filter FROM watch_list WHERE filter IS NOT NULL`;
/** Lists and blocks of hits are joined by the number of the match. */
const insertMatches = sql<HitList>`WITH ${hitLists(`
  SELECT id, $1, position, $2, earlier FROM unnest($3::uuid[], $4::int[]) AS list (id, number) JOIN watch_list USING (id)
    JOIN unnest($5::int[], $6::int[], $7::bytea[]) AS matched (number, position, earlier) USING (number)
  FOR KEY SHARE OF watch_list`)}`;

/**
 * Finds the changes of a version whose records fit the filter of a list, before or after. Equal filters are asked once.
 * Returns the lists with hits.
 */
export async function insertFilterHits(
  client: pg.PoolClient,
  version: number,
  changedMatches: Pick<Companies['changedMatches'], 'of'>,
): Promise<HitList[]> {
  const found = new Map<string, HitList>();
  const { rows: lists } = await client.query(listFilters);
  if (lists.length === 0) return [];
  const filters = lists.map(({ filter }) => filter);
  for await (const matches of changedMatches.of(client, version, filters)) {
    const listed = matches.flatMap((match, number) => match.filters.map((place) => ({ number, id: lists[place]?.id })));
    const matched = matches.flatMap(({ positions }, number) => blocksOf(positions).map((block) => ({ number, ...block })));
    if (matched.length === 0) continue;
    const { rows } = await client.query(insertMatches, [
      version,
      matches[0]?.at,
      listed.map(({ id }) => id),
      listed.map(({ number }) => number),
      matched.map(({ number }) => number),
      matched.map(({ position }) => position),
      matched.map(({ earlier }) => earlier && Buffer.from(earlier)),
    ]);
    for (const list of rows) found.set(list.id, { ...list, hits: list.hits + (found.get(list.id)?.hits ?? 0) });
  }
  return [...found.values()];
}
