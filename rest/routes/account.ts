import { z } from 'zod';
import { route } from '../route.ts';
import { ApiKey, exampleKey, keyDocument } from './api-keys.ts';
import { ApiPlan, examplePlan, planDocument } from './plans.ts';

const count = z.int32().min(0);
const Account = z
  .object({
    id: z.guid(),
    email: z.string().nullable(),
    plan: ApiPlan,
    usage: z
      .object({ periodStart: z.iso.datetime(), periodEnd: z.iso.datetime(), used: count, limit: count, remaining: count })
      .meta({ description: 'Of the current billing period: that of the subscription, else the calendar month in UTC.' }),
    billing: z.object({
      status: z.string().meta({ description: "`none` without a subscription, else the payment provider's word." }),
      currentPeriodEnd: z.iso.datetime().nullable(),
      cancelAtPeriodEnd: z.boolean(),
    }),
    apiKeys: z.array(ApiKey).meta({ description: 'The active keys, newest first.' }),
  })
  .meta({ id: 'Account' });
const Profile = z
  .object({ id: z.guid(), email: z.string().nullable(), name: z.string().nullable(), accountId: z.guid() })
  .meta({ id: 'Profile' });

const exampleId = '7d9bd0d1-8d0a-4a0e-9a53-0f6a1f1f6a01';
const common = {
  method: 'get',
  tag: 'Account',
  access: 'session',
  errors: ['service_unavailable'],
  cacheControl: 'no-store',
} as const;

export const getAccount = route({
  ...common,
  errors: [...common.errors],
  operationId: 'getAccount',
  path: '/account',
  summary: 'Read the account',
  description: 'Plan, usage, billing state and active keys. The first session of a person makes their account.',
  document: `{ account {
    id email plan { ${planDocument} } usage { periodStart periodEnd used limit remaining }
    billing { status currentPeriodEnd cancelAtPeriodEnd } apiKeys { ${keyDocument} }
  } }`,
  envelope: ({ account }: { account: z.output<typeof Account> }) => ({ data: account }),
  answers: {
    200: {
      description: 'The account.',
      body: z.object({ data: Account }),
      example: {
        data: {
          id: exampleId,
          email: 'ada@example.com',
          plan: examplePlan,
          usage: {
            periodStart: '2026-11-01T00:00:00.000Z',
            periodEnd: '2026-12-01T00:00:00.000Z',
            used: 120,
            limit: 1000,
            remaining: 880,
          },
          billing: { status: 'none', currentPeriodEnd: null, cancelAtPeriodEnd: false },
          apiKeys: [exampleKey],
        },
      },
    },
  },
});

export const getProfile = route({
  ...common,
  errors: [...common.errors],
  operationId: 'getProfile',
  path: '/auth/me',
  summary: 'Read the profile of the current user',
  description: 'As the identity provider told it last.',
  document: '{ me { id email name accountId } }',
  envelope: ({ me }: { me: z.output<typeof Profile> }) => ({ data: me }),
  answers: {
    200: {
      description: 'The profile.',
      body: z.object({ data: Profile }),
      example: {
        data: { id: 'a1c1d2c5-5d3a-4c55-9d06-3b1de2b3a702', email: 'ada@example.com', name: 'Ada', accountId: exampleId },
      },
    },
  },
});
