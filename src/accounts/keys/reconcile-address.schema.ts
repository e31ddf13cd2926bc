import { builder } from '../../graphql/builder.ts';
import { sessionOf } from '../../graphql/context.ts';
import { declare, nullableDate } from '../../graphql/declaration.ts';
import type { ReconcileAddressRow, reconcileAddresses } from './reconcile-addresses.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    reconcileAddresses: ReturnType<typeof reconcileAddresses>;
    /** The URL of a token. */
    reconcileUrl(token: string): string;
  }
}

export const ReconcileAddress = builder.objectRef<ReconcileAddressRow>('ReconcileAddress').implement({
  description: 'An address for OpenRefine, which acts for a key. Its token is shown once and never kept.',
  authScopes: { account: true },
  fields: (t) => ({
    prefix: t.exposeString('prefix', { description: 'The part of its token that may be shown.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    lastUsedAt: t.expose('lastUsedAt', nullableDate('To the minute; null for an address that was never used.')),
  }),
});

const CreatedReconcileAddress = builder
  .objectRef<{ address: ReconcileAddressRow; token: string }>('CreatedReconcileAddress')
  .implement({
    description: 'A new address, whole for the only time.',
    authScopes: { account: true },
    fields: (t) => ({
      url: t.string({
        description: 'The address to add to OpenRefine. It is shown here and never again, and works like the secret of the key.',
        resolve: ({ token }, _args, { services }) => services.reconcileUrl(token),
      }),
      address: t.field({ type: ReconcileAddress, resolve: ({ address }) => address }),
    }),
  });

builder.mutationFields((t) => ({
  createReconcileAddress: t.field({
    type: CreatedReconcileAddress,
    nullable: true,
    description: 'Makes the address of an active key for OpenRefine. An address that the key has already ends at once.',
    extensions: declare({ limit: 'changes' }),
    args: { keyId: t.arg.id({ required: true }) },
    resolve: (_root, { keyId }, context) => context.services.reconcileAddresses.create(sessionOf(context), keyId),
  }),
  revokeReconcileAddress: t.field({
    type: 'ID',
    nullable: true,
    description: 'Revokes the address of a key, on every instance within a second. Returns the id of the key.',
    extensions: declare({ limit: 'changes' }),
    args: { keyId: t.arg.id({ required: true }) },
    resolve: (_root, { keyId }, context) => context.services.reconcileAddresses.revoke(sessionOf(context), keyId),
  }),
}));
