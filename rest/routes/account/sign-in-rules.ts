import { z } from 'zod';
import { from } from '../../route/envelope.ts';
import { route } from '../../route/route.ts';
import { role } from './members.ts';

const common = { tag: 'Members', access: 'session', cacheControl: 'no-store' } as const;

const fragment = `fragment SignInRules on SignInRules {
  requiredIssuer groupRoles { group role } requirable { issuer name hasGroups }
}`;
const issuer = 'https://login.acme.example';
const answer = {
  description: 'The rules.',
  body: { data: from('rules') },
  example: {
    data: {
      requiredIssuer: issuer,
      groupRoles: [{ group: 'registry-admins', role: 'owner' }],
      requirable: [{ issuer, name: 'Acme', hasGroups: true }],
    },
  },
};

export const getSignInRules = route({
  ...common,
  operationId: 'getSignInRules',
  method: 'get',
  path: '/account/sign-in-rules',
  summary: 'Read how members have to sign in',
  description: '`requirable` has the issuer that you are signed in at, if you could require it.',
  document: `{ rules: signInRules { ...SignInRules } } ${fragment}`,
  answers: { 200: answer },
});

const Body = z.strictObject({
  requiredIssuer: z
    .string()
    .nullable()
    .meta({
      description: 'The address of the issuer that you are signed in at. Null: any issuer will do.',
      examples: [issuer],
    }),
  groupRoles: z
    .array(z.strictObject({ group: z.string(), role }))
    .optional()
    .meta({ description: 'The roles of its groups. Without any, members keep the roles that they were given.' }),
});

export const changeSignInRules = route({
  ...common,
  operationId: 'changeSignInRules',
  method: 'patch',
  path: '/account/sign-in-rules',
  summary: 'Change how members have to sign in',
  description:
    'For owners. Replaces the rules. You can require the issuer that you are signed in at, if it has verified your e-mail ' +
    'address and the operators entered it for its domain. Members who are signed in elsewhere, or have no group with a role, ' +
    'are out within a second everywhere.',
  input: { body: Body },
  document: `mutation ($requiredIssuer: String, $groupRoles: [GroupRoleInput!]) {
    rules: changeSignInRules(requiredIssuer: $requiredIssuer, groupRoles: $groupRoles) { ...SignInRules }
  } ${fragment}`,
  variables: ({ body }) => body,
  answers: { 200: answer },
  errors: ['last_owner'],
});
