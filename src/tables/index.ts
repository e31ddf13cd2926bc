import { accountTables } from '../accounts/tables.ts';
import { alertTables } from '../alerts/tables.ts';
import { backgroundTables } from '../background/tables.ts';
import { billingTables } from '../billing/tables.ts';
import { changeTables } from '../changes/tables.ts';
import type { Table } from '../database/table.ts';
import { identifierTables } from '../identifiers/tables.ts';
import { identityTables } from '../identity/tables.ts';
import { intakeTables } from '../intake/tables.ts';
import { meteringTables } from '../metering/tables.ts';
import { requestTables } from '../requests/tables.ts';
import { searchTables } from '../search/tables.ts';
import { watchingTables } from '../watching/tables.ts';
import { webhookTables } from '../webhooks/tables.ts';

export { openRetention } from './retention.ts';

/** The tables of all features and of the outbox, by their folders. */
export const tablesByFeature = {
  accounts: accountTables,
  identity: identityTables,
  metering: meteringTables,
  requests: requestTables,
  billing: billingTables,
  intake: intakeTables,
  search: searchTables,
  identifiers: identifierTables,
  changes: changeTables,
  watching: watchingTables,
  webhooks: webhookTables,
  alerts: alertTables,
  background: backgroundTables,
};

export const tables: readonly Table[] = Object.values(tablesByFeature).flat();
