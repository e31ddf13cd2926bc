import { builder } from '../graphql/builder.ts';
import { declare } from '../graphql/declaration.ts';
import { watcherOf } from './watching.schema.ts';

builder.mutationField('replayWatchList', (t) =>
  t.field({
    type: 'ID',
    nullable: true,
    description: 'Sends a message about all changes of a watch list after a cursor. Returns its id.',
    extensions: declare({ cost: { of: 'A request about webhooks' }, limit: 'changes' }),
    args: {
      id: t.arg.id({ required: true, description: 'Of the webhook endpoint.' }),
      listId: t.arg.id({ required: true }),
      cursor: t.arg.string({ required: true, description: 'As for `changes`.' }),
    },
    resolve: async (_root, { id, listId, cursor }, context) => {
      const { watching, webhooks } = context.services;
      const watcher = watcherOf(context);
      const list = await watching.lists.one(watcher, listId);
      return webhooks.deliveries.replayList(watcher, id, list.id, await watching.feed.after(list.id, cursor));
    },
  }),
);
