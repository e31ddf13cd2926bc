import '../accounts/account.schema.ts';
import '../accounts/accounts.schema.ts';
import '../accounts/api-key.schema.ts';
import '../accounts/audit.schema.ts';
import '../leaving/leaving.schema.ts';
import '../accounts/plan.schema.ts';
import '../billing/billing.schema.ts';
import '../billing/waiting-events.schema.ts';
import '../changes/change-sets.schema.ts';
import '../changes/changes.schema.ts';
import '../changes/history.schema.ts';
import '../companies/registers.schema.ts';
import '../changes/snapshots.schema.ts';
import '../identity/session.schema.ts';
import '../metering/usage.schema.ts';
import '../operations/health.schema.ts';
import '../companies/country.schema.ts';
import '../companies/entities.schema.ts';
import '../companies/entity-by-id.schema.ts';
import '../companies/entity-facets.schema.ts';
import '../companies/entity-suggestions.schema.ts';
import '../companies/entity.schema.ts';
import '../companies/imports.schema.ts';
import '../companies/failed-imports.schema.ts';
import { builder } from '../graphql/builder.ts';

/** The schema that implements every operation. The imports above add its types and fields, one file per type. */
export const schema = builder.toSchema();
