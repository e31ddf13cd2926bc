import { builder } from '../../graphql/builder.ts';
import { sessionOf } from '../../graphql/context.ts';
import { declare, nullable } from '../../graphql/declaration.ts';
import { roles } from '../../kernel/access/powers.ts';
import type { MemberRow, MembershipRow } from './member-statements.ts';
import type { Members } from './members.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    members: Members;
  }
}

export const RoleType = builder.enumType(roles, { name: 'Role', description: 'What a member may do: see the guide on teams.' });

const whyBarred = '`issuer`, `groups` or `refused`: the sign-in rules of the account keep the person out. Null: they can get in.';

const Member = builder.objectRef<MemberRow>('Member').implement({
  description: 'A person in the account.',
  authScopes: { account: true },
  fields: (t) => ({
    id: t.exposeID('userId', { description: 'The id of the person, as in their profile.' }),
    email: t.exposeString('email', { nullable: true }),
    name: t.exposeString('name', { nullable: true }),
    role: t.expose('role', { type: RoleType }),
    since: t.expose('since', { type: 'DateTime' }),
    barred: t.exposeString('barred', nullable(whyBarred)),
  }),
});

export const Membership = builder.objectRef<MembershipRow>('Membership').implement({
  description: 'An account that the person is in.',
  authScopes: { account: true },
  fields: (t) => ({
    accountId: t.exposeID('accountId'),
    email: t.exposeString('email', nullable('The e-mail address of the account.')),
    role: t.expose('role', { type: RoleType }),
    since: t.expose('since', { type: 'DateTime' }),
    isHome: t.exposeBoolean('isHome', {
      description: 'The person made it. Requests without the header X-Account-ID are about it.',
    }),
    barred: t.exposeString('barred', nullable(whyBarred)),
  }),
});

builder.queryFields((t) => ({
  members: t.field({
    type: [Member],
    nullable: true,
    description: 'The members of the account, the oldest first.',
    resolve: (_root, _args, context) => context.services.members.list(sessionOf(context).accountId),
  }),
  memberships: t.field({
    type: [Membership],
    nullable: true,
    description: 'The accounts that the person is in: first the one that they made.',
    resolve: (_root, _args, context) => context.services.members.membershipsOf(sessionOf(context).userId),
  }),
}));

builder.mutationFields((t) => ({
  changeMember: t.field({
    type: Member,
    nullable: true,
    description: 'Gives a member another role, on every instance within a second. An account keeps at least one owner.',
    extensions: declare({ limit: 'changes' }),
    args: { id: t.arg.id({ required: true }), role: t.arg({ type: RoleType, required: true }) },
    resolve: (_root, { id, role }, context) => context.services.members.changeRole(sessionOf(context), id, role),
  }),
  removeMember: t.field({
    type: 'ID',
    nullable: true,
    description:
      'Removes a member, or leaves the account. Their sessions are refused and their keys revoked within a second on every ' +
      'instance. The last owner cannot leave.',
    extensions: declare({ limit: 'changes' }),
    args: {
      id: t.arg.id({ required: true }),
      handOverTo: t.arg.id({ description: 'The member who gets the keys. Without it, the keys are revoked.' }),
    },
    resolve: (_root, { id, handOverTo }, context) => context.services.members.remove(sessionOf(context), id, handOverTo),
  }),
}));
