import type pg from 'pg';
import { posting } from '../background/outbox.ts';
import { cursorOf } from '../changes/index.ts';
import { isInLane, type Lane } from './lanes.ts';

/** The lists are locked, so that none is deleted before the event about it is posted. */
const postHits = posting({
  topic: 'watch_list.changed',
  subject: 'id',
  data: `jsonb_build_object('listId', id, 'since', $3::text, 'cursor', $4::text, 'count', hits)`,
  from: `watch_list CROSS JOIN LATERAL (
      SELECT sum(1 + coalesce(bit_count(earlier), 0))::int AS hits FROM watch_hit WHERE list_id = watch_list.id AND version = $2
    ) AS counted
    WHERE hits > 0 AND ${isInLane} FOR KEY SHARE OF watch_list`,
});

/** Posts an event about each list that has hits in the import of the lane. */
export async function announceHits(client: pg.ClientBase, { accountId, version, size, epoch }: Lane): Promise<void> {
  const [since, cursor] = [cursorOf({ version, position: 0, epoch }), cursorOf({ version, position: size, epoch })];
  await client.query(postHits, [accountId, version, since, cursor]);
}
