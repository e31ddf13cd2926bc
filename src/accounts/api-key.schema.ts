import { z } from 'zod';
import { builder } from '../graphql/builder.ts';
import { type Context, sessionOf } from '../graphql/context.ts';
import { declare, nullable, nullableDate } from '../graphql/declaration.ts';
import { scopeNames } from '../kernel/access/powers.ts';
import type { SessionPrincipal } from '../kernel/principal.ts';
import type { ApiKeys, CreatedKey } from './keys/api-keys.ts';
import type { KeyRow } from './keys/key-statements.ts';
import { ReconcileAddress } from './keys/reconcile-address.schema.ts';
import { idempotencyHours, keyRules, maxKeyNetworks, maxKeyYears } from './limits.ts';

declare module '../graphql/context.ts' {
  interface Services {
    apiKeys: ApiKeys;
    /** Counts a key that a session makes. Throws if the limit is used up. Metering provides it. */
    countNewKey(session: SessionPrincipal): Promise<void>;
    /** The units of the current period that a family of keys used of its share. Metering provides it. */
    usedShare(accountId: string, familyId: string): Promise<number>;
  }
}

/** Prisma reads a list that is null as empty. */
const orNull = (list: string[] | null): string[] | null => (list?.length ? list : null);

export const ApiKey = builder.objectRef<KeyRow>('ApiKey').implement({
  description: 'A key to the registry. Its secret is shown once and never kept.',
  authScopes: { account: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    prefix: t.exposeString('prefix', { description: 'The part of the secret that may be shown.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    lastUsedAt: t.expose('lastUsedAt', nullableDate('To the minute; null for a key that was never used.')),
    expiresAt: t.expose('expiresAt', nullableDate('From this moment on the key is refused; null: never.')),
    rotatedAt: t.expose('rotatedAt', nullableDate('When its successor was made; null where it has none.')),
    scopes: t.stringList({
      nullable: true,
      description: 'What it may do; null: everything, also what comes later.',
      extensions: declare({ value: z.array(z.enum(scopeNames)) }),
      resolve: ({ scopes }) => orNull(scopes),
    }),
    addresses: t.stringList({
      nullable: true,
      description: 'The networks that it may be used from, as CIDR; null: all.',
      resolve: ({ addresses }) => orNull(addresses),
    }),
    minuteLimit: t.exposeInt(
      'minuteLimit',
      nullable('How many requests a minute it may send; null: as many as the plan allows.'),
    ),
    monthlyQuota: t.exposeInt(
      'monthlyQuota',
      nullable('How many units of a billing period it may use; null: as many as the account has.'),
    ),
    monthlyUsed: t.int({
      nullable: true,
      description: 'How many of these units it used in this period, with the keys that it replaces; null without a monthlyQuota.',
      // Prisma reads the families of all keys by one query.
      resolve: async ({ id, monthlyQuota }, _args, context) => {
        const { prisma, usedShare } = context.services;
        const key = monthlyQuota !== null && (await prisma.apiKey.findUnique({ where: { id }, select: { familyId: true } }));
        return key ? usedShare(sessionOf(context).accountId, key.familyId) : null;
      },
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
    description: 'The active keys of the account, newest first. A member sees the own ones.',
    resolve: (_root, _args, context) => context.services.apiKeys.active(sessionOf(context)),
  }),
);

const maxOverlapDays = keyRules.overlapSeconds.most / 86_400;

const descriptions = {
  name: `For yourself, for instance the environment: 1 to ${keyRules.name.most} characters. Blanks around it are dropped.`,
  expiresAt: `When the key ends by itself: it is refused from then on. In the future, within ${maxKeyYears} years.`,
  idempotencyKey:
    `The same request with the same one within ${idempotencyHours} hours gets the same answer, while the key that was made is ` +
    'active. 1 to 255 visible ASCII characters.',
};

const powers = {
  scopes: `What it may do: some of ${scopeNames.map((name) => `\`${name}\``).join(', ')}. Null: everything.`,
  addresses: `Up to ${maxKeyNetworks} addresses or networks (CIDR, IPv4 or IPv6) that it may be used from. Null: all.`,
  minuteLimit: "Requests a minute, at most the plan's. Null: as many as the plan allows.",
  monthlyQuota: "Units a billing period, at most the plan's. Null: as many as the account has.",
};

const ApiKeyChange = builder.inputType('ApiKeyChange', {
  description: 'What to change of a key. What is left out stays as it is; null lifts a limit.',
  fields: (t) => ({
    name: t.string({ description: descriptions.name }),
    scopes: t.stringList({ description: powers.scopes }),
    addresses: t.stringList({ description: powers.addresses }),
    minuteLimit: t.int({ description: powers.minuteLimit }),
    monthlyQuota: t.int({ description: powers.monthlyQuota }),
  }),
});

const countNewKey = (context: Context) => () => context.services.countNewKey(sessionOf(context));

// Root fields are nullable, so that one that fails does not remove the others from the answer, such as the secret of a new key.
builder.mutationFields((t) => ({
  createApiKey: t.field({
    type: CreatedApiKey,
    nullable: true,
    description: 'Makes a key, unless the number of the plan is used up.',
    extensions: declare({ limit: 'keys', countsItself: true }),
    args: {
      name: t.arg.string({ required: true, description: descriptions.name }),
      expiresAt: t.arg({ type: 'DateTime', description: `${descriptions.expiresAt} Without it, never.` }),
      scopes: t.arg.stringList({ description: powers.scopes }),
      addresses: t.arg.stringList({ description: powers.addresses }),
      minuteLimit: t.arg.int({ description: powers.minuteLimit }),
      monthlyQuota: t.arg.int({ description: powers.monthlyQuota }),
      idempotencyKey: t.arg.string({ description: descriptions.idempotencyKey }),
    },
    resolve: (_root, args, context) => context.services.apiKeys.create(sessionOf(context), args, countNewKey(context)),
  }),
  rotateApiKey: t.field({
    type: CreatedApiKey,
    nullable: true,
    description: 'Makes a key in the place of an active one, which ends after the overlap. Both count once against the plan.',
    extensions: declare({ limit: 'keys', countsItself: true }),
    args: {
      id: t.arg.id({ required: true }),
      overlapSeconds: t.arg.int({
        required: true,
        defaultValue: keyRules.overlapSeconds.usual,
        description: `For how long the old key goes on: up to ${maxOverlapDays} days, but never beyond its own end.`,
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
  changeApiKey: t.field({
    type: ApiKey,
    nullable: true,
    description: 'Changes an active key of the account, on every instance within a second.',
    extensions: declare({ limit: 'changes' }),
    args: { id: t.arg.id({ required: true }), change: t.arg({ type: ApiKeyChange, required: true }) },
    resolve: (_root, { id, change }, context) => context.services.apiKeys.update(sessionOf(context), id, change),
  }),
  revokeApiKey: t.field({
    type: 'ID',
    nullable: true,
    description: 'Revokes an active key of the account, on every instance within a second.',
    extensions: declare({ limit: 'changes' }),
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => context.services.apiKeys.revoke(sessionOf(context), id),
  }),
}));
