import { z } from 'zod';
import { builder } from '../graphql/builder.ts';
import { sessionOf } from '../graphql/context.ts';
import { declare } from '../graphql/declaration.ts';
import { check } from '../kernel/rules.ts';
import { logRules, maxLogged, sessionKey } from './limits.ts';
import type { LoggedRequest, RequestLog } from './request-log.ts';

declare module '../graphql/context.ts' {
  interface Services {
    requestLog: RequestLog;
  }
}

const uuid = declare({ value: z.guid() });

const LoggedKey = builder.objectRef<NonNullable<LoggedRequest['key']>>('LoggedKey').implement({
  description: 'The key of a logged request, active or not.',
  authScopes: { account: true },
  fields: (t) => ({
    id: t.exposeID('id', { extensions: uuid }),
    name: t.exposeString('name', {
      description: 'A member sees the prefix in place of the name of a key that another person made.',
    }),
    prefix: t.exposeString('prefix', { description: 'The beginning of the secret.' }),
  }),
});

const LoggedRequestType = builder.objectRef<LoggedRequest>('LoggedRequest').implement({
  description: 'A request of the account and how it was answered. Keys and other secrets are never in it.',
  authScopes: { account: true },
  fields: (t) => ({
    id: t.exposeID('id', { extensions: uuid }),
    at: t.field({ type: 'DateTime', description: 'When it arrived.', resolve: ({ at }) => new Date(at) }),
    requestId: t.exposeID('requestId', { description: 'Also in the header X-Request-ID of its answer.', extensions: uuid }),
    method: t.exposeString('method'),
    path: t.exposeString('path', {
      description: 'With its parameters, at most 500 characters. For GraphQL: the fields of company data in brackets.',
    }),
    status: t.exposeInt('status', { description: '499: the client disconnected before its answer.' }),
    code: t.exposeString('code', { nullable: true, description: 'The code of the error, if there was one.' }),
    message: t.exposeString('message', { nullable: true, description: 'The message of the error.' }),
    milliseconds: t.float({ description: 'How long the answer took.', resolve: ({ ms }) => ms }),
    units: t.exposeInt('units', { description: 'What it took of the quota.' }),
    key: t.expose('key', { type: LoggedKey, nullable: true, description: 'Null: a session, or a key that is no longer kept.' }),
  }),
});

const RequestLogPage = builder.objectRef<Awaited<ReturnType<RequestLog['read']>>>('RequestLogPage').implement({
  description: 'A part of the request log.',
  authScopes: { account: true },
  fields: (t) => ({
    entries: t.expose('entries', { type: [LoggedRequestType] }),
    nextCursor: t.exposeString('nextCursor', { nullable: true, description: 'Leads to the page after; null at the end.' }),
  }),
});

builder.queryField('requestLog', (t) =>
  t.field({
    type: RequestLogPage,
    nullable: true,
    description: `The last ${maxLogged.toLocaleString('en-GB')} requests of the account, newest first.`,
    args: {
      status: t.arg.string({ description: 'Only answers of this class: 2xx, 3xx, 4xx or 5xx.' }),
      keyId: t.arg.string({ description: `Only requests of the key with this id. \`${sessionKey}\`: only those of sessions.` }),
      path: t.arg.string({ description: 'Only requests whose path or parameters contain this text.' }),
      requestId: t.arg.string({ description: 'Only requests with this id.' }),
      cursor: t.arg.string({ description: 'The `nextCursor` of the page before. Without it: the newest requests.' }),
      limit: t.arg.int({ defaultValue: logRules.limit.usual, description: `1 to ${logRules.limit.most} requests.` }),
    },
    resolve: async (_root, { limit, cursor, ...filter }, context) => {
      const length = limit ?? logRules.limit.usual;
      check(logRules, { ...filter, cursor, limit: length });
      return context.services.requestLog.read(sessionOf(context), filter, length, cursor);
    },
  }),
);
