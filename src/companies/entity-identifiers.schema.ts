import { z } from 'zod';
import { fullRecordCost } from '../company/costs.ts';
import { builder } from '../graphql/builder.ts';
import { declare } from '../graphql/declaration.ts';
import type { ServedIdentifier } from '../records/index.ts';
import { Provenance } from './entity.schema.ts';

/** Strings and no enums, because sources may add values. */
const knownScheme = z.string().meta({ 'x-extensible-enum': ['LEI', 'EUID'] });

const Identifier = builder.objectRef<ServedIdentifier>('Identifier').implement({
  description: 'What a company is called in a scheme that is the same in every country.',
  fields: (t) => ({
    scheme: t.exposeString('scheme', {
      description: '`LEI`: the legal entity identifier. `EUID`: the European unique identifier.',
      extensions: declare({ value: knownScheme }),
    }),
    value: t.exposeString('value'),
    status: t.exposeString('status', {
      nullable: true,
      description: 'Of an LEI, in the words of GLEIF: `ISSUED`, `LAPSED`, `RETIRED`, `MERGED` and others. A lapsed one stays.',
    }),
    since: t.exposeString('since', {
      nullable: true,
      description: 'The day on which an LEI was first registered.',
      extensions: declare({ value: z.iso.date() }),
    }),
    doubtful: t.exposeBoolean('doubtful', {
      description: 'Whether its source calls the company by a name that has nothing in common with any name of the record.',
    }),
    source: t.exposeString('source', { description: 'Who says so: `GLEIF`, or the register of the record.' }),
    provenance: t.field({
      type: Provenance,
      nullable: true,
      description: 'The file that it comes from. Null where that is the file of the record.',
      resolve: ({ provenance }) => provenance,
    }),
  }),
});

builder.objectField('Entity', 'identifiers', (t) =>
  t.field({
    type: [Identifier],
    description: 'Its identifiers in shared schemes: LEI and EUID. An LEI is joined by register and national number.',
    extensions: declare({ readsRecord: true, cost: fullRecordCost, optional: true }),
    resolve: (entity, _args, { services }) => services.identifiers.of(entity),
  }),
);
