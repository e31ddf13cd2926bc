import type { ApiKeys } from '../accounts/api-keys.ts';
import type { Checkout } from '../billing/checkout.ts';
import type { PaymentEvents } from '../billing/payment-events.ts';
import type { Changes } from '../changes/index.ts';
import type { DataVersion } from '../companies/data-version.ts';
import type { Records } from '../companies/records.ts';
import type { Search } from '../companies/search/search.ts';
import type { SourceTerms } from '../companies/source-terms.ts';
import type { PrismaClient } from '../database/client.ts';
import type { SessionRecords } from '../identity/session-records.ts';
import { Failure } from '../kernel/errors.ts';
import type { Principal, SessionPrincipal } from '../kernel/principal.ts';
import type { Erasure } from '../leaving/erasure.ts';
import type { AccountExports } from '../leaving/export.ts';
import type { Charge, Reading } from '../metering/charge.ts';
import type { Metering } from '../metering/metering.ts';
import type { SessionLimits } from '../metering/session-limits.ts';
import type { Health } from '../operations/health.ts';

/** What resolvers work with; put together once, in service.ts. */
export interface Services {
  prisma: PrismaClient;
  health: Health;
  dataVersion: DataVersion;
  search: Search;
  records: Records;
  sourceTerms: SourceTerms;
  changes: Changes;
  apiKeys: ApiKeys;
  sessions: SessionRecords;
  accountExports: AccountExports;
  erasure: Erasure;
  checkout: Checkout;
  paymentEvents: PaymentEvents;
  metering: Metering;
  sessionLimits: SessionLimits;
}

/** What one operation carries through the schema. */
export interface Context {
  requestId: string;
  principal: Principal;
  services: Services;
  /** Where the operation came through a door that can tell its caller of the limits. */
  showLimits?: (reading: Reading) => void;
  /** Where that door may have to answer before the operation is done: then the charge is given back. */
  hold?: (charge: Charge) => Promise<void>;
  /** For how many seconds the door can let an operation wait for news. */
  patience?: number;
  /** Tells that the caller has gone. */
  gone?: AbortSignal;
}

/** Whose session it is. The scopes let nobody else come so far; this is for the types, and for a field that forgot its scope. */
export function sessionOf({ principal }: Context): SessionPrincipal {
  if (principal.kind !== 'session') throw new Failure('session_required');
  return principal;
}
