import { builder } from '../../graphql/builder.ts';
import { sessionOf } from '../../graphql/context.ts';
import { declare, nullable } from '../../graphql/declaration.ts';
import { idempotencyHours, invitationDays, memberRules } from '../limits.ts';
import type { CreatedInvitation, InvitationOffer, InvitationRow, Invitations } from './invitations.ts';
import { Membership, RoleType } from './members.schema.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    invitations: Invitations;
    /** The link of an invitation. Its token is in the fragment, which browsers do not send. */
    invitationUrl(token: string): string;
  }
}

const endOfLink = 'The end of the link, from `cri_` on.';

const Invitation = builder.objectRef<InvitationRow>('Invitation').implement({
  description: 'An invitation into the account. Its link is shown once and never kept.',
  authScopes: { account: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    role: t.expose('role', { type: RoleType }),
    note: t.exposeString('note', nullable('For whom it is.')),
    createdBy: t.exposeID('createdBy', { description: 'The member who made it. It ends with their membership.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
  }),
});

const CreatedInvitationType = builder.objectRef<CreatedInvitation>('CreatedInvitation').implement({
  description: 'A new invitation, with its link for the only time.',
  authScopes: { account: true },
  fields: (t) => ({
    invitation: t.field({ type: Invitation, resolve: ({ invitation }) => invitation }),
    url: t.string({
      description: 'The link to send. Who opens it first and accepts becomes a member.',
      resolve: ({ token }, _args, { services }) => services.invitationUrl(token),
    }),
    token: t.exposeString('token', { description: 'The end of the link, which accepts the invitation.' }),
    replayed: t.exposeBoolean('replayed', {
      description: 'It was made by an earlier request with the same idempotency key.',
    }),
  }),
});

const InvitationOfferType = builder.objectRef<InvitationOffer>('InvitationOffer').implement({
  description: 'What the holder of a link sees of it before they accept.',
  authScopes: { account: true },
  fields: (t) => ({
    email: t.exposeString('email', nullable('Whose account it is.')),
    role: t.expose('role', { type: RoleType, description: 'What they would be in it.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
  }),
});

builder.queryFields((t) => ({
  invitation: t.field({
    type: InvitationOfferType,
    nullable: true,
    description: 'What an open invitation offers to the holder of its link.',
    args: { token: t.arg.string({ required: true, description: endOfLink }) },
    resolve: (_root, { token }, { services }) => services.invitations.read(token),
  }),
  invitations: t.field({
    type: [Invitation],
    nullable: true,
    description: 'The open invitations of the account, newest first.',
    resolve: (_root, _args, context) => context.services.invitations.list(sessionOf(context).accountId),
  }),
}));

builder.mutationFields((t) => ({
  createInvitation: t.field({
    type: CreatedInvitationType,
    nullable: true,
    description: `Makes a link that makes one person a member. It is used once and ends after ${invitationDays} days.`,
    extensions: declare({ limit: 'changes' }),
    args: {
      role: t.arg({ type: RoleType, required: true }),
      note: t.arg.string({ description: `For whom it is: up to ${memberRules.note.most} characters.` }),
      idempotencyKey: t.arg.string({
        description: `The same request with the same one within ${idempotencyHours} hours gets the same answer.`,
      }),
    },
    resolve: (_root, given, context) => context.services.invitations.create(sessionOf(context), given),
  }),
  revokeInvitation: t.field({
    type: 'ID',
    nullable: true,
    description: 'Ends an open invitation.',
    extensions: declare({ limit: 'changes' }),
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => context.services.invitations.revoke(sessionOf(context), id),
  }),
  acceptInvitation: t.field({
    type: Membership,
    nullable: true,
    description: 'Makes the person of the session a member of the account that the invitation is of.',
    extensions: declare({ limit: 'changes' }),
    args: { token: t.arg.string({ required: true, description: endOfLink }) },
    resolve: (_root, { token }, context) => context.services.invitations.accept(sessionOf(context), token),
  }),
}));
