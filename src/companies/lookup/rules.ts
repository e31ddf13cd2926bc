import type { Cost } from '../../kernel/cost.ts';

const cost: Cost = { of: 'A look-up of several companies', each: { count: 1, what: 'item' } };

export const lookupStatuses = ['found', 'not_found', 'removed', 'ambiguous'] as const;
export type LookupStatus = (typeof lookupStatuses)[number];

/** How many companies one request may look up, what that costs, and what it may find. */
export const lookups = { most: 100, cost, statuses: lookupStatuses };
