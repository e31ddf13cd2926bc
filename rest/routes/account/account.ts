import { from } from '../../route/envelope.ts';
import { route } from '../../route/route.ts';
import { exampleKey, keyFragment } from './api-keys.ts';
import { examplePlan, planFragment } from './plans.ts';

const exampleId = '7d9bd0d1-8d0a-4a0e-9a53-0f6a1f1f6a01';
const common = { method: 'get', tag: 'Account', access: 'session', cacheControl: 'no-store' } as const;

export const getAccount = route({
  ...common,
  operationId: 'getAccount',
  path: '/account',
  summary: 'Read the account',
  description: 'Plan, usage, billing state and active keys. The first session of a person makes their account.',
  document: `{ account { ...Account } }
    fragment Account on Account {
      id email plan { ...ApiPlan } usage { periodStart periodEnd used limit remaining }
      billing { status currentPeriodEnd cancelAtPeriodEnd } apiKeys { ...ApiKey }
    }
    ${planFragment} ${keyFragment}`,
  answers: {
    200: {
      description: 'The account.',
      body: { data: from('account') },
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
  operationId: 'getProfile',
  path: '/auth/me',
  summary: 'Read the profile of the current user',
  description: 'As last reported by the identity provider.',
  document: '{ me { ...Profile } } fragment Profile on User { id email name accountId }',
  answers: {
    200: {
      description: 'The profile.',
      body: { data: from('me') },
      example: {
        data: { id: 'a1c1d2c5-5d3a-4c55-9d06-3b1de2b3a702', email: 'ada@example.com', name: 'Ada', accountId: exampleId },
      },
    },
  },
});
