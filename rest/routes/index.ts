import type { Route } from '../route.ts';
import { getLiveness, getReadiness } from './health.ts';
import { listPlans } from './plans.ts';

/** Every operation of the REST interface, in the order of its documentation. */
export const routes: readonly Route[] = [listPlans, getLiveness, getReadiness];
