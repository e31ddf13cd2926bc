import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operationLimits } from '../../src/api/operation-limits.ts';
import { sessionSecret } from '../support/browser/sign-in.ts';
import { createDatabase } from '../support/database.ts';
import { RawClient, request } from '../support/raw.ts';
import { DatabaseProxy } from '../support/servers/proxy.ts';
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
      SESSION_SECRET: sessionSecret,
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

  const many = (count: number, what: (place: number) => string) =>
    Array.from({ length: count }, (_, place) => what(place)).join(' ');
  const nested = (depth: number) => `{ __schema ${'{ types '.repeat(depth - 2)}{ name ${'} '.repeat(depth - 1)}}`;

  test.each([
    ['depth, of introspection too', nested(operationLimits.depth + 1)],
    ['depth, through fragments', `{ ...F } fragment F on Query ${nested(operationLimits.depth + 1)}`],
    ['aliases', `{ ${many(operationLimits.aliases + 1, (place) => `a${place}: health { version }`)} }`],
    [
      'aliases, in fragments',
      `{ ...F } fragment F on Query { ${many(operationLimits.aliases + 1, (place) => `a${place}: health { version }`)} }`,
    ],
    ['directives', `{ health { version ${'@include(if: true) '.repeat(operationLimits.directives + 1)} } }`],
    ['fields', `{ health { ${'version '.repeat(operationLimits.fields)} } }`],
    [
      'fields, of fragments that spread fragments',
      `{ ...F9 } fragment F0 on Query { health { version } } ${many(9, (place) => `fragment F${place + 1} on Query { ...F${place} ...F${place} }`)}`,
    ],
    ['tokens', `{ health { ${'version '.repeat(operationLimits.tokens)} } }`],
  ])('the limit on %s holds', async (_what, query) => {
    const { status, body } = await service.graphql(query);
    expect([status, body.error?.code, body.data]).toEqual([400, 'invalid_request', undefined]);
    expect(body.error.message).toMatch(/limit of \d+ exceeded|more that 1000 tokens/);
    expect(body.errors).toEqual([
      expect.objectContaining({ message: body.error.message, extensions: { code: 'invalid_request' } }),
    ]);
  });

  test('the introspection that GraphiQL sends stays within them', async () => {
    const options = {
      schemaDescription: true,
      inputValueDeprecation: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      oneOf: true,
    };
    const { status, body } = await service.graphql(getIntrospectionQuery(options));
    expect([status, body.errors]).toEqual([200, undefined]);
    const { types } = body.data.__schema as { types: { name: string; fields: { name: string }[] | null }[] };
    const changes = types.find(({ name }) => name === 'Mutation')?.fields?.map(({ name }) => name);
    expect(changes).toContain('createApiKey');
    expect(changes, 'what is internal is not there').not.toContain('receivePaymentEvent');
    expect(types.map(({ name }) => name)).not.toContain('PaymentReceipt');
  });

  test('a crowd of documents that take long to validate keeps nobody else waiting', async () => {
    const body = JSON.stringify({ query: `{ ${'health { version } '.repeat(operationLimits.fields / 2)} }` });
    const headers = ['authorization: Bearer x', 'content-type: application/json', `content-length: ${body.length}`];
    const look = request('GET /api/v1/health/live');
    // Connections are accepted one by one, which would keep the documents apart: all are open before.
    const clients = Array.from({ length: 31 }, () => new RawClient(service.url).send(look));
    await Promise.all(clients.map((client) => client.hears(/"status"/)));
    const [other, ...crowd] = clients as [RawClient, ...RawClient[]];
    for (const client of crowd) client.send(request('POST /graphql', ...headers) + body);
    await Promise.race(crowd.map((client) => client.hears(/"data"/)));
    await other.send(look).hears(/"status".*"status"/s);
    expect(crowd.filter(({ heard }) => heard.includes('"data"')).length).toBeLessThan(30);
    await Promise.all(crowd.map((client) => client.hears(/"data"/)));
    for (const { socket } of clients) socket.destroy();
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
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringMatching(/introspection/i)]);
    expect((await production.graphql('{ plans { id } }')).body.data.plans).toHaveLength(3);
    for (const wrong of [
      '{ plan { id } }',
      'query ($f: EntityFilter = { countri: "x" }) { entities(filter: $f) { meta { total } } }',
    ]) {
      expect((await production.graphql(wrong)).text, 'no suggestion of fields').not.toMatch(/plans|country/);
    }

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
  // The account is looked up by the operation, the standing for company data before it.
  const ran = await service.graphql('{ account { id } plans { id } }');
  expect([ran.status, ran.body.data]).toMatchObject([200, { account: null, plans: [{ id: 'free' }, {}, {}] }]);
  expect(ran.body.errors).toEqual([
    {
      message: expect.not.stringContaining('127.0.0.1'),
      locations: [expect.anything()],
      path: ['account'],
      extensions: { code: 'service_unavailable' },
    },
  ]);
  const refused = await service.graphql('{ countries { code } }');
  expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([
    503,
    'service_unavailable',
    '1',
  ]);
  expect(refused.body.errors).toMatchObject([{ extensions: { code: 'service_unavailable' } }]);
  await service.stop();
  for (const { headers, text } of [ran, refused]) {
    expect(text).not.toContain('127.0.0.1');
    const entry = service.log.entries().find(({ requestId, err }) => requestId === headers.get('x-request-id') && err);
    expect(JSON.stringify(entry)).toContain('127.0.0.1');
  }
});

test('variables may hold so many values, however they are packed', async () => {
  const service = await startTestService({ authenticate });
  const send = (variables: unknown) => service.graphql('', { body: JSON.stringify({ query: '{ plans { id } }', variables }) });
  const wide = (size: number) => Object.fromEntries(Array.from({ length: size }, (_, number) => [`k${number}`, null]));
  expect((await send({ a: wide(599) })).status).toBe(200);
  for (const variables of [
    wide(601),
    { a: wide(600) },
    { a: Array.from({ length: 300 }, () => [1]) },
    { a: { b: wide(6_000) } },
  ]) {
    const { status, body } = await send(variables);
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
  }
  await service.stop();
});
