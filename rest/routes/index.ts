import type { Route } from '../route.ts';
import { getAccount, getProfile } from './account.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
import { createCheckout, createPortal, receivePaymentEvent } from './billing.ts';
import { listCountries } from './countries.ts';
import { getEntity, searchEntities } from './entities.ts';
import { getEntityFacets } from './entity-facets.ts';
import { suggestEntities } from './entity-suggestions.ts';
import { getLiveness, getReadiness } from './health.ts';
import { listPlans } from './plans.ts';

/** Every operation of the REST interface, in the order of its documentation. */
export const routes: readonly Route[] = [
  listCountries,
  searchEntities,
  getEntityFacets,
  suggestEntities,
  getEntity,
  getAccount,
  getProfile,
  listApiKeys,
  createApiKey,
  revokeApiKey,
  listPlans,
  createCheckout,
  createPortal,
  receivePaymentEvent,
  getLiveness,
  getReadiness,
];
