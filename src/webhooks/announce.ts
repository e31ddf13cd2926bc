import type pg from 'pg';
import { type Posted, retract } from '../background/outbox.ts';
import { sql } from '../database/sql.ts';

/** The data of a message that waits, if there is one, and of the new one. A replay has no count yet, and then there is none. */
const mergedData = (first: string): string => `CASE WHEN ${first} ? 'since' AND EXCLUDED.data ? 'since'
  THEN EXCLUDED.data || jsonb_build_object('since', ${first} -> 'since',
    'count', (${first} ->> 'count')::int + (EXCLUDED.data ->> 'count')::int)
  ELSE EXCLUDED.data END`;

/**
 * Endpoints are locked first, in one order, and every change of their messages is made under that lock: so nothing deadlocks, and
 * an endpoint that is being deleted gets no message. A merged message has a new id, because its receiver may have seen the former
 * one; the time of its next attempt stays. `later` has what came since the last attempt began: if that one succeeds, it is left.
 */
const enqueue = sql`INSERT INTO webhook_message AS waiting (endpoint_id, subject, type, data)
  SELECT webhook_endpoint.id, said.subject, said.type, said.data
  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::jsonb[]) AS said (account_id, type, subject, data)
  JOIN webhook_endpoint USING (account_id)
  WHERE said.type = ANY (events) AND (list_ids IS NULL OR NOT said.data ? 'listId'
    OR (said.data ->> 'listId')::uuid = ANY (list_ids))
  ORDER BY webhook_endpoint.id, said.subject FOR NO KEY UPDATE OF webhook_endpoint
  ON CONFLICT (endpoint_id, subject) DO UPDATE SET id = EXCLUDED.id, type = EXCLUDED.type, created_at = EXCLUDED.created_at,
    data = ${mergedData('waiting.data')}, later = ${mergedData('waiting.later')}`;

/**
 * Queues messages for all endpoints that want them, in the transaction of the caller. Of one subject at most one message waits
 * for each endpoint. It has only what a receiver needs to ask for the rest: `count` says how much there is from `since` on, so
 * merged messages have the earlier `since` and the sum of `count`.
 */
export async function announceAll(client: pg.ClientBase, events: readonly Posted[]): Promise<void> {
  const bySubject = Map.groupBy(events, ({ accountId, subject }) => `${accountId} ${subject}`);
  const said = [...bySubject.values()].map((some) => some.reduce(merged));
  await client.query(enqueue, [
    said.map(({ accountId }) => accountId),
    said.map(({ topic }) => topic),
    said.map(({ subject }) => subject),
    said.map(({ data }) => JSON.stringify(data)),
  ]);
}

/** As `mergedData` merges with a message that waits. */
function merged({ data: first }: Posted, next: Posted): Posted {
  const { since, count } = first;
  if (since === undefined || next.data['since'] === undefined) return next;
  return { ...next, data: { ...next.data, since, count: Number(count) + Number(next.data['count']) } };
}

const deleteMessages = sql`DELETE FROM webhook_message
  WHERE subject = $2 AND endpoint_id IN (SELECT id FROM webhook_endpoint WHERE account_id = $1)`;
const forgetList = sql`UPDATE webhook_endpoint SET list_ids = array_remove(list_ids, $2::uuid)
  WHERE account_id = $1 AND list_ids @> ARRAY[$2::uuid]`;

/** Removes a watch list that is deleted, in the transaction of the caller: nothing more is sent about it. */
export async function withdraw(client: pg.ClientBase, accountId: string, listId: string): Promise<void> {
  // Everybody locks in the same order: what is posted, the endpoint, then its messages.
  await retract(client, accountId, listId);
  await client.query(forgetList, [accountId, listId]);
  await client.query(deleteMessages, [accountId, listId]);
}
