import type pg from 'pg';
import { cursorOf } from '../changes/index.ts';
import type { WatchList } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { type Announcement, announceAll } from '../webhooks/index.ts';
import { isInLane, type Lane } from './lanes.ts';
import { hitLimits } from './limits.ts';

/** A list with hits in an import, and how many. */
type HitList = Pick<WatchList, 'id' | 'accountId'> & { hits: number };

/** The lists are locked, so that none is deleted before its message is queued. */
const countHits = sql<HitList>`SELECT id, account_id AS "accountId", hits FROM watch_list CROSS JOIN LATERAL (
    SELECT sum(1 + coalesce(bit_count(earlier), 0))::int AS hits FROM watch_hit WHERE list_id = watch_list.id AND version = $2
  ) AS counted
  WHERE hits > 0 AND ${isInLane} ORDER BY account_id FOR KEY SHARE OF watch_list`;

/** Queues a message about each list that has hits in the import of the lane. */
export async function announceHits(client: pg.ClientBase, { accountId, version, size, epoch }: Lane): Promise<void> {
  const { rows } = await client.query(countHits, [accountId, version]);
  const since = cursorOf({ version, position: 0, epoch });
  const cursor = cursorOf({ version, position: size, epoch });
  const said = (list: HitList): Announcement => ({
    accountId: list.accountId,
    type: 'watch_list.changed',
    subject: list.id,
    listId: list.id,
    data: { listId: list.id, since, cursor, count: list.hits },
  });
  for (const lists of portionsOf(rows)) await announceAll(client, lists.map(said));
}

/** Lists in portions. Those of an account are in one, so that its endpoints are locked once, in their order. */
function* portionsOf(lists: readonly HitList[]): Generator<HitList[]> {
  let portion: HitList[] = [];
  for (const list of lists) {
    if (portion.length >= hitLimits.portion && portion.at(-1)?.accountId !== list.accountId) {
      yield portion;
      portion = [];
    }
    portion.push(list);
  }
  if (portion.length > 0) yield portion;
}
