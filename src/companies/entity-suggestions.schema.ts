import { builder } from '../graphql/builder.ts';
import { Failure } from '../kernel/errors.ts';
import { checkedFilter } from './entity-filter.schema.ts';
import { searchLimits } from './limits.ts';
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
    countryCode: t.exposeString('countryCode'),
    status: t.exposeString('status'),
    ranges: t.field({
      type: [MatchRangeType],
      description: 'Where in the name the fragment stands; none where it is in the number.',
      resolve: ({ ranges }) => ranges,
    }),
  }),
});

builder.queryField('entitySuggestions', (t) =>
  t.field({
    type: [EntitySuggestion],
    nullable: true,
    description:
      'Records for what somebody has typed so far: beginnings of words first, among them active records first, then by name.',
    authScopes: { registry: true },
    args: {
      q: t.arg.string({ required: true }),
      country: t.arg.string(),
      limit: t.arg.int({ required: true, defaultValue: 10 }),
    },
    resolve: (_root, { q, country, limit }, { services, principal }) => {
      checkedFilter({ q, country });
      if (limit < 1 || limit > searchLimits.suggestions)
        throw new Failure('invalid_request', `limit must be from 1 to ${searchLimits.suggestions}.`);
      return services.search.suggest(q, country, limit, callerOf(principal));
    },
  }),
);
