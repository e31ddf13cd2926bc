import { z } from 'zod';
import { invitationDays, memberRules } from '../../../src/accounts/index.ts';
import { countOf, from, merged, named } from '../../route/envelope.ts';
import { idempotencyHeader, replayedHeader } from '../../route/idempotency.ts';
import { route } from '../../route/route.ts';
import { maxLengths } from '../../route/rules.ts';
import { exampleMembership, membershipFragment, role } from './members.ts';

const common = { tag: 'Members', access: 'session', cacheControl: 'no-store' } as const;

const invitationFragment = 'fragment Invitation on Invitation { id role note createdBy createdAt expiresAt }';
const exampleInvitation = {
  id: '0b7c9a52-3f5e-4d0b-8a55-5c1d8c2f9e10',
  role: 'member',
  note: 'Grace',
  createdBy: 'a1c1d2c5-5d3a-4c55-9d06-3b1de2b3a702',
  createdAt: '2026-11-15T09:30:00.000Z',
  expiresAt: '2026-11-22T09:30:00.000Z',
};
const exampleToken = 'cri_4fT9sK2mQx8LrVbN7wYz3HcJpD6gAe1U0aB2cD';

export const listInvitations = route({
  ...common,
  operationId: 'listInvitations',
  method: 'get',
  path: '/invitations',
  summary: 'List the open invitations',
  description: 'Newest first, without their links.',
  document: `{ invitations { ...Invitation } } ${invitationFragment}`,
  answers: {
    200: {
      description: 'The invitations.',
      body: { data: from('invitations'), meta: { count: countOf('invitations') } },
      example: { data: [exampleInvitation], meta: { count: 1 } },
    },
  },
});

export const createInvitation = route({
  ...common,
  operationId: 'createInvitation',
  method: 'post',
  path: '/invitations',
  summary: 'Invite a person',
  description:
    'The answer has the link, for the only time: we keep a hash of it. Send it to one person: it is used once. It ends after ' +
    `${invitationDays} days, when it is revoked, and when you may no longer invite people. Only an owner invites owners.`,
  input: {
    headers: idempotencyHeader('the invitation was accepted, revoked or has ended'),
    body: z.strictObject({
      role,
      note: z
        .string()
        .trim()
        .refine(memberRules.note.allows, memberRules.note.message)
        .nullish()
        .meta({ examples: ['Grace'], minLength: 1, maxLength: memberRules.note.most }),
    }),
  },
  document: `mutation ($role: Role!, $note: String, $idempotencyKey: String) {
    created: createInvitation(role: $role, note: $note, idempotencyKey: $idempotencyKey) {
      invitation { ...Invitation } url token replayed
    }
  } ${invitationFragment}`,
  variables: ({ body, headers }) => ({ ...body, idempotencyKey: headers['Idempotency-Key'] }),
  answers: {
    201: {
      description: 'The invitation and its link.',
      headers: replayedHeader,
      body: {
        data: named(
          'CreatedInvitation',
          merged(from('created.invitation'), { url: from('created.url'), token: from('created.token') }),
        ),
      },
      example: {
        data: { ...exampleInvitation, url: `https://registry.example/dashboard/join#${exampleToken}`, token: exampleToken },
      },
    },
  },
  errors: ['member_limit_reached', 'idempotency_key_reused'],
});

export const revokeInvitation = route({
  ...common,
  operationId: 'revokeInvitation',
  method: 'delete',
  path: '/invitations/{id}',
  summary: 'Revoke an invitation',
  description: 'Its link is refused at once. What is not an open invitation of this account is not there.',
  input: { params: z.object({ id: z.string().meta({ description: 'The id of the invitation.', format: 'uuid' }) }) },
  document: 'mutation ($id: ID!) { revokeInvitation(id: $id) }',
  variables: ({ params }) => params,
  answers: { 204: { description: 'It is revoked.' } },
  errors: ['invitation_not_found'],
});

const token = z
  .string()
  .max(maxLengths.id)
  .meta({ examples: [exampleToken] });

export const readInvitation = route({
  ...common,
  operationId: 'readInvitation',
  method: 'post',
  path: '/invitations/lookup',
  summary: 'See what an invitation offers',
  description: 'Whose account it is, the role, and until when. The token is in the body, because addresses are logged.',
  input: { body: z.strictObject({ token }) },
  document: `query ($token: String!) { invitation(token: $token) { ...InvitationOffer } }
    fragment InvitationOffer on InvitationOffer { email role expiresAt }`,
  variables: ({ body }) => body,
  answers: {
    200: {
      description: 'The offer.',
      body: { data: from('invitation') },
      example: { data: { email: 'ada@example.com', role: 'member', expiresAt: exampleInvitation.expiresAt } },
    },
  },
  errors: ['invitation_not_found'],
});

export const acceptInvitation = route({
  ...common,
  operationId: 'acceptInvitation',
  method: 'post',
  path: '/invitations/accept',
  summary: 'Accept an invitation',
  description: 'Makes you a member of the account. Choose it with the header `X-Account-ID` from then on.',
  input: { body: z.strictObject({ token }) },
  document: `mutation ($token: String!) { acceptInvitation(token: $token) { ...Membership } } ${membershipFragment}`,
  variables: ({ body }) => body,
  answers: {
    200: { description: 'Your membership.', body: { data: from('acceptInvitation') }, example: { data: exampleMembership } },
  },
  errors: ['invitation_not_found', 'already_member', 'member_limit_reached'],
});
