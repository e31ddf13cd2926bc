import { filters } from '../company/filters/filters.ts';
import { suggestionRules } from '../company/limits.ts';
import { statuses } from '../company/values.ts';
import { builder } from '../graphql/builder.ts';
import { declare } from '../graphql/declaration.ts';
import { callerOf } from '../kernel/principal.ts';
import { check } from '../kernel/rules.ts';
import { checkedFilter, type MatchRange, type Suggestion } from '../search/index.ts';
import { fragmentLimit } from './entity-filter.schema.ts';
import { countryCode, nullable, oneOf } from './field-options.ts';
import { matchedNameOf, type NameMatcher, suggestionMatchers } from './matched-name.ts';

const MatchRangeType = builder.objectRef<MatchRange>('MatchRange').implement({
  description: 'Of a name, in UTF-16 units, as JavaScript counts; the end is exclusive.',
  fields: (t) => ({ start: t.exposeInt('start'), end: t.exposeInt('end') }),
});

const EntitySuggestion = builder.objectRef<Suggestion & { matchers?: readonly NameMatcher[] }>('EntitySuggestion').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    canonicalName: t.exposeString('canonicalName'),
    number: t.exposeString('number', nullable('The national number.')),
    numberScheme: t.string({
      ...nullable('The scheme of the national number.'),
      resolve: ({ countryCode, number }, _args, { services }) => services.derived.schemeOf(countryCode, number),
    }),
    countryCode: t.exposeString('countryCode', { extensions: declare({ value: countryCode }) }),
    status: t.exposeString('status', { extensions: declare({ value: oneOf(statuses) }) }),
    matchedName: t.string({
      ...nullable('The other name that matches, where the current one does not.'),
      resolve: (suggestion, _args, { services }) => matchedNameOf(suggestion, services),
    }),
    ranges: t.expose('ranges', {
      type: [MatchRangeType],
      description: 'Where in the name the typed words stand. None where they are in the number or in another name.',
    }),
  }),
});

builder.queryField('entitySuggestions', (t) =>
  t.field({
    type: [EntitySuggestion],
    nullable: true,
    description:
      'Records for what was typed so far: a number first, where it looks like one. For one word, then names that contain it, ' +
      'those with a word that begins with it before others and active records before ended ones. For several, names that begin ' +
      'with the text, then names, also other ones, with all words in any order, and if there is none, names that contain the ' +
      'text. If there is still none, words may have typing mistakes.',
    extensions: declare({ cost: { of: 'A page of suggestions' } }),
    args: {
      q: t.arg.string({ required: true, description: `What was typed so far. ${fragmentLimit}` }),
      country: t.arg.string({ description: filters.country.description }),
      countries: t.arg.stringList({ description: filters.countries.description }),
      limit: t.arg.int({ required: true, defaultValue: suggestionRules.limit.usual }),
    },
    resolve: async (_root, { q, country, countries, limit }, { services, principal }) => {
      checkedFilter({ q, country, countries });
      check(suggestionRules, { limit });
      const found = await services.search.suggest({ q, country, countries }, limit, callerOf(principal));
      const matchers = suggestionMatchers(q);
      return found.map((suggestion) => ({ ...suggestion, matchers }));
    },
  }),
);
