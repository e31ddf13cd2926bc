import { z } from 'zod';
import { builder } from '../graphql/builder.ts';
import { declare } from '../graphql/declaration.ts';
import { check } from '../kernel/rules.ts';
import { changeSetRules, type ChangeSet as Imported } from './change-sets.ts';

const ChangeSet = builder.objectRef<Imported>('ChangeSet').implement({
  description: 'What one import changed.',
  fields: (t) => ({
    dataVersion: t.exposeInt('version', { description: 'Of the data, since that import.' }),
    register: t.exposeString('registerId'),
    countryCode: t.exposeString('countryCode', { description: 'ISO 3166-1 alpha-2' }),
    at: t.expose('at', { type: 'DateTime' }),
    reason: t.exposeString('reason', {
      description:
        '`mapping` where only our reading of the same file changed; `erasure` where what is about a person was erased.',
      extensions: declare({ value: z.enum(['source', 'mapping', 'erasure']) }),
    }),
    changes: t.exposeInt('size', { description: 'How many. The first import of a register counts as one change.' }),
    records: t.exposeInt('records', { description: 'How many records the register has since then.' }),
    cursor: t.exposeString('cursor', {
      nullable: true,
      description: 'For `changes`: the place before them. Null if they are no longer stored.',
    }),
  }),
});

builder.queryField('changeSets', (t) =>
  t.field({
    type: [ChangeSet],
    nullable: true,
    description: 'The last imports that changed something, newest first, with the place of their changes in the feed.',
    args: {
      limit: t.arg.int({
        required: true,
        defaultValue: changeSetRules.limit.usual,
        description: `1 to ${changeSetRules.limit.most}.`,
      }),
    },
    resolve: (_root, { limit }, { services }) => {
      check(changeSetRules, { limit });
      return services.changes.changeSets.latest(limit);
    },
  }),
);
