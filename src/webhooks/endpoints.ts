import type pg from 'pg';
import { z } from 'zod';
import { type Accounts, audit, planOf } from '../accounts/index.ts';
import type { WebhookEndpoint } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { Failure } from '../kernel/errors.ts';
import { type AccountPrincipal, actorOf } from '../kernel/principal.ts';
import { check } from '../kernel/rules.ts';
import { isUuid } from '../kernel/uuid.ts';
import { type EndpointSecrets, mintSecret } from './endpoint-secrets.ts';
import { webhookRules } from './limits.ts';
import { TargetRefused, targetOf } from './outward/target.ts';

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

type Optional<Value> = Value | null | undefined;

interface EndpointInput {
  url: string;
  description?: Optional<string>;
  events: readonly string[];
  /** Null: all lists of the account, also later ones. */
  listIds?: Optional<readonly string[]>;
}

/** Changes what is given. */
type EndpointChange = { [Name in keyof EndpointInput]?: Optional<EndpointInput[Name]> };

/** An endpoint with its secret, which is shown only here. */
export interface CreatedEndpoint {
  endpoint: EndpointRow;
  secret: string;
  /** Whether this is the answer of an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

const endpointColumns = `id, url, description, events, list_ids AS "listIds", created_at AS "createdAt",
  failing_since AS "failingSince", disabled_at AS "disabledAt", disabled_reason AS "disabledReason",
  CASE WHEN previous_ends_at > clock_timestamp() THEN previous_ends_at END AS "previousSecretEndsAt",
  (SELECT count(*)::int FROM webhook_message WHERE endpoint_id = webhook_endpoint.id) AS waiting`;

const listEndpoints = sql<EndpointRow>`SELECT ${endpointColumns} FROM webhook_endpoint
  WHERE account_id = $1 ORDER BY created_at, id`;
const findOne = sql<EndpointRow>`SELECT ${endpointColumns} FROM webhook_endpoint WHERE account_id = $1 AND id = $2`;
const countEndpoints = sql<{ count: number }>`SELECT count(*)::int AS count FROM webhook_endpoint WHERE account_id = $1`;
const insertEndpoint = sql<Pick<EndpointRow, 'id'>>`INSERT INTO webhook_endpoint
    (account_id, url, description, events, list_ids, sealed_secret)
  VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`;
const findWithFirstSecret = sql<EndpointRow>`SELECT ${endpointColumns} FROM webhook_endpoint
  WHERE account_id = $1 AND id = $2 AND rotated_at IS NULL`;
const updateEndpoint = sql<EndpointRow>`UPDATE webhook_endpoint SET url = $3, description = $4, events = $5, list_ids = $6,
    answered_at = CASE WHEN url = $3 THEN answered_at END
  WHERE account_id = $1 AND id = $2 RETURNING ${endpointColumns}`;
const deleteEndpoint = sql<Pick<EndpointRow, 'id'>>`DELETE FROM webhook_endpoint
  WHERE account_id = $1 AND id = $2 RETURNING id`;
const rotateSecret = sql<EndpointRow>`UPDATE webhook_endpoint SET sealed_secret = $3, rotated_at = clock_timestamp(),
    sealed_previous = CASE WHEN $4::int > 0 THEN sealed_secret END,
    previous_ends_at = CASE WHEN $4::int > 0 THEN clock_timestamp() + $4::int * interval '1 second' END
  WHERE account_id = $1 AND id = $2 RETURNING ${endpointColumns}`;
const enableEndpoint = sql<EndpointRow>`UPDATE webhook_endpoint
  SET disabled_at = NULL, disabled_reason = NULL, failures = 0, failing_since = NULL
  WHERE account_id = $1 AND id = $2 RETURNING ${endpointColumns}`;
const makeDue = sql`UPDATE webhook_message SET attempts = 0, due_at = clock_timestamp() WHERE endpoint_id = $1`;

interface EndpointsOptions {
  pool: pg.Pool;
  change: Accounts['changeFor'];
  secrets: EndpointSecrets;
  answers: Accounts['answers'];
  allowsLoopback: boolean;
  lists: OwnLists;
  /** Something may be due now. */
  wake(): void;
}

/** Says which of these watch lists the account has. */
export interface OwnLists {
  own(client: pg.ClientBase, accountId: string, ids: readonly string[]): Promise<string[]>;
}

/** What is kept of a new endpoint, to give the same answer again. */
const KeptEndpoint = z.object({ id: z.string(), secret: z.string() });

/** The webhook endpoints of accounts. */
export function openEndpoints({ pool, change, secrets, answers, allowsLoopback, lists, wake }: EndpointsOptions) {
  const checked = ({ url, description, events, listIds }: EndpointInput) => {
    const text = description?.trim() || null;
    check(webhookRules, { description: text, events, listIds });
    try {
      return { url: targetOf(url, allowsLoopback).href, description: text, events, listIds: listIds ?? null };
    } catch (error) {
      throw error instanceof TargetRefused ? new Failure('webhook_address_refused', `url: ${error.message}.`) : error;
    }
  };

  const checkLists = async (client: pg.ClientBase, accountId: string, ids: Optional<readonly string[]>): Promise<void> => {
    if (!ids?.length) return;
    const own = await lists.own(client, accountId, ids);
    if (own.length < new Set(ids).size) throw new Failure('watch_list_not_found');
  };

  return {
    /** All endpoints of the account, oldest first. */
    all: async ({ accountId }: AccountPrincipal): Promise<EndpointRow[]> => (await pool.query(listEndpoints, [accountId])).rows,

    one: ({ accountId }: AccountPrincipal, id: string): Promise<EndpointRow> => findEndpoint(pool, accountId, id),

    /** Makes an endpoint, or repeats the answer to the same request with the same Idempotency-Key. */
    create: async (
      principal: AccountPrincipal,
      input: EndpointInput,
      idempotencyKey?: Optional<string>,
    ): Promise<CreatedEndpoint> => {
      const { accountId } = principal;
      const wanted = checked(input);
      const repeatable = { key: idempotencyKey, request: ['createWebhookEndpoint', wanted], kept: KeptEndpoint };
      return change(principal, async (client, account) => {
        const { made, replayed } = await answers.once(client, accountId, repeatable, async () => {
          const { name, maxWebhookEndpoints: max } = planOf(account.plan);
          if (((await client.query(countEndpoints, [accountId])).rows[0]?.count ?? 0) >= max) throw endpointsUsedUp(name, max);
          await checkLists(client, accountId, wanted.listIds);
          const secret = mintSecret();
          const { url, description, events, listIds } = wanted;
          const values = [accountId, url, description, events, listIds, await secrets.close(secret)];
          const { id } = found((await client.query(insertEndpoint, values)).rows);
          await audit(client, { ...actorOf(principal), action: 'webhook_endpoint.created', subject: id });
          return { id, secret };
        });
        const [endpoint] = (await client.query(findWithFirstSecret, [accountId, made.id])).rows;
        if (!endpoint) throw answers.ended('The secret that was made with this Idempotency-Key has ended.');
        return { endpoint, secret: made.secret, replayed };
      });
    },

    change: (principal: AccountPrincipal, id: string, changed: EndpointChange): Promise<EndpointRow> =>
      change(principal, async (client) => {
        const { accountId } = principal;
        const before = await findEndpoint(client, accountId, id);
        const given = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined)) as EndpointChange;
        const { url, description, events, listIds } = checked({
          ...before,
          ...given,
          url: changed.url ?? before.url,
          events: changed.events ?? before.events,
        });
        await checkLists(client, accountId, given.listIds);
        const values = [accountId, id, url, description, events, listIds];
        const endpoint = found((await client.query(updateEndpoint, values)).rows);
        await audit(client, { ...actorOf(principal), action: 'webhook_endpoint.changed', subject: id });
        return endpoint;
      }),

    /** Deletes an endpoint, with its messages and deliveries. */
    delete: (principal: AccountPrincipal, id: string): Promise<void> =>
      change(principal, async (client) => {
        found(isUuid(id) ? (await client.query(deleteEndpoint, [principal.accountId, id])).rows : []);
        await audit(client, { ...actorOf(principal), action: 'webhook_endpoint.deleted', subject: id });
      }),

    /** Makes a new secret. The one before signs too until the overlap is over. There are never more than two. */
    rotate: async (principal: AccountPrincipal, id: string, overlapSeconds: number): Promise<CreatedEndpoint> => {
      const { accountId } = principal;
      check(webhookRules, { overlapSeconds });
      return change(principal, async (client) => {
        const before = await findEndpoint(client, accountId, id);
        if (overlapSeconds > 0 && before.previousSecretEndsAt) throw new Failure('rotation_in_progress', twoSecrets);
        const secret = mintSecret();
        const values = [accountId, id, await secrets.close(secret), overlapSeconds];
        const endpoint = found((await client.query(rotateSecret, values)).rows);
        const { details, ...who } = { details: {}, ...actorOf(principal) };
        const action = 'webhook_endpoint.rotated';
        await audit(client, { ...who, action, subject: id, details: { ...details, overlapSeconds } });
        return { endpoint, secret, replayed: false };
      });
    },

    /** Ends what disabled an endpoint. The messages that wait are sent at once. */
    enable: async (principal: AccountPrincipal, id: string): Promise<EndpointRow> => {
      const endpoint = await change(principal, async (client) => {
        const enabled = found(isUuid(id) ? (await client.query(enableEndpoint, [principal.accountId, id])).rows : []);
        await client.query(makeDue, [id]);
        await audit(client, { ...actorOf(principal), action: 'webhook_endpoint.enabled', subject: id });
        return enabled;
      });
      wake();
      return endpoint;
    },
  };
}

/** An endpoint of the account. One of another account is not there. */
export async function findEndpoint(client: pg.ClientBase | pg.Pool, accountId: string, id: string): Promise<EndpointRow> {
  return found(isUuid(id) ? (await client.query(findOne, [accountId, id])).rows : []);
}

function found<Row>([endpoint]: readonly Row[]): Row {
  if (!endpoint) throw new Failure('webhook_endpoint_not_found');
  return endpoint;
}

const twoSecrets = 'Two secrets are in use: wait until the older one ends, or rotate without an overlap.';

const endpointsUsedUp = (plan: string, max: number): Failure =>
  new Failure(
    'webhook_limit_reached',
    `The plan ${plan} allows ${max === 1 ? '1 webhook endpoint' : `${max} webhook endpoints`}: delete one, or change the plan.`,
  );
