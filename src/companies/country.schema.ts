import { z } from 'zod';
import { builder } from '../graphql/builder.ts';
import { declare } from '../graphql/declaration.ts';
import type { Country as CountryRow } from '../records/index.ts';

export const countryCode = z.string().length(2);

const Country = builder.objectRef<CountryRow>('Country').implement({
  fields: (t) => ({
    code: t.exposeString('code', { description: 'ISO 3166-1 alpha-2', extensions: declare({ value: countryCode }) }),
    name: t.exposeString('name'),
    nativeName: t.exposeString('nativeName'),
    enabled: t.exposeBoolean('enabled', {
      description: 'False for a planned country, whose register cannot be searched yet.',
    }),
  }),
});

builder.queryField('countries', (t) =>
  t.field({
    type: [Country],
    nullable: true,
    description: 'The countries whose registers are served, and those planned, by code.',
    extensions: declare({ cost: { of: 'The countries' } }),
    resolve: (_root, _args, { services }) => services.records.countries(),
  }),
);
