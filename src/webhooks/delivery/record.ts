import type pg from 'pg';
import { audit } from '../../accounts/index.ts';
import { raise } from '../../alerts/index.ts';
import type { WebhookEndpoint } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import { inTransaction } from '../../database/transaction.ts';
import { maxFailingMs, retryAfterMs, waitAfterMs } from '../schedule.ts';
import type { DueMessage } from './queue.ts';

/** What came of an attempt. */
export const outcomes = ['delivered', 'failed', 'redirected', 'gone', 'timeout', 'unreachable', 'address_refused'] as const;

export interface Attempt {
  outcome: (typeof outcomes)[number];
  status: number | null;
  milliseconds: number;
  retryAfter?: string | undefined;
}

/** Why an endpoint is disabled. */
type DisabledReason = 'gone' | 'failing' | 'secret_lost';

const lockHeld = sql<Pick<WebhookEndpoint, 'accountId'>>`SELECT account_id AS "accountId" FROM webhook_endpoint
  WHERE id = $1 AND lease = $2 FOR NO KEY UPDATE`;
const insertDelivery = sql`INSERT INTO webhook_delivery
    (endpoint_id, message_id, type, subject, data, attempt, milliseconds, outcome, status, at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp() - $7::int * interval '1 millisecond')`;
const deleteSent = sql`DELETE FROM webhook_message WHERE endpoint_id = $1 AND subject = $2 AND id = $3`;
/** What came after the message was sent is left of it. */
const keepLater = sql`
  UPDATE webhook_message SET attempts = 0, due_at = clock_timestamp(), data = coalesce(later, data), later = NULL
  WHERE endpoint_id = $1 AND subject = $2`;
const recover = sql`UPDATE webhook_endpoint
  SET failures = 0, failing_since = NULL, answered_at = CASE WHEN url = $2 THEN coalesce(answered_at, clock_timestamp()) END
  WHERE id = $1`;
const makeAllDue = sql`UPDATE webhook_message SET due_at = clock_timestamp()
  WHERE endpoint_id = $1 AND due_at > clock_timestamp()`;
const retryLater = sql`UPDATE webhook_message
  SET attempts = attempts + 1, due_at = clock_timestamp() + $3 * interval '1 millisecond'
  WHERE endpoint_id = $1 AND subject = $2`;
/** What failed before waits as long, so that a receiver that is away gets one attempt at a time and not one for each message. */
const retryOthersLater = sql`UPDATE webhook_message
  SET due_at = greatest(due_at, clock_timestamp() + $3 * interval '1 millisecond')
  WHERE endpoint_id = $1 AND subject <> $2 AND attempts > 0`;
const countFailure = sql<{ isOver: boolean }>`UPDATE webhook_endpoint
  SET failures = failures + 1, failing_since = coalesce(failing_since, clock_timestamp()) WHERE id = $1
  RETURNING failing_since <= clock_timestamp() - interval '${maxFailingMs} milliseconds' AS "isOver"`;
const disableEndpoint = sql<{ disabledAt: Date }>`UPDATE webhook_endpoint
  SET disabled_at = clock_timestamp(), disabled_reason = $2, lease = NULL, leased_until = NULL
  WHERE id = $1 RETURNING disabled_at AS "disabledAt"`;

/**
 * Writes what came of attempts: the message is done or waits for its next attempt, and an endpoint that fails is disabled. If the
 * endpoint is gone, or another worker has taken it over, nothing is written.
 */
export function openRecord(pool: pg.Pool, lease: string) {
  const whileHeld = (endpointId: string, work: (client: pg.ClientBase, accountId: string) => Promise<void>): Promise<void> =>
    inTransaction(pool, async (client) => {
      const { rows } = await client.query(lockHeld, [endpointId, lease]);
      if (rows[0]) await work(client, rows[0].accountId);
    });
  return {
    write: (endpointId: string, message: DueMessage, attempt: Attempt): Promise<void> =>
      whileHeld(endpointId, async (client, accountId) => {
        const { id, type, subject, data, attempts } = message;
        const { milliseconds, outcome, status } = attempt;
        await client.query(insertDelivery, [endpointId, id, type, subject, data, attempts + 1, milliseconds, outcome, status]);
        if (outcome === 'delivered') await delivered(client, endpointId, message);
        else await failed(client, { accountId, endpointId }, message, attempt);
      }),
    disable: (endpointId: string, reason: DisabledReason): Promise<void> =>
      whileHeld(endpointId, (client, accountId) => disable(client, { accountId, endpointId }, reason)),
  };
}

interface HeldEndpoint {
  accountId: string;
  endpointId: string;
}

async function failed(
  client: pg.ClientBase,
  endpoint: HeldEndpoint,
  { subject, id, type, attempts, now }: DueMessage,
  { outcome, retryAfter }: Attempt,
): Promise<void> {
  const { endpointId } = endpoint;
  if (outcome === 'gone') return disable(client, endpoint, 'gone');
  const waitMs = waitAfterMs(attempts + 1, retryAfterMs(retryAfter, now));
  // A test message is tried once. Its failure counts like every other one, and delays the messages that wait.
  if (type === 'endpoint.test') await client.query(deleteSent, [endpointId, subject, id]);
  else await client.query(retryLater, [endpointId, subject, waitMs]);
  await client.query(retryOthersLater, [endpointId, subject, waitMs]);
  const { rows } = await client.query(countFailure, [endpointId]);
  if (rows[0]?.isOver) await disable(client, endpoint, 'failing');
}

async function disable(client: pg.ClientBase, { accountId, endpointId }: HeldEndpoint, reason: DisabledReason): Promise<void> {
  const { rows } = await client.query(disableEndpoint, [endpointId, reason]);
  await audit(client, { accountId, action: 'webhook_endpoint.disabled', subject: endpointId, details: { reason } });
  const key = `${endpointId} ${rows[0]?.disabledAt.toISOString()}`;
  await raise(client, { accountId, kind: 'endpoint_disabled', key, data: { endpointId } });
}

async function delivered(
  client: pg.ClientBase,
  endpointId: string,
  { subject, id, failures, url, answeredAt }: DueMessage,
): Promise<void> {
  const { rowCount } = await client.query(deleteSent, [endpointId, subject, id]);
  if (rowCount === 0) await client.query(keepLater, [endpointId, subject]);
  if (failures === 0 && answeredAt) return;
  await client.query(recover, [endpointId, url]);
  await client.query(makeAllDue, [endpointId]);
}
