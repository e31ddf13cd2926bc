import '../accounts/account.ts';
import '../accounts/api-key.ts';
import '../accounts/audit-type.ts';
import '../accounts/leaving-type.ts';
import '../accounts/plan.ts';
import '../billing/billing-type.ts';
import '../identity/session-type.ts';
import '../metering/usage-type.ts';
import '../operations/health-type.ts';
import '../registry/country.ts';
import '../registry/entities.ts';
import '../registry/entity-facets.ts';
import '../registry/entity-suggestions.ts';
import '../registry/entity.ts';
import { builder } from './builder.ts';

/** The one schema that implements every operation. The imports above are its types and fields, one file per type. */
export const schema = builder.toSchema();
