import type { Route } from '../route/route.ts';
import { getAccount, getProfile } from './account.ts';
import { deleteAccount, exportAccount } from './account-leaving.ts';
import { createApiKey, rotateApiKey } from './api-key-creation.ts';
import { createReconcileAddress, listApiKeys, revokeApiKey, revokeReconcileAddress } from './api-keys.ts';
import { readAudit } from './audit.ts';
import { createCheckout, createPortal, receivePaymentEvent } from './billing.ts';
import { listChanges } from './changes.ts';
import { listCountries } from './countries.ts';
import { getEntity, searchEntities } from './entities.ts';
import { getEntityFacets } from './entity-facets.ts';
import { getEntityGroup } from './entity-group.ts';
import { getEntityHistory } from './entity-history.ts';
import { lookUpEntities } from './entity-lookup.ts';
import { suggestEntities } from './entity-suggestions.ts';
import { getLiveness, getReadiness } from './health.ts';
import { matchCompanies } from './match.ts';
import { listPlans } from './plans.ts';
import { listIdentifierSources, listRegisters } from './registers.ts';
import { readRequestLog } from './request-log.ts';
import { endOtherSessions, endSession, listSessions } from './sessions.ts';
import { downloadSnapshot, listSnapshots } from './snapshots.ts';
import {
  changeWatchedCompanies,
  createWatchList,
  deleteWatchList,
  getWatchList,
  listWatchedCompanies,
  listWatchListChanges,
  listWatchLists,
  renameWatchList,
} from './watch-lists.ts';

/** Every operation of the REST interface, in the order of its documentation. */
export const routes: readonly Route[] = [
  listCountries,
  searchEntities,
  getEntityFacets,
  suggestEntities,
  lookUpEntities,
  matchCompanies,
  getEntity,
  getEntityHistory,
  getEntityGroup,
  listChanges,
  listSnapshots,
  downloadSnapshot,
  listRegisters,
  listIdentifierSources,
  listWatchLists,
  createWatchList,
  getWatchList,
  renameWatchList,
  deleteWatchList,
  listWatchedCompanies,
  changeWatchedCompanies,
  listWatchListChanges,
  getAccount,
  exportAccount,
  deleteAccount,
  getProfile,
  listApiKeys,
  createApiKey,
  rotateApiKey,
  revokeApiKey,
  createReconcileAddress,
  revokeReconcileAddress,
  listSessions,
  endSession,
  endOtherSessions,
  readAudit,
  readRequestLog,
  listPlans,
  createCheckout,
  createPortal,
  receivePaymentEvent,
  getLiveness,
  getReadiness,
];
