import type { ApiKeys } from '../accounts/api-keys.ts';
import type { Standings } from '../accounts/standings.ts';
import type { UsageSource } from '../accounts/usage.ts';
import type { Checkout } from '../billing/checkout.ts';
import type { PaymentEvents } from '../billing/payment-events.ts';
import type { PrismaClient } from '../database/client.ts';
import { Failure } from '../errors.ts';
import type { Principal, SessionPrincipal } from '../identity/principal.ts';
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
  apiKeys: ApiKeys;
  metering: UsageSource;
  checkout: Checkout;
  paymentEvents: PaymentEvents;
}

/** What one operation carries through the schema. */
export interface Context {
  requestId: string;
  principal: Principal;
  services: Services;
}

/** Whose session it is. The scopes let nobody else come so far; this is for the types, and for a field that forgot its scope. */
export function sessionOf({ principal }: Context): SessionPrincipal {
  if (principal.kind !== 'session') throw new Failure('session_required');
  return principal;
}
