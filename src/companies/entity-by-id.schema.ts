import { builder } from '../graphql/builder.ts';
import { declare } from '../graphql/declaration.ts';
import { selectedFields } from '../graphql/selected.ts';
import { Failure } from '../kernel/errors.ts';
import { isUuid } from '../kernel/uuid.ts';
import type { EntityRecord } from '../records/index.ts';

/** Records of the past, from the log of changes. */
interface Past {
  /** The record as it was served at a time; undefined if it was not served then. A time in the future is refused. */
  at(id: string, moment: Date): Promise<EntityRecord | undefined>;
  /** When a removed record was last served; undefined for a record that is served or never was. */
  removedAt(id: string): Promise<Date | undefined>;
}

declare module '../graphql/context.ts' {
  interface Services {
    past: Past;
  }
}

builder.queryField('entity', (t) =>
  t.field({
    type: 'Entity',
    nullable: true,
    description:
      'One record, or null if there is none with this id, or was none at that moment. For a removed record an error says ' +
      'when it was last served, and where its history is.',
    extensions: declare({ readsRecord: true, cost: { of: 'One record, full or not' }, absent: 'entity_not_found' }),
    args: {
      id: t.arg.id({ required: true }),
      asOf: t.arg({
        type: 'DateTime',
        description: 'The record as we served it then, without what is about natural persons. It says nothing of legal validity.',
      }),
    },
    resolve: async (_root, { id, asOf }, { services }, info) => {
      if (!isUuid(id)) return null;
      const found = asOf
        ? await services.past.at(id.toLowerCase(), asOf)
        : await services.records.find(id.toLowerCase(), selectedFields(info));
      if (found) return found;
      const lastServedAt = await services.past.removedAt(id.toLowerCase());
      if (!lastServedAt) return null;
      const removed = { lastServedAt: lastServedAt.toISOString(), history: `/api/v1/entities/${id.toLowerCase()}/history` };
      throw new Failure('entity_not_found', undefined, { removed });
    },
  }),
);
