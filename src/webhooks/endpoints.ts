import type pg from 'pg';
import { z } from 'zod';
import { type Accounts, audit, planOf } from '../accounts/index.ts';
import { sql } from '../database/sql.ts';
import { Failure } from '../kernel/errors.ts';
import { type AccountPrincipal, actorOf } from '../kernel/principal.ts';
import { check } from '../kernel/rules.ts';
import { checkId, type EndpointRow, endpointColumns, findEndpoint, found, listEndpoints } from './endpoint-row.ts';
import type { EndpointSecrets } from './endpoint-secrets.ts';
import { webhookRules } from './limits.ts';
import { AddressRefused, targetOf } from './outward/target.ts';
import { mintSecret } from './signing.ts';

type Optional<Value> = Value | null | undefined;

/** What an endpoint is made of. */
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

const countEndpoints = sql<{ count: number }>`SELECT count(*)::int AS count FROM webhook_endpoint WHERE account_id = $1`;
const insertEndpoint = sql<Pick<EndpointRow, 'id'>>`INSERT INTO webhook_endpoint
    (account_id, url, description, events, list_ids, sealed_secret)
  VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`;
const findWithFirstSecret = sql<EndpointRow>`SELECT ${endpointColumns} FROM webhook_endpoint
  WHERE account_id = $1 AND id = $2 AND rotated_at IS NULL`;
const updateEndpoint = sql<EndpointRow>`UPDATE webhook_endpoint SET url = $3, description = $4, events = $5, list_ids = $6,
    answered_at = CASE WHEN url = $3 THEN answered_at END
  WHERE account_id = $1 AND id = $2 RETURNING ${endpointColumns}`;
const deleteEndpoint = sql`DELETE FROM webhook_endpoint WHERE account_id = $1 AND id = $2`;
const rotateSecret = sql<EndpointRow>`UPDATE webhook_endpoint SET sealed_secret = $3, rotated_at = clock_timestamp(),
    sealed_previous = CASE WHEN $4::int > 0 THEN sealed_secret END,
    previous_ends_at = CASE WHEN $4::int > 0 THEN clock_timestamp() + $4::int * interval '1 second' END
  WHERE account_id = $1 AND id = $2 RETURNING ${endpointColumns}`;
const enableEndpoint = sql<EndpointRow>`UPDATE webhook_endpoint
  SET disabled_at = NULL, disabled_reason = NULL, failures = 0, failing_since = NULL
  WHERE account_id = $1 AND id = $2 RETURNING ${endpointColumns}`;
const makeDue = sql`UPDATE webhook_message SET attempts = 0, due_at = clock_timestamp() WHERE endpoint_id = $1`;

export interface EndpointsParts {
  pool: pg.Pool;
  change: Accounts['changeFor'];
  secrets: EndpointSecrets;
  answers: Accounts['answers'];
  allowsLoopback: boolean;
  /** Says which of these watch lists the account has. */
  lists: { own(client: pg.ClientBase, accountId: string, ids: readonly string[]): Promise<string[]> };
  /** Something may be due now. */
  wake(): void;
}

/** What is kept of a new endpoint, to give the same answer again. */
const KeptEndpoint = z.object({ id: z.string(), secret: z.string() });

/** The webhook endpoints of accounts. */
export class Endpoints {
  readonly #parts: EndpointsParts;

  constructor(parts: EndpointsParts) {
    this.#parts = parts;
  }

  all({ accountId }: AccountPrincipal): Promise<EndpointRow[]> {
    return listEndpoints(this.#parts.pool, accountId);
  }

  one({ accountId }: AccountPrincipal, id: string): Promise<EndpointRow> {
    return findEndpoint(this.#parts.pool, accountId, id);
  }

  /** Makes an endpoint, or repeats the answer to the same request with the same Idempotency-Key. */
  async create(principal: AccountPrincipal, input: EndpointInput, idempotencyKey?: Optional<string>): Promise<CreatedEndpoint> {
    const { accountId } = principal;
    const wanted = this.#checked(input);
    const repeatable = { key: idempotencyKey, request: ['createWebhookEndpoint', wanted], kept: KeptEndpoint };
    return this.#parts.change(principal, async (client, account) => {
      const { made, replayed } = await this.#parts.answers.once(client, accountId, repeatable, async () => {
        const { name, maxWebhookEndpoints: most } = planOf(account.plan);
        if (((await client.query(countEndpoints, [accountId])).rows[0]?.count ?? 0) >= most) throw endpointsUsedUp(name, most);
        await this.#checkLists(client, accountId, wanted.listIds);
        const secret = mintSecret();
        const { url, description, events, listIds } = wanted;
        const values = [accountId, url, description, events, listIds, await this.#parts.secrets.close(secret)];
        const { id } = found((await client.query(insertEndpoint, values)).rows);
        await audit(client, { ...actorOf(principal), action: 'webhook_endpoint.created', subject: id });
        return { id, secret };
      });
      const [endpoint] = (await client.query(findWithFirstSecret, [accountId, made.id])).rows;
      if (!endpoint) throw this.#parts.answers.ended('The secret that was made with this Idempotency-Key has ended.');
      return { endpoint, secret: made.secret, replayed };
    });
  }

  async change(principal: AccountPrincipal, id: string, change: EndpointChange): Promise<EndpointRow> {
    const { accountId } = principal;
    return this.#parts.change(principal, async (client) => {
      const before = await findEndpoint(client, accountId, id);
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as EndpointChange;
      const { url, description, events, listIds } = this.#checked({
        ...before,
        ...given,
        url: change.url ?? before.url,
        events: change.events ?? before.events,
      });
      await this.#checkLists(client, accountId, given.listIds);
      const values = [accountId, id, url, description, events, listIds];
      const endpoint = found((await client.query(updateEndpoint, values)).rows);
      await audit(client, { ...actorOf(principal), action: 'webhook_endpoint.changed', subject: id });
      return endpoint;
    });
  }

  /** Deletes an endpoint, with its messages and deliveries. */
  async delete(principal: AccountPrincipal, id: string): Promise<void> {
    checkId(id);
    await this.#parts.change(principal, async (client) => {
      const { rowCount } = await client.query(deleteEndpoint, [principal.accountId, id]);
      if (rowCount !== 1) throw new Failure('webhook_endpoint_not_found');
      await audit(client, { ...actorOf(principal), action: 'webhook_endpoint.deleted', subject: id });
    });
  }

  /** Makes a new secret. The one before signs too until the overlap is over. There are never more than two. */
  async rotate(principal: AccountPrincipal, id: string, overlapSeconds: number): Promise<CreatedEndpoint> {
    const { accountId } = principal;
    check(webhookRules, { overlapSeconds });
    return this.#parts.change(principal, async (client) => {
      const before = await findEndpoint(client, accountId, id);
      if (overlapSeconds > 0 && before.previousSecretEndsAt) throw new Failure('rotation_in_progress', twoSecrets);
      const secret = mintSecret();
      const values = [accountId, id, await this.#parts.secrets.close(secret), overlapSeconds];
      const endpoint = found((await client.query(rotateSecret, values)).rows);
      const details = { overlapSeconds };
      const { details: actor, ...who } = { details: {}, ...actorOf(principal) };
      await audit(client, { ...who, action: 'webhook_endpoint.rotated', subject: id, details: { ...actor, ...details } });
      return { endpoint, secret, replayed: false };
    });
  }

  /** Ends what disabled an endpoint. The messages that wait are sent at once. */
  async enable(principal: AccountPrincipal, id: string): Promise<EndpointRow> {
    const { accountId } = principal;
    checkId(id);
    const endpoint = await this.#parts.change(principal, async (client) => {
      const enabled = found((await client.query(enableEndpoint, [accountId, id])).rows);
      await client.query(makeDue, [id]);
      await audit(client, { ...actorOf(principal), action: 'webhook_endpoint.enabled', subject: id });
      return enabled;
    });
    this.#parts.wake();
    return endpoint;
  }

  #checked({ url, description, events, listIds }: EndpointInput) {
    const text = description?.trim() || null;
    check(webhookRules, { description: text, events, listIds });
    try {
      return { url: targetOf(url, this.#parts.allowsLoopback).href, description: text, events, listIds: listIds ?? null };
    } catch (error) {
      throw error instanceof AddressRefused ? new Failure('webhook_address_refused', `url: ${error.message}.`) : error;
    }
  }

  async #checkLists(client: pg.ClientBase, accountId: string, listIds: Optional<readonly string[]>): Promise<void> {
    if (!listIds?.length) return;
    const own = await this.#parts.lists.own(client, accountId, listIds);
    if (own.length < new Set(listIds).size) throw new Failure('watch_list_not_found');
  }
}

const twoSecrets = 'Two secrets are in use: wait until the older one ends, or rotate without an overlap.';

const endpointsUsedUp = (plan: string, most: number): Failure =>
  new Failure(
    'webhook_limit_reached',
    `The plan ${plan} allows ${most === 1 ? '1 webhook endpoint' : `${most} webhook endpoints`}: delete one, or change the plan.`,
  );
