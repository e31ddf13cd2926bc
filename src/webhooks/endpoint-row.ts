import type pg from 'pg';
import type { WebhookEndpoint } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { Failure } from '../kernel/errors.ts';
import { isUuid } from '../kernel/uuid.ts';

/** The part of an endpoint that its account may see. */
export interface EndpointRow
  extends Pick<WebhookEndpoint, 'id' | 'url' | 'description' | 'events' | 'createdAt' | 'failingSince' | 'disabledAt'> {
  /** Null: all lists. */
  listIds: string[] | null;
  disabledReason: string | null;
  /** Until when the secret before the last rotation signs too. */
  previousSecretEndsAt: Date | null;
  /** How many messages wait. */
  waiting: number;
}

export const endpointColumns = `id, url, description, events, list_ids AS "listIds", created_at AS "createdAt",
  failing_since AS "failingSince", disabled_at AS "disabledAt", disabled_reason AS "disabledReason",
  CASE WHEN previous_ends_at > clock_timestamp() THEN previous_ends_at END AS "previousSecretEndsAt",
  (SELECT count(*)::int FROM webhook_message WHERE endpoint_id = webhook_endpoint.id) AS waiting`;

const listAll = sql<EndpointRow>`SELECT ${endpointColumns} FROM webhook_endpoint
  WHERE account_id = $1 ORDER BY created_at, id`;
const findOne = sql<EndpointRow>`SELECT ${endpointColumns} FROM webhook_endpoint WHERE account_id = $1 AND id = $2`;

/** All endpoints of the account, oldest first. */
export async function listEndpoints(pool: pg.Pool, accountId: string): Promise<EndpointRow[]> {
  return (await pool.query(listAll, [accountId])).rows;
}

/** An endpoint of the account. One of another account is not there. */
export async function findEndpoint(client: pg.ClientBase | pg.Pool, accountId: string, id: string): Promise<EndpointRow> {
  return found(isUuid(id) ? (await client.query(findOne, [accountId, id])).rows : []);
}

export function found<Row>([endpoint]: readonly Row[]): Row {
  if (!endpoint) throw new Failure('webhook_endpoint_not_found');
  return endpoint;
}

export function checkId(id: string): void {
  if (!isUuid(id)) throw new Failure('webhook_endpoint_not_found');
}
