import { plans } from '../../../src/accounts/index.ts';
import { from } from '../../route/envelope.ts';
import { route } from '../../route/route.ts';

export const [examplePlan] = plans;
export const planFragment = `fragment ApiPlan on ApiPlan {
  id name monthlyPriceEur monthlyRequests requestsPerMinute maxApiKeys maxWatchLists maxWatchedCompanies
  maxMembers maxWebhookEndpoints
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
      example: { data: plans },
    },
  },
  cacheControl: 'public, max-age=300',
});
