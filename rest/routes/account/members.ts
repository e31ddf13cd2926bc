import { z } from 'zod';
import { roles } from '../../../src/kernel/access/powers.ts';
import { countOf, from } from '../../route/envelope.ts';
import { route } from '../../route/route.ts';
import { maxLengths } from '../../route/rules.ts';

const common = { tag: 'Members', access: 'session', cacheControl: 'no-store' } as const;
export const role = z.enum(roles).meta({ description: 'What the person may do.', examples: ['member'] });

const memberFragment = 'fragment Member on Member { id email name role since barred }';
const exampleMember = {
  id: 'a1c1d2c5-5d3a-4c55-9d06-3b1de2b3a702',
  email: 'ada@example.com',
  name: 'Ada',
  role: 'owner',
  since: '2026-11-15T09:30:00.000Z',
  barred: null,
};
const params = z.object({ id: z.string().meta({ description: 'The id of the person.', format: 'uuid' }) });

export const membershipFragment = 'fragment Membership on Membership { accountId email role since isHome barred }';
export const exampleMembership = {
  accountId: '7d9bd0d1-8d0a-4a0e-9a53-0f6a1f1f6a01',
  email: 'ada@example.com',
  role: 'member',
  since: '2026-11-15T09:30:00.000Z',
  isHome: false,
  barred: null,
};

export const listMemberships = route({
  ...common,
  operationId: 'listMemberships',
  method: 'get',
  path: '/memberships',
  summary: 'List the accounts that you are in',
  description: 'First the account that you made. The header `X-Account-ID` chooses one of them for a request.',
  document: `{ memberships { ...Membership } } ${membershipFragment}`,
  answers: {
    200: { description: 'The accounts.', body: { data: from('memberships') }, example: { data: [exampleMembership] } },
  },
});

export const listMembers = route({
  ...common,
  operationId: 'listMembers',
  method: 'get',
  path: '/members',
  summary: 'List the members of the account',
  description: 'The oldest first. `limit` is the number that the plan allows.',
  document: `{ members { ...Member } account { plan { maxMembers } } } ${memberFragment}`,
  answers: {
    200: {
      description: 'The members.',
      body: { data: from('members'), meta: { count: countOf('members'), limit: from('account.plan.maxMembers') } },
      example: { data: [exampleMember], meta: { count: 1, limit: 3 } },
    },
  },
});

export const changeMember = route({
  ...common,
  operationId: 'changeMember',
  method: 'patch',
  path: '/members/{id}',
  summary: 'Change the role of a member',
  description:
    'Takes effect within one second everywhere. Only an owner makes and unmakes owners, and the last one stays: to hand an ' +
    'account over, make another member an owner first.',
  input: { params, body: z.strictObject({ role }) },
  document: `mutation ($id: ID!, $role: Role!) { changeMember(id: $id, role: $role) { ...Member } } ${memberFragment}`,
  variables: ({ params: { id }, body }) => ({ id, ...body }),
  answers: { 200: { description: 'The member.', body: { data: from('changeMember') }, example: { data: exampleMember } } },
  errors: ['member_not_found', 'last_owner'],
});

export const removeMember = route({
  ...common,
  operationId: 'removeMember',
  method: 'delete',
  path: '/members/{id}',
  summary: 'Remove a member, or leave',
  description:
    'Within one second everywhere the person is out, and the API keys that they made are revoked, or go to `handOverTo`. With ' +
    'your own id you leave the account; the last owner cannot. Who leaves the account that they made gets a new one, which ' +
    'shares the limits of the free plan with it.',
  input: { params, query: z.strictObject({ handOverTo: z.string().max(maxLengths.id).optional() }) },
  document: 'mutation ($id: ID!, $handOverTo: ID) { removeMember(id: $id, handOverTo: $handOverTo) }',
  variables: ({ params: { id }, query }) => ({ id, ...query }),
  answers: { 204: { description: 'They are no longer a member.' } },
  errors: ['member_not_found', 'last_owner'],
});
