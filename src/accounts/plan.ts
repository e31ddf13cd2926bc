/** The ids of the plans. The GraphQL enum PlanId is made from this value. */
export const planIds = { free: 'free', pro: 'pro', business: 'business' } as const;
export type PlanId = keyof typeof planIds;

export interface Plan {
  id: PlanId;
  name: string;
  monthlyPriceEur: number;
  monthlyRequests: number;
  requestsPerMinute: number;
  maxApiKeys: number;
  maxWatchLists: number;
  /** In all lists of the account together. */
  maxWatchedCompanies: number;
  maxMembers: number;
  maxWebhookEndpoints: number;
}

/** The catalogue, cheapest first. Prices are part of the contract, so they are in the code and not in the database. */
export const plans: readonly Plan[] = [
  {
    ...{ id: 'free', name: 'Free', monthlyPriceEur: 0, monthlyRequests: 1_000, requestsPerMinute: 60, maxApiKeys: 1 },
    ...{ maxWatchLists: 1, maxWatchedCompanies: 50, maxWebhookEndpoints: 1, maxMembers: 3 },
  },
  {
    ...{ id: 'pro', name: 'Pro', monthlyPriceEur: 29, monthlyRequests: 100_000, requestsPerMinute: 600, maxApiKeys: 5 },
    ...{ maxWatchLists: 20, maxWatchedCompanies: 5_000, maxWebhookEndpoints: 10, maxMembers: 10 },
  },
  {
    ...{ id: 'business', name: 'Business', monthlyPriceEur: 99, monthlyRequests: 1_000_000, requestsPerMinute: 3_000 },
    ...{ maxApiKeys: 20, maxWatchLists: 200, maxWatchedCompanies: 100_000, maxWebhookEndpoints: 50, maxMembers: 50 },
  },
];

/** The plan of an account. The database accepts only the ids of the catalogue. */
export function planOf(id: string): Plan {
  const plan = plans.find((one) => one.id === id);
  if (!plan) throw new Error(`There is no plan ${id}.`);
  return plan;
}
