import { z } from 'zod';
import type { AuditEntry as AuditRow } from '../database/client.ts';
import { builder } from '../graphql/builder.ts';
import { type Context, sessionOf } from '../graphql/context.ts';
import { declare, nullable } from '../graphql/declaration.ts';
import { cursorOf, placeOf } from '../graphql/id-cursor.ts';
import { makerFor } from '../kernel/access/admission.ts';
import { check } from '../kernel/rules.ts';
import { isUuid } from '../kernel/uuid.ts';
import { ApiKey } from './api-key.schema.ts';
import { auditRules } from './limits.ts';

const AuditEntry = builder.prismaObject('AuditEntry', {
  description: 'Something that happened to the account. Never a secret, a name or an e-mail address is in it.',
  authScopes: { account: true },
  fields: (t) => ({
    id: t.id({ select: { id: true }, extensions: declare({ value: z.string() }), resolve: ({ id }) => String(id) }),
    at: t.expose('at', { type: 'DateTime' }),
    action: t.exposeString('action', {
      description: 'What happened. New kinds may come.',
      extensions: declare({ value: z.string().meta({ examples: ['session.started'] }) }),
    }),
    userId: t.exposeID('userId', nullable('The person who did it; null: the payment provider, or we.')),
    subject: t.exposeString('subject', nullable('The id of what it was done to.')),
    details: t.field({
      type: 'JSON',
      select: { details: true },
      extensions: declare({ value: z.record(z.string(), z.unknown()) }),
      resolve: ({ details }) => details,
    }),
    apiKey: t.field({
      type: ApiKey,
      nullable: true,
      description:
        'The key that it was done to, also an ended one; null where it was no key, for an erased key, and for one that the ' +
        'person may not see.',
      select: { action: true, subject: true },
      resolve: ({ action, subject }, _args, context) => (isOfKey.test(action) ? keyOf(subject, context) : null),
    }),
    successor: t.field({
      type: ApiKey,
      nullable: true,
      description: 'The key that a rotation made.',
      select: { details: true },
      resolve: ({ details }, _args, context) => keyOf((details as { successor?: string }).successor, context),
    }),
  }),
});

const isOfKey = /^(api_key|reconcile_address)\./;

/** A key of the account, if the person may see it. Prisma reads the keys of all entries by one query. */
async function keyOf(id: string | null | undefined, context: Context) {
  if (!id || !isUuid(id)) return null;
  const session = sessionOf(context);
  const maker = makerFor(session);
  const key = await context.services.prisma.apiKey.findUnique({ where: { id } });
  return key?.accountId === session.accountId && (maker === null || key.createdBy === maker) ? key : null;
}

const AuditPage = builder.objectRef<{ entries: AuditRow[]; nextCursor: string | null }>('AuditPage').implement({
  description: 'A part of the audit log.',
  authScopes: { account: true },
  fields: (t) => ({
    entries: t.field({ type: [AuditEntry], resolve: ({ entries }) => entries }),
    nextCursor: t.exposeString('nextCursor', nullable('Leads to the page after; null at the end.')),
  }),
});

builder.queryField('audit', (t) =>
  t.field({
    type: AuditPage,
    nullable: true,
    description: 'What happened to the account, newest first.',
    args: {
      cursor: t.arg.string({ description: 'The `nextCursor` of the page before. Without it: the newest entries.' }),
      limit: t.arg.int({ defaultValue: auditRules.limit.usual, description: `1 to ${auditRules.limit.most} entries.` }),
    },
    resolve: async (_root, { cursor, limit }, context) => {
      const { accountId } = sessionOf(context);
      const length = limit ?? auditRules.limit.usual;
      check(auditRules, { limit: length });
      const before = cursor == null ? undefined : placeOf(cursor);
      const rows = await context.services.prisma.auditEntry.findMany({
        where: { accountId, ...(before !== undefined && { id: { lt: before } }) },
        orderBy: { id: 'desc' },
        take: length + 1,
      });
      const entries = rows.slice(0, length);
      const last = rows.length > length ? entries.at(-1) : undefined;
      return { entries, nextCursor: last ? cursorOf(last.id) : null };
    },
  }),
);
