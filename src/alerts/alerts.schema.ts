import { z } from 'zod';
import { builder } from '../graphql/builder.ts';
import { sessionOf } from '../graphql/context.ts';
import { declare } from '../graphql/declaration.ts';
import { cursorOf, placeOf } from '../graphql/id-cursor.ts';
import { check } from '../kernel/rules.ts';
import type { AlertRow } from './alert-list.ts';
import type { Alerts } from './index.ts';
import { alertRules, pathOf, textOf, titleOf } from './kinds.ts';

declare module '../graphql/context.ts' {
  interface Services {
    alerts: Alerts;
  }
}

const Alert = builder.objectRef<AlertRow>('Alert').implement({
  description: 'Something that the people of an account should know. Never a secret or a name is in it.',
  authScopes: { account: true },
  fields: (t) => ({
    id: t.exposeID('id', { extensions: declare({ value: z.string() }) }),
    at: t.expose('at', { type: 'DateTime' }),
    kind: t.exposeString('kind', {
      description: 'New kinds may come.',
      extensions: declare({ value: z.string().meta({ examples: ['quota_80'] }) }),
    }),
    title: t.string({ resolve: ({ kind }) => titleOf(kind) }),
    text: t.string({ resolve: ({ kind, data }) => textOf(kind, data) }),
    url: t.string({
      description: 'A page of the dashboard that shows more.',
      resolve: ({ kind }, _args, { services }) => services.alerts.baseUrl + pathOf(kind),
    }),
    data: t.field({
      type: 'JSON',
      description: 'What it is about, by kind.',
      extensions: declare({ value: z.record(z.string(), z.unknown()) }),
      resolve: ({ data }) => data,
    }),
    unread: t.exposeBoolean('isUnread', { description: 'The person of the session has not read it.' }),
  }),
});

const AlertPage = builder.objectRef<{ alerts: AlertRow[]; nextCursor: string | null }>('AlertPage').implement({
  authScopes: { account: true },
  fields: (t) => ({
    alerts: t.field({ type: [Alert], resolve: ({ alerts }) => alerts }),
    nextCursor: t.exposeString('nextCursor', { nullable: true, description: 'Leads to the page after; null at the end.' }),
    unread: t.int({
      description: 'How many alerts the person of the session has not read.',
      resolve: (_page, _args, context) => context.services.alerts.list.unread(sessionOf(context)),
    }),
  }),
});

type Choices = Awaited<ReturnType<Alerts['choices']['of']>>;

const AlertChoice = builder.objectRef<Choices['choices'][number]>('AlertChoice').implement({
  authScopes: { account: true },
  fields: (t) => ({
    kind: t.exposeString('kind'),
    title: t.string({ resolve: ({ kind }) => titleOf(kind) }),
    email: t.exposeBoolean('email', { description: 'Whether the person wants e-mails of this kind.' }),
  }),
});

const AlertChoicesType = builder.objectRef<Choices>('AlertChoices').implement({
  description: 'Which alerts the person of the session gets by e-mail. The dashboard has all of them.',
  authScopes: { account: true },
  fields: (t) => ({
    mailedTo: t.exposeString('mailedTo', {
      nullable: true,
      description:
        'Null where none are sent: the service has no mail server, or the identity provider has not verified the address.',
    }),
    choices: t.field({ type: [AlertChoice], resolve: ({ choices }) => choices }),
  }),
});

const AlertChoiceInput = builder.inputType('AlertChoiceInput', {
  fields: (t) => ({ kind: t.string({ required: true }), email: t.boolean({ required: true }) }),
});

builder.queryFields((t) => ({
  alerts: t.field({
    type: AlertPage,
    nullable: true,
    description: 'The alerts of the account, newest first; for operators, also those of the whole service.',
    args: {
      cursor: t.arg.string({ description: 'The `nextCursor` of the page before. Without it: the newest alerts.' }),
      limit: t.arg.int({ defaultValue: alertRules.limit.usual, description: `1 to ${alertRules.limit.most} alerts.` }),
    },
    resolve: async (_root, { cursor, limit }, context) => {
      const length = limit ?? alertRules.limit.usual;
      check(alertRules, { limit: length });
      const before = cursor == null ? undefined : placeOf(cursor);
      const rows = await context.services.alerts.list.page(sessionOf(context), before, length);
      const last = rows.length > length ? rows[length - 1] : undefined;
      return { alerts: rows.slice(0, length), nextCursor: last ? cursorOf(BigInt(last.id)) : null };
    },
  }),

  alertChoices: t.field({
    type: AlertChoicesType,
    nullable: true,
    resolve: (_root, _args, context) => context.services.alerts.choices.of(sessionOf(context)),
  }),
}));

builder.mutationFields((t) => ({
  readAlerts: t.field({
    type: 'Int',
    nullable: true,
    description: 'Marks an alert and all older ones as read, for the person of the session. Returns how many are unread then.',
    extensions: declare({ limit: 'changes' }),
    args: { upTo: t.arg.id({ required: true, description: 'The id of the newest alert that was read.' }) },
    resolve: async (_root, { upTo }, context) => {
      const { list } = context.services.alerts;
      await list.read(sessionOf(context), upTo);
      return list.unread(sessionOf(context));
    },
  }),

  chooseAlerts: t.field({
    type: AlertChoicesType,
    nullable: true,
    description: 'Changes which alerts the person of the session gets by e-mail. Kinds that are not named stay as they are.',
    extensions: declare({ limit: 'changes' }),
    args: { choices: t.arg({ type: [AlertChoiceInput], required: true }) },
    resolve: async (_root, { choices }, context) => {
      await context.services.alerts.choices.change(sessionOf(context), choices);
      return context.services.alerts.choices.of(sessionOf(context));
    },
  }),
}));
