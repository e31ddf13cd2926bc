import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../src/graphql/limits.ts';
import { createDatabase } from '../support/database.ts';
import { DatabaseProxy } from '../support/proxy.ts';
import { addSomeone, someone, startTestService, type TestService } from '../support/service.ts';

const authenticate = async () => someone;

describe('without a session', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  test('nothing of the request is looked at', async () => {
    const none = await service.graphql('{ plans { id } }', { headers: { authorization: '' } });
    expect([none.status, none.body.error.code]).toEqual([401, 'session_required']);
    const wrong = await service.graphql('{ nonsense', { headers: { authorization: 'Bearer crd_something' } });
    expect([wrong.status, wrong.body.error.code]).toEqual([401, 'invalid_session']);
    const cookie = await service.graphql('{ plans { id } }', { headers: { authorization: '', cookie: 'session=forged' } });
    expect([cookie.status, cookie.body.error.code]).toEqual([401, 'invalid_session']);
  });
});

describe('with a session', () => {
  let service: TestService;
  let production: TestService;
  beforeAll(async () => {
    service = await startTestService({ authenticate });
    await addSomeone(service.databaseUrl);
    const secrets = {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      OIDC_ISSUER: 'https://issuer.example',
      SESSION_SECRET: 'x'.repeat(32),
    };
    production = await startTestService({ authenticate, env: secrets });
  });
  afterAll(async () => {
    await service.stop();
    await production.stop();
  });

  test('operations are executed on the one schema', async () => {
    const { status, body, headers } = await service.graphql(
      '{ plans { id } health { ready } countries { code nativeName enabled } }',
    );
    expect(status).toBe(200);
    expect(body.data.plans).toEqual([{ id: 'free' }, { id: 'pro' }, { id: 'business' }]);
    expect(body.data.health).toEqual({ ready: true });
    expect(body.data.countries).toContainEqual({ code: 'RO', nativeName: 'România', enabled: false });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-request-id')).toBeTruthy();
  });

  const deep = `{ ${'health { '.repeat(limits.depth + 1)} version ${'} '.repeat(limits.depth + 1)} }`;

  test.each([
    ['depth', deep, /depth limit/],
    [
      'aliases',
      `{ ${Array.from({ length: limits.aliases + 1 }, (_, i) => `a${i}: health { version }`).join(' ')} }`,
      /Aliases limit/,
    ],
    ['tokens', `{ health { ${'version '.repeat(limits.tokens)} } }`, /Token limit/],
    ['directives', `{ health { version ${'@include(if: true) '.repeat(limits.directives + 1)} } }`, /Directives limit/],
    [
      'cost',
      `{ ${'health { '.repeat(limits.depth - 1)} ${'version '.repeat(400)} ${'} '.repeat(limits.depth - 1)} }`,
      /Query Cost limit/,
    ],
  ])('the limit on %s holds', async (_what, query, message) => {
    const { body } = await service.graphql(query);
    expect(body.data).toBeUndefined();
    expect(body.errors.map((error: Error) => error.message).join(' ')).toMatch(message);
  });

  test('several operations at once are refused', async () => {
    const batch = JSON.stringify([{ query: '{ plans { id } }' }, { query: '{ plans { id } }' }]);
    const { status, body } = await service.graphql('', { body: batch });
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
  });

  test('introspection and GraphiQL exist outside production alone', async () => {
    const query = '{ __schema { queryType { name } } }';
    expect((await service.graphql(query)).body.data.__schema.queryType.name).toBe('Query');
    const refused = await production.graphql(query);
    expect(refused.body.data).toBeUndefined();
    expect(JSON.stringify(refused.body.errors)).toMatch(/introspection/i);
    expect((await production.graphql('{ plans { id } }')).body.data.plans).toHaveLength(3);
    expect((await production.graphql('{ plan { id } }')).text, 'no suggestion of fields').not.toContain('plans');

    const page = await service.get('/graphql', { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).not.toMatch(/(src|href)="https?:/);
    const none = await production.get('/graphql', { headers: { accept: 'text/html' } });
    expect([none.status, none.body.error.code, none.headers.get('allow')]).toEqual([405, 'method_not_allowed', 'POST']);
  });

  test('a query may not come in the address', async () => {
    const { text } = await service.get(`/graphql?query=${encodeURIComponent('{ plans { id } }')}`);
    expect(text).not.toContain('"free"');
  });
});

test('errors are masked: the caller gets a code, the log the cause under the request id', async () => {
  const database = await createDatabase();
  const proxy = await DatabaseProxy.before(database.url);
  const service = await startTestService({ authenticate, databaseUrl: proxy.url });
  await proxy.vanish();
  const { status, body, headers } = await service.graphql('{ countries { code } }');
  expect(status).toBe(200);
  expect(body.errors).toEqual([
    expect.objectContaining({
      message: expect.not.stringContaining('127.0.0.1'),
      extensions: { code: 'service_unavailable' },
    }),
  ]);
  const entry = service.log.entries().find(({ msg }) => msg === 'operation failed');
  expect(entry).toMatchObject({ requestId: headers.get('x-request-id'), err: { message: expect.stringContaining('127.0.0.1') } });
  await service.stop();
});
