import type { Deliveries } from './deliveries.ts';
import type { Endpoints } from './endpoints.ts';

/** What the feature offers. */
export interface Webhooks {
  endpoints: Endpoints;
  deliveries: Deliveries;
  /** Looks for messages now: another feature has queued one. */
  wake(): void;
}
