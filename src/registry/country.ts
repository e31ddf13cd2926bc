import { builder } from '../graphql/builder.ts';

builder.prismaObject('Country', {
  fields: (t) => ({
    code: t.exposeString('code'),
    name: t.exposeString('name'),
    nativeName: t.exposeString('nativeName'),
    enabled: t.exposeBoolean('enabled'),
  }),
});

builder.queryField('countries', (t) =>
  t.prismaField({
    type: ['Country'],
    description: 'The countries whose registers are served, and those planned, by code.',
    authScopes: { registry: true },
    resolve: (query, _root, _args, { services }) => services.prisma.country.findMany({ ...query, orderBy: { code: 'asc' } }),
  }),
);
