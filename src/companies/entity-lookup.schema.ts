import { z } from 'zod';
import { builder } from '../graphql/builder.ts';
import { declare } from '../graphql/declaration.ts';
import { selectedBelow } from '../graphql/selected.ts';
import { callerOf } from '../kernel/principal.ts';
import { type LookupItem, lookups } from './lookup/items.ts';
import type { Lookup, LookupResult } from './lookup/lookup.ts';

declare module '../graphql/context.ts' {
  interface Services {
    lookup: Lookup;
  }
}

declare module '../graphql/builder.ts' {
  interface NamedInputs {
    EntityLookupItem: LookupItem;
  }
}

const Item = builder.inputType('EntityLookupItem', {
  description: 'What identifies a company: `id`, `lei`, or `country` and `number`.',
  fields: (t) => ({
    id: t.string({ description: 'The id of the record.' }),
    lei: t.string({ description: 'Its legal entity identifier. Wrong check digits are refused.' }),
    country: t.string({ description: 'ISO 3166-1 alpha-2, in either case. `number` needs it: countries use the same numbers.' }),
    number: t.string({
      description: 'A whole number of the record, in any spelling: the national one, or any other of its registrations.',
    }),
  }),
});

const statusMeaning =
  '`removed`: its register no longer has it; `GET /entities/{id}/history` may still tell of it. `ambiguous`: several records ' +
  'of the country have the number.';

const Status = builder.enumType('EntityLookupStatus', { values: lookups.statuses });

const sent = z.object({ id: z.string(), lei: z.string(), country: z.string(), number: z.string() }).partial();

const EntityLookup = builder.objectRef<LookupResult & { input: LookupItem }>('EntityLookup').implement({
  description: 'What was found for one item.',
  fields: (t) => ({
    input: t.field({
      type: 'JSON',
      description: 'The item as it was sent.',
      extensions: declare({ value: sent }),
      resolve: ({ input }) => Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)),
    }),
    status: t.expose('status', { type: Status, description: statusMeaning }),
    entity: t.expose('record', {
      type: 'Entity',
      nullable: true,
      description: 'The record, if it was found.',
      extensions: declare({ readsRecord: true }),
    }),
  }),
});

builder.queryField('entityLookup', (t) =>
  t.field({
    type: [EntityLookup],
    nullable: true,
    description: 'Several companies by id, LEI or number, in the order of the items. All are of one version of the data.',
    extensions: declare({ cost: lookups.cost, records: ({ items }) => (items as unknown[]).length }),
    args: { items: t.arg({ type: [Item], required: true, description: `From 1 to ${lookups.most}.` }) },
    resolve: async (_root, { items }, { services, principal }, info) => {
      const found = await services.lookup.findItems(items, 'items', selectedBelow(info, 'entity'), callerOf(principal));
      return found.map((result, place) => ({ ...result, input: items[place] ?? {} }));
    },
  }),
);
