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
}

/** The catalogue, cheapest first. Prices are part of the contract, so they are in the code and not in the database. */
export const plans: readonly Plan[] = [
  { id: 'free', name: 'Free', monthlyPriceEur: 0, monthlyRequests: 1_000, requestsPerMinute: 60, maxApiKeys: 1 },
  { id: 'pro', name: 'Pro', monthlyPriceEur: 29, monthlyRequests: 100_000, requestsPerMinute: 600, maxApiKeys: 5 },
  { id: 'business', name: 'Business', monthlyPriceEur: 99, monthlyRequests: 1_000_000, requestsPerMinute: 3_000, maxApiKeys: 20 },
];

/** The plan of an account. The database accepts only the ids of the catalogue. */
export function planOf(id: string): Plan {
  const plan = plans.find((one) => one.id === id);
  if (!plan) throw new Error(`There is no plan ${id}.`);
  return plan;
}
