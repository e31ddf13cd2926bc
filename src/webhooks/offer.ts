import type { OutboxReader } from '../background/outbox.ts';
import type { Deliveries } from './deliveries.ts';
import type { Endpoints } from './endpoints.ts';

/** What the feature offers. */
export interface Webhooks {
  endpoints: Endpoints;
  deliveries: Deliveries;
  /** Makes messages of what happened to accounts. */
  reader: OutboxReader;
}
