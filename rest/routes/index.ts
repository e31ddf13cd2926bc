import type { Route } from '../route/route.ts';
import { getAccount, getProfile } from './account/account.ts';
import { deleteAccount, exportAccount } from './account/account-leaving.ts';
import { changeAlertChoices, getAlertChoices, listAlerts, readAlerts } from './account/alerts.ts';
import { changeApiKey, createApiKey, rotateApiKey } from './account/api-key-creation.ts';
import { createReconcileAddress, listApiKeys, revokeApiKey, revokeReconcileAddress } from './account/api-keys.ts';
import { readAudit } from './account/audit.ts';
import { createCheckout, createPortal, receivePaymentEvent } from './account/billing.ts';
import { acceptInvitation, createInvitation, listInvitations, readInvitation, revokeInvitation } from './account/invitations.ts';
import { changeMember, listMembers, listMemberships, removeMember } from './account/members.ts';
import { listPlans } from './account/plans.ts';
import { readRequestLog } from './account/request-log.ts';
import { receiveLeakReports } from './account/secret-scanning.ts';
import { endOtherSessions, endSession, listSessions } from './account/sessions.ts';
import { changeSignInRules, getSignInRules } from './account/sign-in-rules.ts';
import { listChanges } from './companies/changes.ts';
import { getEntity, searchEntities } from './companies/entities.ts';
import { getEntityFacets } from './companies/entity-facets.ts';
import { getEntityGroup } from './companies/entity-group.ts';
import { getEntityHistory } from './companies/entity-history.ts';
import { lookUpEntities } from './companies/entity-lookup.ts';
import { suggestEntities } from './companies/entity-suggestions.ts';
import { matchCompanies } from './companies/match.ts';
import { downloadSnapshot, listSnapshots } from './companies/snapshots.ts';
import { listCountries } from './countries.ts';
import { getLiveness, getReadiness } from './health.ts';
import { listIdentifierSources, listRegisters } from './registers.ts';
import {
  changeWatchedCompanies,
  changeWatchList,
  createWatchList,
  deleteWatchList,
  getWatchList,
  listWatchedCompanies,
  listWatchListChanges,
  listWatchLists,
} from './watching/watch-lists.ts';
import {
  listWebhookDeliveries,
  replayWatchList,
  replayWebhookDelivery,
  testWebhookEndpoint,
} from './webhooks/webhook-deliveries.ts';
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  enableWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
} from './webhooks/webhook-endpoints.ts';

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
  changeWatchList,
  deleteWatchList,
  listWatchedCompanies,
  changeWatchedCompanies,
  listWatchListChanges,
  listWebhookEndpoints,
  createWebhookEndpoint,
  getWebhookEndpoint,
  changeWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  enableWebhookEndpoint,
  testWebhookEndpoint,
  listWebhookDeliveries,
  replayWebhookDelivery,
  replayWatchList,
  getAccount,
  exportAccount,
  deleteAccount,
  getProfile,
  listApiKeys,
  createApiKey,
  changeApiKey,
  rotateApiKey,
  revokeApiKey,
  createReconcileAddress,
  revokeReconcileAddress,
  listMemberships,
  listMembers,
  changeMember,
  removeMember,
  getSignInRules,
  changeSignInRules,
  listInvitations,
  createInvitation,
  readInvitation,
  acceptInvitation,
  revokeInvitation,
  listSessions,
  endSession,
  endOtherSessions,
  listAlerts,
  readAlerts,
  getAlertChoices,
  changeAlertChoices,
  readAudit,
  readRequestLog,
  receiveLeakReports,
  listPlans,
  createCheckout,
  createPortal,
  receivePaymentEvent,
  getLiveness,
  getReadiness,
];
