import { GraphQLInt, GraphQLNonNull, GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createDocument } from '../../../rest/openapi/document.ts';
import { from, named, type Template } from '../../../rest/route/envelope.ts';
import { route } from '../../../rest/route/route.ts';
import { Failure } from '../../../src/kernel/errors.ts';
import type { Authenticate } from '../../../src/kernel/principal.ts';
import { refuseAll, startApp } from '../../support/app.ts';

/** A schema and routes of our own, for what the real ones do not show yet: input, access, other statuses. */
const string = (resolve: (root: unknown, args: Record<string, never>) => unknown, args = {}) => ({
  type: GraphQLString,
  args,
  resolve,
});
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'Query',
    fields: {
      echo: string((_root, { text = '', times = 0 }) => text.repeat(times), {
        text: { type: new GraphQLNonNull(GraphQLString) },
        times: { type: new GraphQLNonNull(GraphQLInt) },
      }),
      away: string(() => {
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      }),
      full: string(() => {
        throw new Failure('api_key_limit_reached');
      }),
    },
  }),
  mutation: new GraphQLObjectType({ name: 'Mutation', fields: { drop: string(() => 'dropped') } }),
});

const common = { tag: 'Test', summary: 'A test', description: 'A test.', cacheControl: 'no-store' };
const ok = (field: string) => ({ description: 'Done.', body: { data: from(field) }, example: { data: 'x' } });
const echo = route({
  ...common,
  operationId: 'echo',
  method: 'post',
  path: '/echo/{times}',
  access: 'session',
  input: {
    params: z.object({ times: z.coerce.number().int().min(1) }),
    query: z.strictObject({ loud: z.enum(['yes', 'no']).default('no') }),
    body: z.strictObject({ text: z.string().min(1).max(60) }),
  },
  document: 'query ($text: String!, $times: Int!) { echo(text: $text, times: $times) }',
  variables: ({ params, query, body }) => ({
    times: params.times,
    text: query.loud === 'yes' ? body.text.toUpperCase() : body.text,
  }),
  answers: { 201: ok('echo') },
});
const simple = (name: 'away' | 'full') =>
  route({
    ...common,
    operationId: name,
    method: 'get',
    path: `/${name}`,
    access: 'public',
    document: `{ ${name} }`,
    answers: { 200: ok(name) },
  });
const drop = route({
  ...common,
  operationId: 'drop',
  method: 'delete',
  path: '/echo/{times}',
  access: 'apiKey',
  document: 'mutation { drop }',
  answers: { 204: { description: 'Dropped.' } },
});
const routes = [echo, simple('away'), simple('full'), drop];

const session: Authenticate = async (credential, caller) =>
  caller.headers.authorization === `Bearer ${credential}`
    ? { kind: 'session', accountId: 'a', userId: 'u', role: 'owner' }
    : refuseAll(credential, caller);

let app: Awaited<ReturnType<typeof startApp>>;
afterEach(() => app?.stop());

async function send(
  path: string,
  { method = 'POST', authorization = 'Bearer session', body = '{"text":"ab"}', type = 'application/json' } = {},
) {
  app = await startApp({ schema, routes, authenticate: session });
  const response = await fetch(`${app.url}/api/v1${path}`, {
    method,
    headers: { authorization, 'content-type': type },
    ...(method === 'POST' && { body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
}

test('input reaches the document as variables, and the result leaves in its envelope with its status', async () => {
  expect(await send('/echo/3?loud=yes')).toMatchObject({ status: 201, body: { data: 'ABABAB' } });
});

test.each([
  ['a parameter of the path', '/echo/0', {}, /times: /],
  ['a parameter of the query', '/echo/1?loud=maybe', {}, /loud: /],
  ['an unknown parameter', '/echo/1?lod=yes', {}, /unknown: lod/],
  ['a repeated parameter', '/echo/1?loud=yes&loud=no', {}, /loud: given more than once/],
  ['a field of the body', '/echo/1', { body: '{"text":""}' }, /text: /],
  ['an unknown field', '/echo/1', { body: '{"text":"a","x":1}' }, /unknown: x/],
  ['a body that is a list', '/echo/1', { body: '[]' }, /the body: /],
  ['a missing body', '/echo/1', { body: '' }, /text: /],
  ['a body that is no JSON', '/echo/1', { type: 'text/plain' }, /application\/json/],
  ['several at once', '/echo/0?loud=maybe', { body: '{}' }, /times: .*; loud: .*; text: /],
])('%s that is wrong is an invalid_request that says so', async (_what, path, options, message) => {
  const answer = await send(path, options);
  expect(answer).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_request', message: expect.stringMatching(message) } },
  });
});

test('the credential is asked for before the input is looked at', async () => {
  expect(await send('/echo/0', { authorization: '', body: '{' })).toMatchObject({
    status: 401,
    body: { error: { code: 'session_required' } },
  });
  expect(await send('/echo/0', { authorization: 'Bearer apiKey', body: '{' })).toMatchObject({
    status: 401,
    body: { error: { code: 'invalid_session' } },
  });
  expect(await send('/echo/1', { method: 'DELETE' })).toMatchObject({
    status: 401,
    body: { error: { code: 'invalid_api_key' } },
  });
  expect(await send('/echo/1', { method: 'DELETE', authorization: '' })).toMatchObject({
    status: 401,
    body: { error: { code: 'api_key_required' } },
  });
});

test('an answer may have no body', async () => {
  expect(await send('/echo/1', { method: 'DELETE', authorization: 'Bearer apiKey' })).toMatchObject({
    status: 204,
    body: undefined,
  });
});

test('two methods of one path are both allowed', async () => {
  const answer = await send('/echo/1', { method: 'PUT' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, DELETE']);
});

test('a failure of the schema keeps its code; a database out of reach is service_unavailable with Retry-After', async () => {
  expect(await send('/full', { method: 'GET' })).toMatchObject({
    status: 409,
    body: { error: { code: 'api_key_limit_reached' } },
  });
  const away = await send('/away', { method: 'GET' });
  expect(away).toMatchObject({ status: 503, body: { error: { code: 'service_unavailable' } } });
  expect(away.headers.get('retry-after')).toBe('1');
});

test('a document that does not fit the schema stops the start', async () => {
  const misfit = route({
    ...common,
    operationId: 'misfit',
    method: 'get',
    path: '/x',
    access: 'public',
    document: '{ nothing }',
    answers: { 200: { description: 'Done.' } },
  });
  await expect(startApp({ schema, routes: [misfit] })).rejects.toThrow(
    /The document of misfit does not fit the schema: Cannot query field "nothing"/,
  );
  const stray = { ...misfit, document: '{ full }', answers: { 200: ok('full.text') } };
  await expect(startApp({ schema, routes: [stray] })).rejects.toThrow(/misfit .*The document selects nothing at full.text/);
  const typo = { ...misfit, document: '{ echo( }' };
  await expect(startApp({ schema, routes: [typo] })).rejects.toThrow(/misfit/);
});

test('the declaration is the documentation', () => {
  const document = createDocument({ routes, schema, version: '1.0.0' }) as never as {
    paths: Record<string, Record<string, Record<string, unknown>>>;
    components: object;
  };
  const { post, delete: remove } = document.paths['/api/v1/echo/{times}'] ?? {};
  expect(post).toMatchObject({
    operationId: 'echo',
    security: [{ SessionBearer: [] }, { SessionCookie: [] }],
    parameters: [
      { name: 'times', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
      { name: 'loud', in: 'query', required: false, schema: { enum: ['yes', 'no'], default: 'no' } },
      { $ref: '#/components/parameters/X-Account-ID' },
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { required: ['text'], properties: { text: { minLength: 1, maxLength: 60 } } } } },
    },
  });
  expect(Object.keys(post?.['responses'] ?? {})).toEqual(['201', '400', '401', '403', '404', '408', '413', '429', '500', '503']);
  expect(Object.keys(remove?.['responses'] ?? {})).toEqual(['204', '400', '401', '403', '408', '413', '429', '500', '503']);
  expect(document.components).toMatchObject({
    securitySchemes: { ApiKeyHeader: { name: 'X-API-Key' }, SessionCookie: { in: 'cookie', name: '__Host-session' } },
  });
});

test('one name in the contract has one meaning', () => {
  const declared = (operationId: string, body: Template) =>
    route({
      ...common,
      operationId,
      method: 'get',
      path: `/${operationId}`,
      access: 'public',
      document: '{ full away }',
      answers: { 200: { description: 'Done.', body: named('Thing', body) } },
    });
  const same = [declared('a', { full: from('full') }), declared('b', { full: from('full') })];
  expect(createDocument({ routes: same, schema, version: '1' })).toMatchObject({ components: { schemas: { Thing: {} } } });
  const other = [...same, declared('c', { full: from('away'), more: true })];
  expect(() => createDocument({ routes: other, schema, version: '1' })).toThrow('two schemas of the name Thing');
});

test('an operation that finds nothing is what its route says', async () => {
  const nothing = new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields: { nothing: string(() => null) } }),
  });
  const declared = route({
    ...common,
    operationId: 'nothing',
    method: 'get',
    path: '/nothing',
    access: 'public',
    document: '{ nothing }',
    absent: 'entity_not_found',
    answers: { 200: ok('nothing') },
  });
  const { absent: _, ...silent } = declared;
  const routes = [declared, { ...silent, path: '/silent' as const }];
  app = await startApp({ schema: nothing, routes });
  const found = await fetch(`${app.url}/api/v1/nothing`);
  expect([found.status, await found.json()]).toMatchObject([404, { error: { code: 'entity_not_found' } }]);
  expect((await fetch(`${app.url}/api/v1/silent`)).status).toBe(500);
});
