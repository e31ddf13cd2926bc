import { z } from 'zod';
import { route } from '../route.ts';

export const ApiPlan = z
  .object({
    id: z.enum(['free', 'pro', 'business']),
    name: z.string(),
    monthlyPriceEur: z.number().min(0).meta({ description: 'Price per month in euro.' }),
    monthlyRequests: z.int32().min(0).meta({ description: 'Requests per billing period, shared by all keys of the account.' }),
    requestsPerMinute: z.int32().min(0).meta({ description: 'Requests per minute and key.' }),
    maxApiKeys: z.int32().min(0).meta({ description: 'Maximum number of active API keys.' }),
  })
  .meta({ id: 'ApiPlan', description: 'What an account may use, and for how much.' });

export const examplePlan = {
  id: 'free',
  name: 'Free',
  monthlyPriceEur: 0,
  monthlyRequests: 1000,
  requestsPerMinute: 60,
  maxApiKeys: 1,
} as const;
export const planDocument = 'id name monthlyPriceEur monthlyRequests requestsPerMinute maxApiKeys';

export const listPlans = route({
  operationId: 'listPlans',
  method: 'get',
  path: '/plans',
  tag: 'Plans',
  summary: 'List the plans',
  description:
    'The public plan catalogue, cheapest first. Prices are fixed: when the quota is used up, requests are refused and no overage is charged.',
  access: 'public',
  document: `{ plans { ${planDocument} } }`,
  envelope: ({ plans }: { plans: z.output<typeof ApiPlan>[] }) => ({ data: plans }),
  answers: {
    200: {
      description: 'The plans.',
      body: z.object({ data: z.array(ApiPlan) }),
      example: {
        data: [
          examplePlan,
          { id: 'pro', name: 'Pro', monthlyPriceEur: 29, monthlyRequests: 100000, requestsPerMinute: 600, maxApiKeys: 5 },
          {
            id: 'business',
            name: 'Business',
            monthlyPriceEur: 99,
            monthlyRequests: 1000000,
            requestsPerMinute: 3000,
            maxApiKeys: 20,
          },
        ],
      },
    },
  },
  cacheControl: 'public, max-age=300',
});
