import { z } from 'zod';
import { builder } from '../graphql/builder.ts';
import { declare } from '../graphql/declaration.ts';
import { type Plan, planIds, plans } from './plan.ts';

builder.enumType(planIds, { name: 'PlanId' });

export const ApiPlan = builder.objectRef<Plan>('ApiPlan').implement({
  description: 'What an account may use, and for how much.',
  fields: (t) => ({
    id: t.expose('id', { type: planIds }),
    name: t.exposeString('name'),
    monthlyPriceEur: t.exposeFloat('monthlyPriceEur', {
      description: 'Price per month in euro.',
      extensions: declare({ value: z.number().min(0) }),
    }),
    monthlyRequests: t.exposeInt('monthlyRequests', {
      description: 'Requests per billing period, shared by all keys of the account.',
    }),
    requestsPerMinute: t.exposeInt('requestsPerMinute', { description: 'Requests per minute and key.' }),
    maxApiKeys: t.exposeInt('maxApiKeys', { description: 'Maximum number of active API keys.' }),
    maxWatchLists: t.exposeInt('maxWatchLists', { description: 'Maximum number of watch lists.' }),
    maxWatchedCompanies: t.exposeInt('maxWatchedCompanies', {
      description: 'Maximum number of companies in all watch lists together.',
    }),
    maxMembers: t.exposeInt('maxMembers', { description: 'Maximum number of members, open invitations included.' }),
    maxWebhookEndpoints: t.exposeInt('maxWebhookEndpoints', { description: 'Maximum number of webhook endpoints.' }),
  }),
});

builder.queryField('plans', (t) =>
  t.field({
    type: [ApiPlan],
    nullable: true,
    description: 'The plan catalogue, cheapest first.',
    resolve: () => [...plans],
  }),
);
