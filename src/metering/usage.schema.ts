import { builder } from '../graphql/builder.ts';
import { sessionOf } from '../graphql/context.ts';
import type { Failure } from '../kernel/errors.ts';
import { check, wholeNumber } from '../kernel/rules.ts';
import type { Charge, LimitState } from './charge.ts';
import type { Metering, PeriodUse } from './metering.ts';
import type { SessionLimit, SessionLimits, VisitorLimit } from './session-limits.ts';
import { type Answers, sumBy, type Usage } from './usage.ts';

declare module '../graphql/context.ts' {
  interface Services {
    metering: Metering;
    usage: Usage;
    sessionLimits: SessionLimits;
    visitorLimit: VisitorLimit;
  }
  interface Context {
    /** Sets the response headers of the limits. REST routes set them by themselves. */
    showLimits?: (reading: LimitState) => void;
    /** Registers the charge, so that it can be given back if the request is answered before the operation is done. */
    hold?: (charge: Charge) => Promise<void>;
    /** Notes the root fields that are about to run. */
    begins?: (fields: readonly string[]) => void;
    /** Reports the fields of company data that ran, and the first error, for the request log. */
    report?: (fields: readonly string[], failure: Pick<Failure, 'code' | 'message'> | undefined) => void;
  }
}

declare module '../graphql/declaration.ts' {
  interface Declaration {
    /**
     * The limit that a session's use of this root field counts against, beside the one on all requests. Every mutation of the
     * account has one.
     */
    limit?: SessionLimit;
    /** The field counts by itself, and only if it makes something new. */
    countsItself?: true;
  }
}

const DayUsage = builder.objectRef<{ day: Date; requests: number }>('DayUsage').implement({
  authScopes: { account: true },
  fields: (t) => ({ day: t.expose('day', { type: 'Date' }), requests: t.exposeInt('requests') }),
});

const KeyUsage = builder.objectRef<{ answers: Answers; requests: number }>('KeyUsage').implement({
  authScopes: { account: true },
  fields: (t) => ({
    keyId: t.id({
      nullable: true,
      description: 'Null: requests of the dashboard.',
      resolve: ({ answers }) => answers.keyId,
    }),
    keyName: t.string({
      nullable: true,
      description: 'A member sees the prefix in place of the name of a key that another person made.',
      resolve: ({ answers }) => answers.keyName,
    }),
    requests: t.exposeInt('requests'),
  }),
});

const StatusUsage = builder.objectRef<{ statusClass: string; requests: number }>('StatusUsage').implement({
  authScopes: { account: true },
  fields: (t) => ({
    statusClass: t.exposeString('statusClass', { description: '2xx, 3xx, 4xx or 5xx.' }),
    requests: t.exposeInt('requests'),
  }),
});

const AnswerCount = builder.objectRef<Answers>('AnswerCount').implement({
  authScopes: { account: true },
  fields: (t) => ({
    day: t.expose('day', { type: 'Date' }),
    keyId: t.exposeID('keyId', { nullable: true }),
    statusClass: t.exposeString('statusClass'),
    requests: t.exposeInt('requests'),
  }),
});

const UsageType = builder.objectRef<PeriodUse & { answers: Answers[] }>('Usage').implement({
  description: 'What an account has used. Answers are counted by the day in UTC, at most a second late, the refused ones too.',
  authScopes: { account: true },
  fields: (t) => ({
    periodStart: t.expose('periodStart', { type: 'DateTime' }),
    periodEnd: t.expose('periodEnd', { type: 'DateTime' }),
    used: t.exposeInt('used', { description: 'Of the quota of the current period.' }),
    limit: t.exposeInt('limit'),
    remaining: t.exposeInt('remaining'),
    byDay: t.field({
      type: [DayUsage],
      resolve: ({ answers }) => sumBy(answers, ({ day }) => day.toISOString()).map(([{ day }, requests]) => ({ day, requests })),
    }),
    byKey: t.field({
      type: [KeyUsage],
      resolve: ({ answers }) =>
        sumBy(answers, ({ keyId }) => keyId ?? '').map(([first, requests]) => ({ answers: first, requests })),
    }),
    byStatusClass: t.field({
      type: [StatusUsage],
      resolve: ({ answers }) =>
        sumBy(answers, ({ statusClass }) => statusClass).map(([{ statusClass }, requests]) => ({ statusClass, requests })),
    }),
    answers: t.field({
      type: [AnswerCount],
      description: 'All of it: by day, key and class of status.',
      resolve: ({ answers }) => answers,
    }),
  }),
});

const AccountUsage = builder.objectRef<PeriodUse>('AccountUsage').implement({
  description:
    'What the account used of its quota in the current billing period: that of the subscription, else the calendar month in UTC.',
  authScopes: { account: true },
  fields: (t) => ({
    periodStart: t.expose('periodStart', { type: 'DateTime' }),
    periodEnd: t.expose('periodEnd', { type: 'DateTime' }),
    used: t.exposeInt('used'),
    limit: t.exposeInt('limit'),
    remaining: t.exposeInt('remaining'),
  }),
});

builder.prismaObjectField('Account', 'usage', (t) =>
  t.field({
    type: AccountUsage,
    select: { id: true },
    resolve: ({ id }, _args, { services }) => services.metering.usageOf(id),
  }),
);

const rules = { days: wholeNumber(1, 366, 31) };

builder.queryField('usage', (t) =>
  t.field({
    type: UsageType,
    nullable: true,
    description: 'The use of the current period, and the answers of the last days.',
    args: {
      days: t.arg.int({
        required: true,
        defaultValue: rules.days.usual,
        description: `From 1 to ${rules.days.most}, today included.`,
      }),
    },
    resolve: async (_root, { days }, context) => {
      const session = sessionOf(context);
      const { metering, usage } = context.services;
      check(rules, { days });
      return { ...(await metering.usageOf(session.accountId)), answers: await usage.answersOf(session, days) };
    },
  }),
);
