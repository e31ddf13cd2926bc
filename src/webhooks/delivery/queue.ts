import type pg from 'pg';
import { isClosing } from '../../accounts/index.ts';
import { claim, leaseOf } from '../../background/claim.ts';
import type { WebhookEndpoint, WebhookMessage } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import { workLimits } from './limits.ts';

/** An endpoint that this instance delivers to. */
export interface TakenEndpoint extends Pick<WebhookEndpoint, 'id' | 'accountId'> {
  /** Whether it failed at the last attempt, or never answered yet. */
  isDoubtful: boolean;
}

/** A message, and what it is sent with. */
export interface DueMessage
  extends Pick<WebhookMessage, 'subject' | 'id' | 'type' | 'createdAt' | 'attempts'>,
    Pick<WebhookEndpoint, 'accountId' | 'url' | 'sealedSecret' | 'sealedPrevious' | 'failures' | 'answeredAt'> {
  data: Record<string, unknown>;
  /** By the clock of the database. */
  now: Date;
}

const leaseEnd = leaseOf(workLimits.leaseSeconds);
const isOpen = `NOT EXISTS (SELECT FROM account WHERE account.id = webhook_endpoint.account_id AND ${isClosing})`;
const isDoubtful = '(failing_since IS NOT NULL OR answered_at IS NULL)';
const isFree = `disabled_at IS NULL AND (leased_until IS NULL OR leased_until <= clock_timestamp())
  AND account_id <> ALL ($3::uuid[]) AND ${isDoubtful} = $4 AND ${isOpen}`;

/**
 * Of each account one endpoint at most, those that wait longest first. The conditions are checked again under the lock, because
 * another instance may have leased the endpoint meanwhile.
 */
const takeEndpoints = claim<TakenEndpoint>({
  with: `due AS (
    SELECT endpoint_id AS id, min(due_at) AS due_at FROM webhook_message WHERE due_at <= clock_timestamp() GROUP BY endpoint_id
  ), first AS (
    SELECT DISTINCT ON (account_id) id, due_at FROM due JOIN webhook_endpoint USING (id) WHERE ${isFree}
    ORDER BY account_id, due_at
  )`,
  table: 'webhook_endpoint',
  key: ['id'],
  from: 'webhook_endpoint JOIN first USING (id)',
  where: isFree,
  order: 'first.due_at',
  limit: '$2',
  set: `lease = $1, leased_until = ${leaseEnd}`,
  returning: `webhook_endpoint.id, account_id AS "accountId", ${isDoubtful} AS "isDoubtful"`,
});

/**
 * Renews the lease. The message that failed most often comes first: it shows whether the receiver is back. This is a statement of
 * its own, so that it sees what the last holder of the lease has done. What came before this attempt is part of it, so nothing
 * is `later`.
 */
const nextMessage = sql<DueMessage>`WITH held AS (
    UPDATE webhook_endpoint SET leased_until = ${leaseEnd}
    WHERE id = $1 AND lease = $2 AND disabled_at IS NULL AND ${isOpen} RETURNING *
  ), first AS (
    SELECT subject FROM held JOIN webhook_message ON endpoint_id = held.id
    WHERE due_at <= clock_timestamp() ORDER BY attempts DESC, due_at, subject LIMIT 1
  )
  UPDATE webhook_message AS message SET later = NULL FROM held, first
  WHERE message.endpoint_id = held.id AND message.subject = first.subject
  RETURNING message.subject, message.id, type, data, message.created_at AS "createdAt", attempts, account_id AS "accountId", url,
    sealed_secret AS "sealedSecret", failures, answered_at AS "answeredAt", clock_timestamp() AS now,
    CASE WHEN previous_ends_at > clock_timestamp() THEN sealed_previous END AS "sealedPrevious"`;

const releaseEndpoint = sql`UPDATE webhook_endpoint SET lease = NULL, leased_until = NULL WHERE id = $1 AND lease = $2`;

const measureWaiting = sql<{ due: number; seconds: number }>`SELECT count(*)::int AS due,
    coalesce(extract(epoch FROM clock_timestamp() - min(due_at)), 0)::float AS seconds
  FROM webhook_message JOIN webhook_endpoint ON webhook_endpoint.id = endpoint_id
  WHERE due_at <= clock_timestamp() AND disabled_at IS NULL`;

/** How many messages of enabled endpoints are due, and for how many seconds the oldest one has been. For metrics. */
export const webhookGauges = (pool: pg.Pool) => ({
  waiting: async () => (await pool.query(measureWaiting)).rows[0] ?? { due: 0, seconds: 0 },
});

/** The messages that are due, taken by the worker that has the lease. */
export const openQueue = (pool: pg.Pool, lease: string) => ({
  /**
   * Up to `limit` endpoints with messages that are due, for this worker alone until it releases them or its lease ends. They are
   * doubtful or proven, and none is of an account that has all it may have.
   */
  take: async (limit: number, isForDoubtful: boolean, fullAccounts: readonly string[]): Promise<TakenEndpoint[]> =>
    limit <= 0 ? [] : (await pool.query(takeEndpoints, [lease, limit, fullAccounts, isForDoubtful])).rows,

  /** The next message of a taken endpoint. */
  next: async (endpointId: string): Promise<DueMessage | undefined> =>
    (await pool.query(nextMessage, [endpointId, lease])).rows[0],

  release: async (endpointId: string): Promise<void> => {
    await pool.query(releaseEndpoint, [endpointId, lease]);
  },
});
