import type { Standings } from '../accounts/standings.ts';
import type { Checkout } from '../billing/checkout.ts';
import type { PaymentEvents } from '../billing/payment-events.ts';
import type { PrismaClient } from '../database/client.ts';
import type { Principal } from '../identity/principal.ts';
import type { Health } from '../operations/health.ts';
import type { DataVersion } from '../registry/data-version.ts';
import type { Search } from '../registry/search.ts';
import type { SourceTerms } from '../registry/source-terms.ts';

/** What resolvers work with; put together once, in main.ts. */
export interface Services {
  prisma: PrismaClient;
  health: Health;
  dataVersion: DataVersion;
  search: Search;
  sourceTerms: SourceTerms;
  standings: Standings;
  checkout: Checkout;
  paymentEvents: PaymentEvents;
}

/** What one operation carries through the schema. */
export interface Context {
  requestId: string;
  principal: Principal;
  services: Services;
}
