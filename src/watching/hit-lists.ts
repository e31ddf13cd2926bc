import type { WatchList } from '../database/client.ts';

/** A list with new hits, and how many. */
export type HitList = Pick<WatchList, 'id' | 'accountId'> & { hits: number };

/**
 * The SQL after `WITH` that inserts the hits of a query and returns the lists with new ones. The query locks the lists, so that
 * none is deleted meanwhile.
 */
export const hitLists = (rows: string): string => `hit AS (
    INSERT INTO watch_hit (list_id, version, position, at, earlier) ${rows} ON CONFLICT DO NOTHING RETURNING list_id, earlier
  ), counted AS (SELECT list_id AS id, sum(1 + coalesce(bit_count(earlier), 0))::int AS hits FROM hit GROUP BY list_id)
  SELECT id, account_id AS "accountId", hits FROM counted JOIN watch_list USING (id)`;
