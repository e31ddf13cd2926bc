import { builder } from '../graphql/builder.ts';

export type PlanId = 'free' | 'pro' | 'business';

export interface Plan {
  id: PlanId;
  name: string;
  monthlyPriceEur: number;
  monthlyRequests: number;
  requestsPerMinute: number;
  maxApiKeys: number;
}

/** The catalogue, cheapest first. Prices are part of the contract, so they stand in the code and not in the database. */
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

export const PlanId = builder.enumType('PlanId', { values: ['free', 'pro', 'business'] as const });

export const ApiPlan = builder.objectRef<Plan>('ApiPlan').implement({
  description: 'What an account may use, and for how much.',
  fields: (t) => ({
    id: t.expose('id', { type: PlanId }),
    name: t.exposeString('name'),
    monthlyPriceEur: t.exposeFloat('monthlyPriceEur', { description: 'Price per month in euro.' }),
    monthlyRequests: t.exposeInt('monthlyRequests', {
      description: 'Requests per billing period, shared by all keys of an account.',
    }),
    requestsPerMinute: t.exposeInt('requestsPerMinute', { description: 'Requests per minute and key.' }),
    maxApiKeys: t.exposeInt('maxApiKeys', { description: 'Active API keys at a time.' }),
  }),
});

builder.queryField('plans', (t) =>
  t.field({
    type: [ApiPlan],
    nullable: true,
    description: 'The plan catalogue, cheapest first.',
    authScopes: { public: true },
    resolve: () => [...plans],
  }),
);
