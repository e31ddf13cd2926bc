import { builder } from '../graphql/builder.ts';
import { sessionOf } from '../graphql/context.ts';
import { declare, nullable } from '../graphql/declaration.ts';
import { maxOpenSessions, type OpenRow, type SessionRecords } from './session-records.ts';

declare module '../graphql/context.ts' {
  interface Services {
    sessions: SessionRecords;
  }
}

const SessionType = builder.objectRef<OpenRow>('Session').implement({
  description: 'A session of our own sign-in. A token of the identity provider is none: it ends at its own time.',
  authScopes: { account: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    device: t.exposeString(
      'device',
      nullable('For instance `Firefox on Windows`, as far as the browser sent it; null if it is unknown.'),
    ),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    lastSeenAt: t.expose('lastSeenAt', { type: 'DateTime', description: 'To the minute.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    current: t.boolean({
      description: 'Whether it is the session of this request.',
      resolve: ({ id }, _args, context) => id === sessionOf(context).sessionId,
    }),
  }),
});

builder.queryField('sessions', (t) =>
  t.field({
    type: [SessionType],
    nullable: true,
    description: `The open sessions of the person, newest first. Of over ${maxOpenSessions} the oldest is ended.`,
    resolve: (_root, _args, context) => context.services.sessions.listOpen(sessionOf(context).userId),
  }),
);

// Nullable like every root field, see accounts/api-key.schema.ts.
builder.mutationFields((t) => ({
  endSession: t.field({
    type: 'ID',
    nullable: true,
    description: 'Ends an open session of the person, on every instance within a second.',
    extensions: declare({ limit: 'changes' }),
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => context.services.sessions.end(sessionOf(context), id),
  }),
  endOtherSessions: t.field({
    type: 'Int',
    nullable: true,
    description: 'Ends all sessions of the person but that of this request, and returns their number. With a token, it ends all.',
    extensions: declare({ limit: 'changes' }),
    resolve: (_root, _args, context) => context.services.sessions.endOthers(sessionOf(context)),
  }),
}));
