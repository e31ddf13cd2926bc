import { z } from 'zod';
import { builder } from '../graphql/builder.ts';
import { declare } from '../graphql/declaration.ts';
import type { Progress } from '../kernel/cost.ts';
import { callerOf } from '../kernel/principal.ts';
import { checkedMatch, type ProblemOfCountry } from './matches/input.ts';
import type { MatchAnswer, Matches, MatchResult } from './matches/matches.ts';
import { matchRules } from './matches/rules.ts';
import { type Feature, type MatchedName, matchedNameKinds } from './query.ts';

declare module '../graphql/context.ts' {
  interface Services {
    matches: Matches;
    problemOfCountry: ProblemOfCountry;
  }
  interface Context {
    /** Whether nobody waits for the answer any more, so that the work can end. */
    isOver?(): boolean;
    /** Where an operation notes how far it is, see kernel/cost.ts. */
    progress?: Progress;
  }
}

const { maxQueries, maxExcluded, limit, threshold, cost } = matchRules;

const Query = builder.inputType('MatchQuery', {
  description: 'What is known of a company.',
  fields: (t) => ({
    key: t.string({ description: 'Your own name for the query. The answer has it too.' }),
    name: t.string({
      required: true,
      description: 'Its name, or an earlier or other one: misspelt, abbreviated, with or without its legal form, in any script.',
    }),
    country: t.string({
      description: 'ISO 3166-1 alpha-2, in either case. By name, only companies of this country are compared.',
    }),
    number: t.string({ description: 'A number of the company in any spelling. With `country`, an equal one decides.' }),
    lei: t.string({ description: 'Its legal entity identifier: an equal one decides. Wrong check digits are refused.' }),
    legalForm: t.string({ description: 'As people write it: `GmbH`, `Private Limited Company`.' }),
    registeredAt: t.string({ description: 'A day, a month or a year: `2004-09-27`, `2004-09`, `2004`.' }),
    postalCode: t.string(),
    locality: t.string({ description: 'Its town.' }),
  }),
});

const Input = builder.inputType('MatchInput', {
  fields: (t) => ({
    queries: t.field({ type: [Query], required: true, description: `From 1 to ${maxQueries}.` }),
    limit: t.int({
      description: `How many results a query has at most, from ${limit.least} to ${limit.most}; usually ${limit.usual}.`,
    }),
    threshold: t.float({ description: `From this score on, a record is taken for the company: usually ${threshold.usual}.` }),
    exclude: t.stringList({ description: `The ids of records that are not wanted as results, up to ${maxExcluded}.` }),
  }),
});

/** To four decimals. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

const FeatureType = builder.objectRef<Feature>('MatchFeature').implement({
  description: 'One reason for a score. The score of a result is the sum of `score * weight` of its features, from 0 to 1.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'What is compared: `word`, `missing`, `numbers`, `country` and others.' }),
    score: t.float({ description: 'From 0 to 1: how far this is so.', resolve: ({ score }) => rounded(score) }),
    weight: t.float({
      description: 'A negative weight lowers the score of the result.',
      resolve: ({ weight }) => rounded(weight),
    }),
    explanation: t.exposeString('explanation', { description: 'The reason in a sentence for people.' }),
  }),
});

const NameType = builder.objectRef<MatchedName>('MatchedCompanyName').implement({
  description: 'A name of a record.',
  fields: (t) => ({
    name: t.exposeString('name'),
    kind: t.exposeString('kind', {
      description: 'Whether it is the current name, a previous one or another one.',
      extensions: declare({ value: z.enum(matchedNameKinds) }),
    }),
  }),
});

const Result = builder.objectRef<MatchResult>('MatchResult').implement({
  description: 'A record that may be the company.',
  fields: (t) => ({
    score: t.exposeFloat('score', { description: 'From 0 to 1.' }),
    match: t.exposeBoolean('match', {
      description: 'Whether the score reaches the threshold, and no other result is so near that one would have to ask.',
    }),
    matchedName: t.field({
      type: NameType,
      description: 'The name of the record that fits best.',
      resolve: ({ matchedName }) => matchedName,
    }),
    features: t.field({ type: [FeatureType], resolve: ({ features }) => features }),
    entity: t.field({ type: 'Entity', description: 'The record.', resolve: ({ entity }) => entity }),
  }),
});

const Answer = builder.objectRef<MatchAnswer>('Match').implement({
  description: 'What was found for one query.',
  fields: (t) => ({
    key: t.exposeString('key', { nullable: true, description: 'That of the query.' }),
    results: t.field({
      type: [Result],
      description: 'The best first.',
      extensions: declare({ records: (_args, { input }) => (input as { limit?: number }).limit ?? limit.usual }),
      resolve: ({ results }) => results,
    }),
  }),
});

builder.queryField('match', (t) =>
  t.field({
    type: [Answer],
    nullable: true,
    description: 'The companies that are meant by names, and by what else is known of them, in the order of the queries.',
    extensions: declare({ cost, records: ({ input }) => (input as { queries: unknown[] }).queries.length }),
    args: { input: t.arg({ type: Input, required: true }) },
    resolve: async (_root, { input }, { services, principal, isOver, progress }) => {
      const { queries, options } = await checkedMatch(input, services.problemOfCountry);
      return services.matches.match(queries, options, { caller: callerOf(principal), isOver, progress });
    },
  }),
);
