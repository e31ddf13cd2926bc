import { builder } from '../graphql/builder.ts';
import { declare } from '../graphql/declaration.ts';
import { check } from '../kernel/rules.ts';
import { countryCode } from './country.schema.ts';
import { knownStatus } from './entity.schema.ts';
import { checkedFilter, longestFragment } from './entity-filter.schema.ts';
import { suggestionRules } from './limits.ts';
import { callerOf, type Suggestion } from './search/search.ts';
import type { MatchRange } from './search/suggest.ts';

const MatchRangeType = builder.objectRef<MatchRange>('MatchRange').implement({
  description: 'Of a name, in UTF-16 units, as JavaScript counts; the end is exclusive.',
  fields: (t) => ({ start: t.exposeInt('start'), end: t.exposeInt('end') }),
});

const EntitySuggestion = builder.objectRef<Suggestion>('EntitySuggestion').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    canonicalName: t.exposeString('canonicalName'),
    number: t.exposeString('number', { nullable: true, description: 'The national number.' }),
    numberScheme: t.string({
      nullable: true,
      description: 'The scheme of the national number.',
      resolve: ({ countryCode, number }, _args, { services }) => services.derived.schemeOf(countryCode, number),
    }),
    countryCode: t.exposeString('countryCode', { extensions: declare({ value: countryCode }) }),
    status: t.exposeString('status', { extensions: declare({ value: knownStatus }) }),
    ranges: t.field({
      type: [MatchRangeType],
      description: 'Where in the name the fragment stands. None where it is in the number.',
      resolve: ({ ranges }) => ranges,
    }),
  }),
});

builder.queryField('entitySuggestions', (t) =>
  t.field({
    type: [EntitySuggestion],
    nullable: true,
    description: 'Records for what was typed so far: beginnings of words first, among them active records first, then by name.',
    authScopes: { registry: true },
    extensions: declare({ cost: { of: 'A page of suggestions' } }),
    args: {
      q: t.arg.string({ required: true, description: `What was typed so far. ${longestFragment}` }),
      country: t.arg.string({ description: 'ISO 3166-1 alpha-2, in either case.' }),
      limit: t.arg.int({ required: true, defaultValue: suggestionRules.limit.usual }),
    },
    resolve: (_root, { q, country, limit }, { services, principal }) => {
      checkedFilter({ q, country });
      check(suggestionRules, { limit });
      return services.search.suggest(q, country, limit, callerOf(principal));
    },
  }),
);
