import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { edgeLimits } from '../../../rest/edge/edge-limits.ts';
import { as, sessions } from '../../support/people.ts';
import { RawClient, request } from '../../support/raw.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ sessions, limits: { ...edgeLimits, body: 1_000, closing: 400 } });
});
afterAll(() => service.stop());

const clients: RawClient[] = [];
afterEach(() => {
  for (const { socket } of clients.splice(0)) socket.destroy();
});
function client(): RawClient {
  clients.push(new RawClient(service.url));
  return clients.at(-1) as RawClient;
}

const session = `Authorization: ${as('ada').authorization}`;
const json = 'Content-Type: application/json';
const doors: [path: string, limit: number][] = [
  ['/api/v1/api-keys', 100_000],
  ['/graphql', 700_000],
  ['/api/v1/billing/webhook', 1_000_000],
];

test.each(doors)('%s: a body that says it is too large is refused before a byte of it', async (path, limit) => {
  const said = client().send(request(`POST ${path}`, session, json, `Content-Length: ${limit + 1}`));
  expect(await said.rest()).toMatch(/^HTTP\/1\.1 413 [\s\S]*payload_too_large/);
  expect(said.heard).toMatch(/^connection: close\r$/im);
});

test.each(doors)('%s: a client that asks first is told at once, and never to go on', async (path, limit) => {
  const asking = client().send(request(`POST ${path}`, session, json, `Content-Length: ${limit + 1}`, 'Expect: 100-continue'));
  await asking.rest();
  expect(asking.statuses).toEqual([413]);
});

test('a client that asks first is told to go on when its body is wanted, and only then', async () => {
  const body = '{"name":"test"}';
  const headers = [json, `Content-Length: ${body.length}`, 'Expect: 100-continue'];
  const stranger = client().send(request('POST /api/v1/api-keys', ...headers));
  await stranger.rest();
  expect(stranger.statuses).toEqual([401]);
  const known = client().send(request('POST /api/v1/api-keys', session, ...headers));
  await known.hears(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
  await known.send(body).hears(/HTTP\/1\.1 201 [\s\S]*"secret"/);
});

test.each(
  doors,
)('%s: a body without a length is refused as soon as it is too large, and the client can read that while it sends', async (path, limit) => {
  const endless = client().send(request(`POST ${path}`, session, json, 'Transfer-Encoding: chunked'));
  const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
  let sent = 0;
  const pump = () => {
    while (sent < 20_000_000 && endless.socket.writable) {
      sent += 0x4000;
      if (!endless.socket.write(chunk)) return void endless.socket.once('drain', pump);
    }
  };
  pump();
  await endless.hears(/payload_too_large/);
  expect(endless.statuses).toEqual([413]);
  expect(sent).toBeGreaterThan(limit);
  await endless.gone();
});

test('a body as large as may be is read', async () => {
  const body = `{"name":"${' '.repeat(99_900)}test"}`;
  const answer = await service.get('/api/v1/api-keys', {
    method: 'POST',
    headers: { ...as('bea'), 'content-type': 'application/json' },
    body,
  });
  expect(answer.status).toBe(201);
});

test.each(doors)('%s: a body that does not come in time is cut off with 408', async (path) => {
  const slow = client()
    .send(request(`POST ${path}`, session, json, 'Content-Length: 50'))
    .send('{');
  expect(await slow.rest()).toMatch(/^HTTP\/1\.1 408 [\s\S]*request_timeout/);
  await slow.gone();
});

test('a body that ends too soon, or is no HTTP, is the mistake of its own request', async () => {
  const broken = client()
    .send(request('POST /api/v1/api-keys', session, json, 'Transfer-Encoding: chunked'))
    .send('2\r\n{}\r\nzz\r\n');
  expect(await broken.rest()).toMatch(/^HTTP\/1\.1 400 [\s\S]*invalid_request/);
  expect(broken.statuses).toEqual([400]);
});

test.each([
  ['no route', 'GET /api/v1/nothing', 404],
  ['a route without a body', 'GET /api/v1/plans', 200],
  ['a route for which the credential is missing', 'POST /api/v1/api-keys', 401],
  ['a method that is not there', 'DELETE /api/v1/plans', 405],
  ['a page', 'GET /docs/', 200],
])('what nobody wants is not read for ever: %s', async (_what, line, status) => {
  const endless = client().send(request(line, 'Content-Length: 1000000000'));
  await endless.hears(/\r\n\r\n/);
  expect(endless.statuses).toEqual([status]);
  expect(endless.heard).toMatch(/^connection: close\r$/im);
  await endless.gone();
});

test('a connection whose bodies were read goes on', async () => {
  const body = '{"name":""}';
  const twice = client();
  for (let time = 1; time <= 2; time += 1) {
    twice.send(request('POST /api/v1/api-keys', session, json, `Content-Length: ${body.length}`) + body);
    await twice.hears(new RegExp(`(HTTP/1.1 400 [\\s\\S]*invalid_request[\\s\\S]*){${time}}`));
  }
  expect(twice.heard).not.toMatch(/connection: close/i);
});

test.each([
  ['packed', { 'content-encoding': 'gzip' }, '{}', 'must not be packed'],
  ['in another charset', { 'content-type': 'application/json; charset="utf-16"' }, '{}', 'UTF-8'],
  ['no UTF-8', {}, Buffer.from([0x22, 0xff, 0x22]), 'not valid JSON'],
  ['no JSON', {}, '{', 'not valid JSON'],
])('a body that is %s is a bad request', async (_what, headers, body, message) => {
  const answer = await service.get('/api/v1/api-keys', {
    method: 'POST',
    headers: { ...as('ada'), 'content-type': 'application/json', ...headers },
    body,
  });
  expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
  expect(answer.body.error.message).toContain(message);
});

test('what was sent is told back only in part', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, number) => [`field${number}`, 1]));
  for (const fields of [unknown, { [`x${'y'.repeat(50_000)}`]: 1 }]) {
    const { status, body } = await service.get('/api/v1/api-keys', {
      method: 'POST',
      headers: { ...as('ada'), 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'x', ...fields }),
    });
    expect(status).toBe(400);
    expect(body.error.message.length).toBeLessThan(300);
  }
});

test.each(
  doors,
)('%s: a body that is no HTTP is told at once, also where it came before anybody wanted to read it', async (path) => {
  const broken = client().send(`${request(`POST ${path}`, session, json, 'Transfer-Encoding: chunked')}zz\r\n`);
  await broken.hears(/\r\n\r\n/);
  expect(broken.heard).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"invalid_request"/);
  await broken.gone();
});
