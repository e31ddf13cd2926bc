import { builder } from '../../graphql/builder.ts';
import { sessionOf } from '../../graphql/context.ts';
import { declare, nullable } from '../../graphql/declaration.ts';
import { maxGroupRoles } from '../limits.ts';
import { RoleType } from './members.schema.ts';
import type { GroupRole, RequirableIssuer, Rules, signInRules } from './sign-in-rules.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    signInRules: ReturnType<typeof signInRules>;
    /** The issuers of the settings. Identity provides them. */
    requirableIssuers: readonly RequirableIssuer[];
  }
}

const GroupRoleType = builder.objectRef<GroupRole>('GroupRole').implement({
  description: 'The role of the members who are in a group of the issuer.',
  authScopes: { account: true },
  fields: (t) => ({ group: t.exposeString('group'), role: t.expose('role', { type: RoleType }) }),
});

const GroupRoleInput = builder.inputType('GroupRoleInput', {
  fields: (t) => ({
    group: t.string({ required: true, description: 'As the tokens of the issuer name it.' }),
    role: t.field({ type: RoleType, required: true }),
  }),
});

const RequirableIssuerType = builder.objectRef<RequirableIssuer>('RequirableIssuer').implement({
  description: 'An issuer that the person could require.',
  authScopes: { account: true },
  fields: (t) => ({
    issuer: t.exposeString('issuer', { description: 'Its address.' }),
    name: t.exposeString('name'),
    hasGroups: t.exposeBoolean('hasGroups', { description: 'Whether its tokens name groups.' }),
  }),
});

const SignInRulesType = builder.objectRef<Rules>('SignInRules').implement({
  description: 'How the members of the account have to sign in.',
  authScopes: { account: true },
  fields: (t) => ({
    requiredIssuer: t.exposeString('requiredIssuer', nullable('The issuer that members have to sign in at. Null: any.')),
    groupRoles: t.field({
      type: [GroupRoleType],
      description: 'The roles of its groups. Of several roles the first of owner, admin, member and billing counts.',
      resolve: ({ groupRoles }) => groupRoles,
    }),
    requirable: t.field({
      type: [RequirableIssuerType],
      description: 'What the person of the session could require: the issuer that they are signed in at, if it proves them.',
      resolve: (_rules, _args, context) =>
        context.services.signInRules.requirable(sessionOf(context), context.services.requirableIssuers),
    }),
  }),
});

builder.queryField('signInRules', (t) =>
  t.field({
    type: SignInRulesType,
    nullable: true,
    description: 'How the members of the account have to sign in.',
    resolve: (_root, _args, context) => context.services.signInRules.of(sessionOf(context).accountId),
  }),
);

builder.mutationField('changeSignInRules', (t) =>
  t.field({
    type: SignInRulesType,
    nullable: true,
    description:
      'Requires an issuer, or no longer. Members who are signed in elsewhere, or have no group with a role, are out within a ' +
      'second on every instance.',
    extensions: declare({ limit: 'changes' }),
    args: {
      requiredIssuer: t.arg.string({ description: 'The issuer that you are signed in at. Null: any issuer will do.' }),
      groupRoles: t.arg({
        type: [GroupRoleInput],
        description: `Up to ${maxGroupRoles} groups. Without any, members keep the roles that they were given.`,
      }),
    },
    resolve: (_root, { requiredIssuer, groupRoles }, context) =>
      context.services.signInRules.set(
        sessionOf(context),
        { requiredIssuer: requiredIssuer ?? null, groupRoles: groupRoles ?? [] },
        context.services.requirableIssuers,
      ),
  }),
);
