import { type CallOptions, segment, type Transport } from './transport.ts';
import type { ApiKey, CreatedApiKey } from './types.ts';

const path = '/api/v1/api-keys';

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
  async create(key: { name: string; expiresAt?: string | null }, options: CallOptions = {}): Promise<CreatedApiKey> {
    return this.#created(path, key, options);
  }

  /** A new key in the place of another, which goes on for `overlapSeconds`. */
  async rotate(id: string, body: { overlapSeconds?: number } = {}, options: CallOptions = {}): Promise<CreatedApiKey> {
    return this.#created(`${path}/${segment(id)}/rotate`, body, options);
  }

  /** It is not repeated: after a lost answer the key may be gone already. */
  async revoke(id: string, options: CallOptions = {}): Promise<void> {
    const call = { method: 'DELETE', bySession: true, ...options, retries: 0 } as const;
    await this.#transport.json(`${path}/${segment(id)}`, call);
  }

  async #created(address: string, body: unknown, options: CallOptions): Promise<CreatedApiKey> {
    const call = { method: 'POST', bySession: true, body, ...options } as const;
    return (await this.#transport.json<{ data: CreatedApiKey }>(address, call)).data;
  }
}
