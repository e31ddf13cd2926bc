import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { edgeLimits } from '../../../rest/edge/edge-limits.ts';
import { routes } from '../../../rest/routes/index.ts';
import { startApp } from '../../support/app.ts';
import { addSomeone, call, someone, startTestService, type TestService } from '../../support/service.ts';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

let service: TestService;
beforeAll(async () => {
  // A busy machine may take its time for those who close their side with the request.
  service = await startTestService({ authenticate: async () => someone, limits: { ...edgeLimits, halfClosed: 10_000 } });
  await addSomeone(service.databaseUrl);
});
afterAll(() => service.stop());

const failure = (code: string) => ({
  error: {
    code,
    message: expect.any(String),
    requestId: expect.stringMatching(uuid),
    docs: expect.stringMatching(new RegExp(`^http.*/docs/errors#${code}$`)),
  },
});

const json = { method: 'POST', headers: { 'content-type': 'application/json' } };

test.each([
  ['an unknown path', '/api/v1/nothing', {}, 404, 'not_found'],
  ['an unknown version', '/api/v2/plans', {}, 404, 'not_found'],
  ['another spelling of a path', '/API/v1/Plans', {}, 404, 'not_found'],
  ['a wrong method', '/api/v1/plans', { method: 'POST' }, 405, 'method_not_allowed'],
  ['a path that cannot be decoded', '/api/v1/%E0%A4%A', {}, 404, 'not_found'],
  ['a wrong method of the contract', '/api/v1/openapi.json', { method: 'DELETE' }, 405, 'method_not_allowed'],
  ['a wrong method of the GraphQL endpoint', '/graphql', { method: 'PUT' }, 405, 'method_not_allowed'],
  ['malformed JSON', '/graphql', { ...json, body: '{"query": ' }, 400, 'invalid_request'],
  [
    'JSON in another charset',
    '/graphql',
    { method: 'POST', headers: { 'content-type': 'application/json; charset=klingon' }, body: '{}' },
    400,
    'invalid_request',
  ],
  [
    'a body that is no JSON',
    '/graphql',
    { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'hello' },
    400,
    'invalid_request',
  ],
  [
    'a body that claims to be packed',
    '/graphql',
    { ...json, headers: { ...json.headers, 'content-encoding': 'gzip' }, body: 'no gzip' },
    400,
    'invalid_request',
  ],
  ['an oversized body', '/graphql', { ...json, body: JSON.stringify({ query: 'x'.repeat(100_001) }) }, 413, 'payload_too_large'],
])('%s is answered with the error envelope', async (_what, path, init, status, code) => {
  const answer = await service.get(path, init);
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual(failure(code));
  expect(answer.headers.get('x-request-id')).toBe(answer.body.error.requestId);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-powered-by')).toBeNull();
});

test('a wrong method is told which are right', async () => {
  expect((await service.get('/api/v1/plans', { method: 'DELETE' })).headers.get('allow')).toBe('GET, HEAD');
  const options = await service.get('/api/v1/plans', { method: 'OPTIONS' });
  expect([options.status, options.headers.get('allow'), options.text]).toEqual([204, 'GET, HEAD', '']);
});

test("a client's own request id is kept if it is a UUID, and only then", async () => {
  const own = '0d9f3c52-6f43-4be8-8c8a-0d0b2f2f7c11';
  for (const path of ['/api/v1/plans', '/api/v1/nothing', '/docs']) {
    expect((await service.get(path, { headers: { 'x-request-id': own } })).headers.get('x-request-id')).toBe(own);
    expect((await service.get(path, { headers: { 'x-request-id': 'mine; DROP' } })).headers.get('x-request-id')).toMatch(uuid);
  }
});

test('a parameter that an operation does not know, or gets twice, is refused everywhere', async () => {
  for (const { method, path } of [...routes, { method: 'get', path: '/openapi.json' }]) {
    for (const query of ['?x=1', '?x=1&x=2', '?%zz']) {
      const init = { method: method.toUpperCase(), headers: { 'content-type': 'application/json' } };
      const { status, body } = await service.get(`/api/v1${path.replace('{id}', someone.userId)}${query}`, init);
      expect([status, body.error.code], `${method} ${path}${query}`).toEqual([400, 'invalid_request']);
    }
  }
});

test('an unexpected throw shows nothing of its cause, and the log has it under the request id', async () => {
  const broken = await startApp({
    services: {
      get health(): never {
        throw new Error('the cause, with its details');
      },
    },
  });
  const answer = await call(broken.url, '/api/v1/health/live');
  expect(answer.status).toBe(500);
  expect(answer.body).toEqual(failure('internal_error'));
  expect(answer.text).not.toMatch(/cause|stack|at /);
  const entry = broken.log.entries().find(({ requestId }) => requestId === answer.body.error.requestId);
  expect(entry).toMatchObject({ status: 500, route: '/api/v1/health/live', err: { message: 'the cause, with its details' } });
  await broken.stop();
});

/** What no HTTP client would send. */
async function fetchRaw(request: string): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.end(request);
  return text(socket).catch(() => '');
}

async function sendRaw(request: string): Promise<{ head: string; body: { error: { code: string; requestId: string } } }> {
  const [head = '', body = ''] = (await fetchRaw(request)).split('\r\n\r\n');
  return { head, body: JSON.parse(body) };
}

test('an expectation that nobody knows does not spoil a good request, nor garbage behind it its answer', async () => {
  const expecting = await fetchRaw('GET /api/v1/plans HTTP/1.1\r\nHost: x\r\nExpect: banana\r\nConnection: close\r\n\r\n');
  expect(expecting).toMatch(/^HTTP\/1\.1 200 /);
  const pipelined = await fetchRaw('GET /api/v1/health/ready HTTP/1.1\r\nHost: x\r\n\r\nGARBAGE\r\n\r\n');
  expect(pipelined).toMatch(/^HTTP\/1\.1 200 /);
});

test('files are served whole: a range or a condition is no failure of ours', async () => {
  for (const headers of [
    { range: 'bytes=99999999-' },
    { 'if-match': '"x"' },
    { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
  ]) {
    const [file = ''] = /\/assets\/style[\w.-]+/.exec((await service.get('/docs')).text) ?? [];
    const { status, headers: sent } = await service.get(file, { headers: headers as Record<string, string> });
    expect([200, 400]).toContain(status);
    expect(sent.get('content-type')).toMatch(status === 200 ? /^text\/css/ : /^application\/json/);
  }
});

test('pages have their methods too', async () => {
  for (const path of ['/', '/docs']) {
    const { status, headers } = await service.get(path, { method: 'POST' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  }
});

test.each([
  ['headers over 16 kB', `GET /api/v1/plans?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 413, 'payload_too_large'],
  ['what is no HTTP', 'HELLO\r\n\r\n', 400, 'invalid_request'],
  ['a request without a host', 'GET /api/v1/plans HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'invalid_request'],
  ['an attempt to use us as a proxy', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n', 405, 'method_not_allowed'],
  ['a path that cannot be decoded', 'GET /docs/%ZZ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404, 'not_found'],
])('%s gets the envelope too', async (_what, request, status, code) => {
  const { head, body } = await sendRaw(request);
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toMatch(/^x-request-id: /im);
  expect(body).toEqual(failure(code));
});
