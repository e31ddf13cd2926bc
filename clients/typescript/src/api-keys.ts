import { type CallOptions, segment, type Transport } from './transport.ts';
import type { ApiKey, CreatedApiKey } from './types.ts';

const path = '/api/v1/api-keys';

/** What a key may do, from where and how much. Null: no limit of its own. */
export type ApiKeyPowers = Partial<Pick<ApiKey, 'scopes' | 'addresses' | 'minuteLimit' | 'monthlyQuota'>>;

export interface NewApiKey extends ApiKeyPowers {
  name: string;
  expiresAt?: string | null;
}

export interface KeyRotation {
  overlapSeconds?: number;
  name?: string | null;
  expiresAt?: string | null;
}

/** The API keys of the account. They need a session. */
export class ApiKeys {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async list(options: CallOptions = {}): Promise<readonly ApiKey[]> {
    return (await this.#transport.json<{ data: ApiKey[] }>(path, { bySession: true, ...options })).data;
  }

  /** The answer has the secret, for the only time. */
  async create(key: NewApiKey, options: CallOptions = {}): Promise<CreatedApiKey> {
    return this.#created(path, key, options);
  }

  /** A new key with the same powers in the place of another, which goes on for `overlapSeconds`. */
  async rotate(id: string, rotation: KeyRotation = {}, options: CallOptions = {}): Promise<CreatedApiKey> {
    return this.#created(`${path}/${segment(id)}/rotate`, rotation, options);
  }

  /** What is left out stays as it is; null lifts a limit. */
  async change(id: string, change: ApiKeyPowers & { name?: string }, options: CallOptions = {}): Promise<ApiKey> {
    const call = { method: 'PATCH', bySession: true, body: change, ...options } as const;
    return (await this.#transport.json<{ data: ApiKey }>(`${path}/${segment(id)}`, call)).data;
  }

  /** It is not repeated: after a lost answer the key may be gone already. */
  async revoke(id: string, options: CallOptions = {}): Promise<void> {
    const call = { method: 'DELETE', bySession: true, ...options, retries: 0 } as const;
    await this.#transport.json(`${path}/${segment(id)}`, call);
  }

  async #created(address: string, body: unknown, options: CallOptions): Promise<CreatedApiKey> {
    // The service keeps the answer under this key, so that a repetition makes nothing twice.
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const call = { method: 'POST', bySession: true, body, headers, ...options } as const;
    return (await this.#transport.json<{ data: CreatedApiKey }>(address, call)).data;
  }
}
