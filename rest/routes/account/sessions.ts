import { z } from 'zod';
import { countOf, from } from '../../route/envelope.ts';
import { route } from '../../route/route.ts';

const common = { tag: 'Account', access: 'session', cacheControl: 'no-store' } as const;

export const listSessions = route({
  ...common,
  operationId: 'listSessions',
  method: 'get',
  path: '/sessions',
  summary: 'List the open sessions',
  description:
    'The sessions of our own sign-in that are open in this account, newest first. A token of the identity provider is not ' +
    'among them: it ends at its own time.',
  document: `{ sessions { ...Session } }
    fragment Session on Session { id device createdAt lastSeenAt expiresAt current }`,
  answers: {
    200: {
      description: 'The sessions.',
      body: { data: from('sessions'), meta: { count: countOf('sessions') } },
      example: {
        data: [
          {
            id: '5c1a1df0-52bb-4f0d-a6b4-7d6e4c0b9a11',
            device: 'Firefox on Windows',
            createdAt: '2026-11-15T09:30:12.345Z',
            lastSeenAt: '2026-11-15T10:07:00.000Z',
            expiresAt: '2026-11-15T21:30:12.345Z',
            current: true,
          },
        ],
        meta: { count: 1 },
      },
    },
  },
});

export const endSession = route({
  ...common,
  operationId: 'endSession',
  method: 'delete',
  path: '/sessions/{id}',
  summary: 'End a session',
  description: 'Takes effect within one second everywhere. What is not an open session of this account is not there.',
  input: { params: z.object({ id: z.string().meta({ description: 'The id of the session.', format: 'uuid' }) }) },
  document: 'mutation ($id: ID!) { endSession(id: $id) }',
  variables: ({ params }) => ({ id: params.id }),
  answers: { 204: { description: 'It is ended.' } },
  errors: ['session_not_found'],
});

export const endOtherSessions = route({
  ...common,
  operationId: 'endOtherSessions',
  method: 'delete',
  path: '/sessions',
  summary: 'End all other sessions',
  description:
    'Ends every open session of the account but the one that asks; asked with a token of the identity provider, it ends all. ' +
    'Takes effect within one second everywhere.',
  document: 'mutation { endOtherSessions }',
  answers: { 204: { description: 'They are ended.' } },
});
