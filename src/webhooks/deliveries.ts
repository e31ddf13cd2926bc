import type pg from 'pg';
import type { Accounts } from '../accounts/index.ts';
import type { WebhookDelivery, WebhookMessage } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { Failure } from '../kernel/errors.ts';
import type { AccountPrincipal } from '../kernel/principal.ts';
import { check } from '../kernel/rules.ts';
import { isUuid } from '../kernel/uuid.ts';
import type { MinuteLimiter } from '../redis/minute-limiter.ts';
import { findEndpoint } from './endpoints.ts';
import { testsPerMinute, webhookRules } from './limits.ts';
import { joined, type ListSpan, uncounted } from './spans.ts';

export type DeliveryRow = Pick<
  WebhookDelivery,
  'id' | 'messageId' | 'type' | 'data' | 'attempt' | 'at' | 'milliseconds' | 'outcome' | 'status'
>;

/** The place of a page is the id of the last delivery before it. */
const listDeliveries = sql<DeliveryRow>`
  SELECT id, message_id AS "messageId", type, data, attempt, at, milliseconds, outcome, status
  FROM webhook_delivery
  WHERE endpoint_id = $1
    AND ($2::uuid IS NULL OR (at, id) < (SELECT at, id FROM webhook_delivery WHERE endpoint_id = $1 AND id = $2))
  ORDER BY at DESC, id DESC LIMIT $3`;
const findDelivery = sql<Pick<WebhookDelivery, 'type' | 'subject' | 'data'>>`SELECT type, subject, data FROM webhook_delivery
  WHERE endpoint_id = $1 AND id = $2`;
/** All messages of an endpoint are changed under this lock. */
const lockEndpoint = sql`SELECT FROM webhook_endpoint WHERE id = $1 FOR NO KEY UPDATE`;
const findWaiting = sql<Pick<WebhookMessage, 'data'>>`SELECT data FROM webhook_message
  WHERE endpoint_id = $1 AND subject = $2`;
/** A disabled endpoint may keep a test for long. */
const findTest = sql`SELECT FROM webhook_message JOIN webhook_endpoint ON webhook_endpoint.id = endpoint_id
  WHERE account_id = $1 AND subject = $2 AND disabled_at IS NULL LIMIT 1`;
/** It is sent at once; if an attempt is under way, after that. */
const enqueue = sql<Pick<WebhookMessage, 'id'>>`INSERT INTO webhook_message (endpoint_id, subject, type, data)
  VALUES ($1, $2, $3, $4)
  ON CONFLICT (endpoint_id, subject) DO UPDATE SET id = EXCLUDED.id, attempts = 0, due_at = EXCLUDED.due_at,
    data = EXCLUDED.data, later = EXCLUDED.data
  RETURNING id`;

interface DeliveriesOptions {
  pool: pg.Pool;
  change: Accounts['changeFor'];
  /** Counts the tests of accounts. */
  tests: Pick<MinuteLimiter, 'take'>;
  /** Something may be due now. */
  wake(): void;
}

/** Of each endpoint one test waits. */
const testSubject = 'test';

/** Attempts to deliver, and messages that are sent on request. */
export function openDeliveries({ pool, change, tests, wake }: DeliveriesOptions) {
  /** Anybody can name a URL that is not theirs, so tests are few. The account is locked, so one is seen by the next. */
  const admitTest = async (client: pg.ClientBase, accountId: string): Promise<void> => {
    const { rows } = await client.query(findTest, [accountId, testSubject]);
    if (rows.length > 0) throw new Failure('webhook_test_under_way');
    const waitMs = await tests.take(accountId);
    if (waitMs === 0) return;
    const message = `An account has ${testsPerMinute} tests of webhook endpoints a minute, and they are used up.`;
    throw new Failure('rate_limit_exceeded', message, { retryAfter: waitMs / 1000 });
  };

  const send = async (
    principal: AccountPrincipal,
    endpointId: string,
    make: (client: pg.ClientBase) => Promise<Pick<WebhookMessage, 'subject' | 'type' | 'data'>>,
  ): Promise<string> => {
    const id = await change(principal, async (client) => {
      const { disabledAt } = await findEndpoint(client, principal.accountId, endpointId);
      if (disabledAt) throw new Failure('webhook_endpoint_disabled');
      await client.query(lockEndpoint, [endpointId]);
      const { subject, type, data } = await make(client);
      if (subject === testSubject) await admitTest(client, principal.accountId);
      const [waiting] = (await client.query(findWaiting, [endpointId, subject])).rows;
      const all = JSON.stringify(uncounted(waiting ? joined(data, waiting.data) : data));
      return (await client.query(enqueue, [endpointId, subject, type, all])).rows[0]?.id ?? '';
    });
    wake();
    return id;
  };

  return {
    /** A page of the attempts of an endpoint, newest first. */
    page: async ({ accountId }: AccountPrincipal, endpointId: string, cursor: string | null, limit: number) => {
      check(webhookRules, { limit });
      if (cursor !== null && !isUuid(cursor)) throw new Failure('invalid_request', 'cursor: is none that we gave.');
      await findEndpoint(pool, accountId, endpointId);
      const { rows } = await pool.query(listDeliveries, [endpointId, cursor, limit + 1]);
      const items = rows.slice(0, limit);
      return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
    },

    /** Queues a message for one endpoint. Returns its id. */
    test: (principal: AccountPrincipal, endpointId: string): Promise<string> =>
      send(principal, endpointId, async () => ({ subject: testSubject, type: 'endpoint.test', data: { endpointId } })),

    /** Sends what a delivery had once more, as a new message. Returns its id. */
    replay: (principal: AccountPrincipal, endpointId: string, deliveryId: string): Promise<string> =>
      send(principal, endpointId, async (client) => {
        const { rows } = isUuid(deliveryId) ? await client.query(findDelivery, [endpointId, deliveryId]) : { rows: [] };
        if (!rows[0]) throw new Failure('webhook_delivery_not_found');
        return rows[0];
      }),

    /** Queues a message about a list, as if it had just changed. The caller has checked that the list is the account's. */
    replayList: (
      principal: AccountPrincipal,
      endpointId: string,
      listId: string,
      data: Omit<ListSpan, 'listId'>,
    ): Promise<string> =>
      send(principal, endpointId, async () => ({ subject: listId, type: 'watch_list.changed', data: { listId, ...data } })),
  };
}
