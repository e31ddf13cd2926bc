import { builder } from '../graphql/builder.ts';
import { type Context, sessionOf } from '../graphql/context.ts';
import { declare } from '../graphql/declaration.ts';
import type { SessionPrincipal } from '../kernel/principal.ts';
import type { ApiKeys, CreatedKey } from './api-keys.ts';
import type { KeyRow } from './key-row.ts';
import { idempotencyHours, keyRules, longestLifeInYears } from './limits.ts';
import { ReconcileAddress } from './reconcile/reconcile-address.schema.ts';

declare module '../graphql/context.ts' {
  interface Services {
    apiKeys: ApiKeys;
    /** Counts a key that a session makes. Throws if the limit is used up. Metering provides it. */
    countNewKey(session: SessionPrincipal): Promise<void>;
  }
}

export const ApiKey = builder.objectRef<KeyRow>('ApiKey').implement({
  description: 'A key to the registry. Its secret is shown once and never kept.',
  authScopes: { account: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    prefix: t.exposeString('prefix', { description: 'The part of the secret that may be shown.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'To the minute; null for a key that was never used.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'From this moment on the key is refused; null: never.',
    }),
    rotatedAt: t.expose('rotatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its successor was made; null where it has none.',
    }),
    reconcileAddress: t.field({
      type: ReconcileAddress,
      nullable: true,
      description: 'Its address for OpenRefine; null where it has none.',
      // Prisma reads the addresses of all keys by one query.
      resolve: ({ id }, _args, { services }) => services.prisma.reconcileAddress.findUnique({ where: { keyId: id } }),
    }),
  }),
});

const CreatedApiKey = builder.objectRef<CreatedKey>('CreatedApiKey').implement({
  description: 'A new key, with its secret for the only time.',
  authScopes: { account: true },
  fields: (t) => ({
    apiKey: t.field({ type: ApiKey, resolve: ({ apiKey }) => apiKey }),
    secret: t.exposeString('secret', { description: 'The key itself. It is shown here and never again.' }),
    replayed: t.exposeBoolean('replayed', {
      description: 'It was made by an earlier request with the same idempotency key.',
    }),
  }),
});

builder.queryField('apiKeys', (t) =>
  t.field({
    type: [ApiKey],
    nullable: true,
    description: 'The active keys of the account, newest first.',
    authScopes: { account: true },
    resolve: (_root, _args, context) => context.services.apiKeys.active(sessionOf(context).accountId),
  }),
);

/** In days. */
const longestOverlap = keyRules.overlapSeconds.most / 86_400;

const descriptions = {
  name: `For yourself, for instance the environment: 1 to ${keyRules.name.most} characters. Blanks around it are dropped.`,
  expiresAt: `When the key ends by itself: it is refused from then on. In the future, within ${longestLifeInYears} years.`,
  idempotencyKey:
    `The same request with the same one within ${idempotencyHours} hours gets the same answer, while the key that was made is ` +
    'active. 1 to 255 visible ASCII characters.',
};

const countNewKey = (context: Context) => () => context.services.countNewKey(sessionOf(context));

// Root fields are nullable, so that one that fails does not remove the others from the answer, such as the secret of a new key.
builder.mutationField('createApiKey', (t) =>
  t.field({
    type: CreatedApiKey,
    nullable: true,
    description: 'Makes a key, unless the number of the plan is used up.',
    authScopes: { account: true },
    extensions: declare({ limit: 'keys', countsItself: true }),
    args: {
      name: t.arg.string({ required: true, description: descriptions.name }),
      expiresAt: t.arg({ type: 'DateTime', description: `${descriptions.expiresAt} Without it, never.` }),
      idempotencyKey: t.arg.string({ description: descriptions.idempotencyKey }),
    },
    resolve: (_root, args, context) => context.services.apiKeys.create(sessionOf(context), args, countNewKey(context)),
  }),
);

builder.mutationField('rotateApiKey', (t) =>
  t.field({
    type: CreatedApiKey,
    nullable: true,
    description: 'Makes a key in the place of an active one, which ends after the overlap. Both count once against the plan.',
    authScopes: { account: true },
    extensions: declare({ limit: 'keys', countsItself: true }),
    args: {
      id: t.arg.id({ required: true }),
      overlapSeconds: t.arg.int({
        required: true,
        defaultValue: keyRules.overlapSeconds.usual,
        description: `For how long the old key goes on: up to ${longestOverlap} days, but never beyond its own end.`,
      }),
      name: t.arg.string({ description: `${descriptions.name} Without it, that of the old key.` }),
      expiresAt: t.arg({
        type: 'DateTime',
        description: `${descriptions.expiresAt} Without it, the new key lives as long as the old one was made for.`,
      }),
      idempotencyKey: t.arg.string({ description: descriptions.idempotencyKey }),
    },
    resolve: (_root, args, context) => context.services.apiKeys.rotate(sessionOf(context), args, countNewKey(context)),
  }),
);

builder.mutationField('revokeApiKey', (t) =>
  t.field({
    type: 'ID',
    nullable: true,
    description: 'Revokes an active key of the account, on every instance within a second.',
    authScopes: { account: true },
    extensions: declare({ limit: 'changes' }),
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, context) => {
      await context.services.apiKeys.revoke(sessionOf(context), id);
      return id;
    },
  }),
);
