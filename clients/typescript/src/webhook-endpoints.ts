import { linked, Pages } from './pages.ts';
import { type CallOptions, segment, type Transport } from './transport.ts';
import type {
  CreatedWebhookEndpoint,
  NewWebhookEndpoint,
  WatchListReplay,
  WebhookDeliveriesPage,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointChange,
} from './types.ts';

const root = '/api/v1/webhook-endpoints';
const pathOf = (id: string): string => `${root}/${segment(id)}`;

/** Addresses that get messages, and what came of their deliveries. */
export class WebhookEndpoints {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(options: CallOptions = {}): Promise<readonly WebhookEndpoint[]> {
    return this.#data(root, options);
  }

  get(id: string, options: CallOptions = {}): Promise<WebhookEndpoint> {
    return this.#data(pathOf(id), options);
  }

  /** The answer has the secret, for the only time. */
  create(endpoint: NewWebhookEndpoint, options: CallOptions = {}): Promise<CreatedWebhookEndpoint> {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    return this.#data(root, { method: 'POST', body: endpoint, headers, ...options });
  }

  /** What is left out stays as it is. */
  change(id: string, change: WebhookEndpointChange, options: CallOptions = {}): Promise<WebhookEndpoint> {
    return this.#data(pathOf(id), { method: 'PATCH', body: change, ...options });
  }

  /** It is not repeated: after a lost answer the endpoint may be gone already. */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.#transport.json(pathOf(id), { method: 'DELETE', ...options, retries: 0 });
  }

  /**
   * A new secret. The one before signs too for `overlapSeconds`, a day unless you say otherwise. It is not repeated: a lost
   * answer had a secret that nobody has seen, so rotate again without an overlap.
   */
  rotateSecret(id: string, body: { overlapSeconds?: number } = {}, options: CallOptions = {}): Promise<CreatedWebhookEndpoint> {
    return this.#data(`${pathOf(id)}/rotate-secret`, { method: 'POST', body, ...options, retries: 0 });
  }

  /** Enables an endpoint that was disabled, and sends what waits. */
  enable(id: string, options: CallOptions = {}): Promise<WebhookEndpoint> {
    return this.#data(`${pathOf(id)}/enable`, { method: 'POST', ...options });
  }

  /** Sends a test. Returns the id of the message, as all sending does. */
  test(id: string, options: CallOptions = {}): Promise<string> {
    return this.#sent(`${pathOf(id)}/test`, undefined, options);
  }

  /** The attempts of the last 30 days, newest first. */
  deliveries(
    id: string,
    { limit, ...options }: { limit?: number | undefined } & CallOptions = {},
  ): Pages<WebhookDelivery, WebhookDeliveriesPage> {
    const path = `${pathOf(id)}/deliveries`;
    const read = (cursor: string | undefined) =>
      this.#transport.json<WebhookDeliveriesPage>(path, { query: { cursor, limit }, ...options });
    return new Pages(() => linked(read));
  }

  /** Sends what a delivery had once more. */
  replayDelivery(id: string, deliveryId: string, options: CallOptions = {}): Promise<string> {
    return this.#sent(`${pathOf(id)}/deliveries/${segment(deliveryId)}/replay`, undefined, options);
  }

  /** Sends one message about all changes of a watch list after a cursor. */
  replay(id: string, from: WatchListReplay, options: CallOptions = {}): Promise<string> {
    return this.#sent(`${pathOf(id)}/replay`, from, options);
  }

  async #sent(path: string, body: unknown, options: CallOptions): Promise<string> {
    return (await this.#data<{ messageId: string }>(path, { method: 'POST', body, ...options })).messageId;
  }

  async #data<Data>(path: string, call: Parameters<Transport['json']>[1]): Promise<Data> {
    return (await this.#transport.json<{ data: Data }>(path, call)).data;
  }
}
