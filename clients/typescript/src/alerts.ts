import { linked, Pages } from './pages.ts';
import type { CallOptions, Transport } from './transport.ts';
import type { Alert, AlertChoice, AlertChoices, AlertsPage } from './types.ts';

const choicesPath = '/api/v1/alert-choices';

/** What the people of the account should know. Alerts need a session: each person reads and chooses for themselves. */
export class Alerts {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The alerts, newest first. `meta.unread` of a page says how many the person has not read. */
  list({ limit, ...options }: { limit?: number } & CallOptions = {}): Pages<Alert, AlertsPage> {
    const read = (cursor: string | undefined) =>
      this.#transport.json<AlertsPage>('/api/v1/alerts', { bySession: true, query: { cursor, limit }, ...options });
    return new Pages(() => linked(read));
  }

  /** Marks an alert and all older ones as read. Returns how many are unread then. */
  async read(upTo: string, options: CallOptions = {}): Promise<number> {
    const call = { method: 'POST', bySession: true, body: { upTo }, ...options } as const;
    return (await this.#transport.json<{ data: { unread: number } }>('/api/v1/alerts/read', call)).data.unread;
  }

  /** Which kinds the person gets by e-mail, and at which address. */
  async choices(options: CallOptions = {}): Promise<AlertChoices> {
    return (await this.#transport.json<{ data: AlertChoices }>(choicesPath, { bySession: true, ...options })).data;
  }

  /** Changes the kinds that are named, and returns all choices. */
  async choose(choices: readonly AlertChoice[], options: CallOptions = {}): Promise<AlertChoices> {
    const call = { method: 'PATCH', bySession: true, body: { choices }, ...options } as const;
    return (await this.#transport.json<{ data: AlertChoices }>(choicesPath, call)).data;
  }
}
