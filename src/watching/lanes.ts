import type pg from 'pg';
import { skipLocked } from '../background/claim.ts';
import type { ChangeSet, WatchLane, WatchList } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { hitLimits } from './limits.ts';

/** Whose hits are found together, and the next import for them. */
export interface Lane {
  /** Null: all accounts but those that have a lane of their own. */
  accountId: string | null;
  /** The import before. Its hits are found. */
  done: number;
  version: ChangeSet['version'];
  size: ChangeSet['size'];
  epoch: ChangeSet['epoch'];
  /** Up to this change of the next import the hits are found. */
  position: number;
}

const nextSet = `CROSS JOIN LATERAL (SELECT version, size, epoch FROM change_set WHERE change_set.version > lane.version
    ORDER BY version LIMIT 1) AS next`;
const laneColumns = `lane.version AS done, next.version, size, epoch,
  CASE WHEN begun = next.version THEN position ELSE 0 END AS position`;
const lockCommon = sql<Lane>`SELECT NULL AS "accountId", ${laneColumns} FROM watch_progress AS lane ${nextSet}
  ${skipLocked('lane')}`;
/** The one that is furthest behind. Those that are at the same place ask about the same changes. */
const lockOwn = sql<Lane>`SELECT account_id AS "accountId", ${laneColumns} FROM watch_lane AS lane ${nextSet}
  ORDER BY done, position, account_id LIMIT 1 ${skipLocked('lane')}`;
const saveCommon = sql`UPDATE watch_progress SET version = $1, begun = $2, position = $3`;
const saveOwn = sql`UPDATE watch_lane SET version = $1, begun = $2, position = $3 WHERE account_id = $4`;
const addLanes = sql`INSERT INTO watch_lane (account_id, version)
  SELECT account_id, $1 FROM watch_list WHERE filter IS NOT NULL
  GROUP BY account_id HAVING count(*) > ${hitLimits.filtersTogether}
  ON CONFLICT DO NOTHING`;

/** The condition of the lists of a lane, of which $1 is the account. Lists of companies are all in the common one. */
export const isInLane = `CASE WHEN $1::uuid IS NOT NULL THEN account_id = $1 AND filter IS NOT NULL
  ELSE filter IS NULL OR NOT EXISTS (SELECT FROM watch_lane WHERE watch_lane.account_id = watch_list.account_id) END`;

const readListProgress = sql<Pick<WatchLane, 'version'>>`
  SELECT CASE WHEN filter IS NULL THEN progress.version ELSE coalesce(lane.version, progress.version) END AS version
  FROM watch_progress AS progress CROSS JOIN watch_list LEFT JOIN watch_lane AS lane USING (account_id) WHERE watch_list.id = $1`;
const readProgress = sql<{ isDone: boolean; mark: string }>`
  SELECT least(version, slowest) >= coalesce((SELECT max(version) FROM change_set), 0) AS "isDone",
    concat_ws(' ', version, accounts, together) AS mark
  FROM watch_progress CROSS JOIN
    (SELECT min(version) AS slowest, count(*) AS accounts, sum(version) AS together FROM watch_lane) AS lanes`;

/** Takes the next work, for this transaction alone: of all accounts first. Undefined if others have it, or there is none. */
export async function takeLane(client: pg.ClientBase): Promise<Lane | undefined> {
  const [common] = (await client.query(lockCommon)).rows;
  if (!common) return (await client.query(lockOwn)).rows[0];
  // From this import on, whoever has many filters waits for all others, and not all others for them.
  if (common.position === 0) await client.query(addLanes, [common.done]);
  return common;
}

/** Writes down that the hits are found up to a change of the import of the lane. */
export async function saveLane(client: pg.ClientBase, { accountId, done, version, size }: Lane, position: number): Promise<void> {
  const progress = [position < size ? done : version, version, position];
  await (accountId ? client.query(saveOwn, [...progress, accountId]) : client.query(saveCommon, progress));
}

/** Up to which version the hits of a list are found. */
export async function listProgress(database: pg.Pool, listId: WatchList['id']): Promise<number> {
  return (await database.query(readListProgress, [listId])).rows[0]?.version ?? 0;
}

/** Whether all hits are found, and a text that is another one as soon as some more are. */
export async function wholeProgress(database: pg.Pool): Promise<{ isDone: boolean; mark: string }> {
  return (await database.query(readProgress)).rows[0] ?? { isDone: true, mark: '' };
}
