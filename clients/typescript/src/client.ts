import { Alerts } from './alerts.ts';
import { ApiKeys } from './api-keys.ts';
import { Batches } from './batches.ts';
import { Changes, type ChangesOptions } from './changes.ts';
import { Entities } from './entities.ts';
import type { Limits } from './limits.ts';
import { Invitations, Members } from './members.ts';
import { Snapshots } from './snapshots.ts';
import { type CallOptions, type ClientOptions, Transport } from './transport.ts';
import type { Account, Country, MatchOptions, MatchQuery, MatchResult, Membership, Plan, Register } from './types.ts';
import { WatchLists } from './watch-lists.ts';
import { WebhookEndpoints } from './webhook-endpoints.ts';

/** The most queries of one request. */
const matchSize = 50;

/** The company registers, by an API key; by a session, the account, its keys and its members. */
export class CompanyRegistry {
  readonly entities: Entities;
  readonly snapshots: Snapshots;
  readonly apiKeys: ApiKeys;
  readonly members: Members;
  readonly invitations: Invitations;
  readonly watchLists: WatchLists;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly alerts: Alerts;
  readonly #transport: Transport;

  constructor(options: ClientOptions = {}) {
    this.#transport = new Transport(options);
    this.entities = new Entities(this.#transport);
    this.snapshots = new Snapshots(this.#transport);
    this.apiKeys = new ApiKeys(this.#transport);
    this.members = new Members(this.#transport);
    this.invitations = new Invitations(this.#transport);
    this.watchLists = new WatchLists(this.#transport);
    this.webhookEndpoints = new WebhookEndpoints(this.#transport);
    this.alerts = new Alerts(this.#transport);
  }

  /** Where the limits stood at the last answer. */
  get limits(): Limits | undefined {
    return this.#transport.limits;
  }

  /** What changed in all registers, from a cursor on, for ever. */
  changes(options: ChangesOptions = {}): Changes {
    return new Changes(this.#transport, options);
  }

  /** The companies that somebody may mean: any number of queries, in batches, in their order. A unit for each query. */
  match(queries: Iterable<MatchQuery>, options: MatchOptions & CallOptions = {}): Batches<MatchQuery, MatchResult> {
    const { limit, threshold, exclude, ...call } = options;
    return new Batches(queries, matchSize, async (batch) => {
      const body = { queries: batch, limit, threshold, exclude };
      return (await this.#transport.json<{ data: MatchResult[] }>('/api/v1/match', { method: 'POST', body, ...call })).data;
    });
  }

  countries(options: CallOptions = {}): Promise<readonly Country[]> {
    return this.#list('/api/v1/countries', options);
  }

  /** The registers, and how fresh they are. It needs no key. */
  registers(options: CallOptions = {}): Promise<readonly Register[]> {
    return this.#list('/api/v1/registers', options);
  }

  /** It needs no key. */
  plans(options: CallOptions = {}): Promise<readonly Plan[]> {
    return this.#list('/api/v1/plans', options);
  }

  /** Plan, usage and keys. It needs a session. */
  async account(options: CallOptions = {}): Promise<Account> {
    return (await this.#transport.json<{ data: Account }>('/api/v1/account', { bySession: true, ...options })).data;
  }

  /** The accounts that the person of the session is in: first the one that they made. */
  async memberships(options: CallOptions = {}): Promise<readonly Membership[]> {
    const path = '/api/v1/memberships';
    return (await this.#transport.json<{ data: Membership[] }>(path, { bySession: true, ...options })).data;
  }

  async #list<Item>(path: string, options: CallOptions): Promise<readonly Item[]> {
    return (await this.#transport.json<{ data: Item[] }>(path, options)).data;
  }
}
