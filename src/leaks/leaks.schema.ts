import { z } from 'zod';
import { builder } from '../graphql/builder.ts';
import { declare } from '../graphql/declaration.ts';
import type { LeakReports } from './leaks.ts';

declare module '../graphql/context.ts' {
  interface Services {
    leaks: LeakReports;
  }
}

const LeakVerdict = builder.objectRef<Awaited<ReturnType<LeakReports['receive']>>[number]>('LeakVerdict').implement({
  description: 'Whether a reported secret is ours.',
  fields: (t) => ({
    token: t.exposeString('token', { description: 'The secret, as it was reported.' }),
    type: t.exposeString('type', { description: 'Its type, as it was reported.' }),
    label: t.string({
      description: 'Whether it is a key of ours, or an address of one. If so, it has ended.',
      extensions: declare({ value: z.enum(['true_positive', 'false_positive']) }),
      resolve: ({ isOurs }) => (isOurs ? 'true_positive' : 'false_positive'),
    }),
  }),
});

builder.mutationField('receiveLeakReports', (t) =>
  t.field({
    type: [LeakVerdict],
    nullable: true,
    description: 'Reports of keys that were found in public. Anyone may send them; what counts is the signature.',
    extensions: declare({ internal: true }),
    args: {
      body: t.arg({ type: 'Bytes', required: true, description: 'The bytes that were signed.' }),
      signatures: t.arg.stringList({ required: true, description: 'The identifier of the public key, and the signature.' }),
    },
    resolve: (_root, { body, signatures }, { services }) => services.leaks.receive(body, signatures),
  }),
);
