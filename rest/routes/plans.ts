import { from } from '../route/envelope.ts';
import { route } from '../route/route.ts';

export const examplePlan = {
  id: 'free',
  name: 'Free',
  monthlyPriceEur: 0,
  monthlyRequests: 1000,
  requestsPerMinute: 60,
  maxApiKeys: 1,
} as const;
export const planFragment = `fragment ApiPlan on ApiPlan {
  id name monthlyPriceEur monthlyRequests requestsPerMinute maxApiKeys
}`;

export const listPlans = route({
  operationId: 'listPlans',
  method: 'get',
  path: '/plans',
  tag: 'Plans',
  summary: 'List the plans',
  description:
    'The public plan catalogue, cheapest first. Prices are fixed: when the quota is used up, requests are refused ' +
    'and no overage is charged.',
  access: 'public',
  document: `{ plans { ...ApiPlan } } ${planFragment}`,
  answers: {
    200: {
      description: 'The plans.',
      body: { data: from('plans') },
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
