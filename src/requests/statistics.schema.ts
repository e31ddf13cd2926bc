import { z } from 'zod';
import { builder } from '../graphql/builder.ts';
import { sessionOf } from '../graphql/context.ts';
import { declare } from '../graphql/declaration.ts';
import { check } from '../kernel/rules.ts';
import { type Span, spans, statisticsRules } from './limits.ts';
import type { LatencySummary, RequestCount, Statistics } from './statistics.ts';

declare module '../graphql/context.ts' {
  interface Services {
    requestStatistics: Statistics;
  }
}

const StatisticsSpan = builder.enumType('StatisticsSpan', {
  values: spans,
  description: 'The time that one count is of, in UTC.',
});

const RequestCountType = builder.objectRef<RequestCount>('RequestCount').implement({
  description: 'The metered answers of one hour or day, to one key and operation, with one class of status.',
  authScopes: { account: true },
  fields: (t) => ({
    start: t.expose('start', { type: 'DateTime' }),
    keyId: t.exposeID('keyId', {
      nullable: true,
      description: 'Null: requests of the dashboard.',
      extensions: declare({ value: z.guid() }),
    }),
    operation: t.exposeString('operation', { description: 'The path of the operation.' }),
    statusClass: t.exposeString('statusClass', { description: '2xx, 3xx, 4xx or 5xx.' }),
    requests: t.exposeInt('requests'),
    units: t.exposeInt('units', { description: 'What they took of the quota.' }),
  }),
});

const LatencyType = builder.objectRef<LatencySummary>('LatencySummary').implement({
  description: 'How long answers took, in milliseconds. Refused requests are left out.',
  authScopes: { account: true },
  fields: (t) => ({
    start: t.expose('start', { type: 'DateTime', nullable: true, description: 'Null: the whole time.' }),
    operation: t.exposeString('operation', { nullable: true, description: 'Null: all operations.' }),
    median: t.exposeFloat('median'),
    p95: t.exposeFloat('p95', { description: '95 % of the answers did not take longer.' }),
  }),
});

const RequestStatistics = builder.objectRef<{ span: Span; count: number }>('RequestStatistics').implement({
  description: 'What the account asked for, and how long the answers took.',
  authScopes: { account: true },
  fields: (t) => ({
    counts: t.field({
      type: [RequestCountType],
      resolve: ({ span, count }, _args, context) =>
        context.services.requestStatistics.counts(sessionOf(context).accountId, span, count),
    }),
    latencies: t.field({
      type: [LatencyType],
      description: 'By hour or day, by operation, and of all.',
      resolve: ({ span, count }, _args, context) =>
        context.services.requestStatistics.latencies(sessionOf(context).accountId, span, count),
    }),
  }),
});

builder.queryField('requestStatistics', (t) =>
  t.field({
    type: RequestStatistics,
    nullable: true,
    description: 'The metered requests of the last hours or days. Hours are kept for 31 days.',
    args: {
      span: t.arg({ type: StatisticsSpan, required: true }),
      count: t.arg.int({ required: true, description: `From 1 to ${statisticsRules.count.most}, the current one included.` }),
    },
    resolve: (_root, { span, count }) => {
      check(statisticsRules, { count });
      return { span, count };
    },
  }),
);
