import { builder } from '../graphql/builder.ts';
import type { Country as CountryRow } from './data/records.ts';

const Country = builder.objectRef<CountryRow>('Country').implement({
  fields: (t) => ({
    code: t.exposeString('code'),
    name: t.exposeString('name'),
    nativeName: t.exposeString('nativeName'),
    enabled: t.exposeBoolean('enabled'),
  }),
});

builder.queryField('countries', (t) =>
  t.field({
    type: [Country],
    nullable: true,
    description: 'The countries whose registers are served, and those planned, by code.',
    authScopes: { registry: true },
    resolve: (_root, _args, { services }) => services.records.countries(),
  }),
);
