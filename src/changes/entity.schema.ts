import { builder } from '../graphql/builder.ts';
import { declare } from '../graphql/declaration.ts';
import { selectedFields } from '../graphql/selected.ts';
import { Failure } from '../kernel/errors.ts';
import { isUuid } from '../kernel/uuid.ts';

builder.objectField('Entity', 'servedSince', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Since when it was served like this. Null unless the record was asked for as of a moment.',
    resolve: ({ past }) => past?.servedSince ?? null,
  }),
);

builder.queryField('entity', (t) =>
  t.field({
    type: 'Entity',
    nullable: true,
    description:
      'One record, or null where there is none with this id, or was none at that moment. Of a removed record an error tells ' +
      'when it was last served, and where its history is.',
    authScopes: { registry: true },
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
        ? await services.changes.history.at(id.toLowerCase(), asOf)
        : await services.records.find(id.toLowerCase(), selectedFields(info));
      if (found) return found;
      const lastServedAt = await services.changes.history.removedAt(id.toLowerCase());
      if (!lastServedAt) return null;
      const removed = { lastServedAt: lastServedAt.toISOString(), history: `/api/v1/entities/${id.toLowerCase()}/history` };
      throw new Failure('entity_not_found', undefined, { removed });
    },
  }),
);
