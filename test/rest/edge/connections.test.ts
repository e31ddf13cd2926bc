import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Connection } from '../../../rest/edge/connection.ts';
import { type EdgeLimits, edgeLimits } from '../../../rest/edge/edge-limits.ts';
import { from } from '../../../rest/route/envelope.ts';
import { route } from '../../../rest/route/route.ts';
import { Failure } from '../../../src/kernel/errors.ts';
import type { Authenticate } from '../../../src/kernel/principal.ts';
import { startApp } from '../../support/app.ts';
import { RawClient, request } from '../../support/raw.ts';

/** Routes that answer when they are told to, with much, and with a large file. */
const { promise: told, resolve: tell } = Promise.withResolvers<void>();
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'Query',
    fields: {
      later: { type: GraphQLString, resolve: () => told.then(() => 'at last') },
      large: { type: GraphQLString, resolve: () => 'x'.repeat(20_000_000) },
      file: { type: GraphQLString, resolve: () => 'a file' },
    },
  }),
});
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'registry-file-'));
  await writeFile(join(folder, 'file'), Buffer.alloc(20_000_000, 'x'));
});
afterAll(() => rm(folder, { recursive: true }));
const file = () => ({ path: join(folder, 'file'), size: 20_000_000, mediaType: 'text/plain', etag: '"1"', name: 'file' });
const whole = {
  method: 'get',
  tag: 'Test',
  summary: 'A test',
  description: 'A test.',
  cacheControl: 'no-store',
  answers: { 200: { description: 'Done.', body: { file: from('file') } } },
} as const;
const routes = ['later', 'large', 'file'].map((name) =>
  route({
    ...whole,
    operationId: name,
    path: `/${name}`,
    access: 'public',
    document: `{ ${name} }`,
    answers: { 200: { description: 'Done.', body: { [name]: from(name) } } },
    ...(name === 'file' && { file }),
  }),
);

let app: Awaited<ReturnType<typeof startApp>>;
const clients: RawClient[] = [];
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy();
  await app.stop();
});
const start = async (limits: Partial<EdgeLimits> = {}) => {
  app = await startApp({ schema, routes, limits });
};
function client(): RawClient {
  clients.push(new RawClient(app.url));
  return clients.at(-1) as RawClient;
}

test.each([
  ['says nothing', ''],
  ['never ends its headers', 'GET /api/v1/later HTTP/1.1\r\nHost: x\r\n'],
])('a client that %s is told so and cut off', async (_what, beginning) => {
  await start({ headers: 100, request: 200, closing: 100 });
  const slow = client().send(beginning);
  expect(await slow.rest()).toMatch(/^HTTP\/1\.1 408 [\s\S]*request_timeout/);
  await slow.gone();
});

test('a download ends when its caller loses the session, and not while the database is away', async () => {
  const routes = [route({ ...whole, operationId: 'own', path: '/own', access: 'session', document: '{ file }', file })];
  let failure: Failure | undefined;
  let asked = 0;
  const authenticate: Authenticate = async () => {
    asked += 1;
    if (failure) throw failure;
    return { kind: 'session', accountId: 'a', userId: 'u', role: 'owner' };
  };
  app = await startApp({ schema, routes, authenticate, limits: { recheck: 10 } });
  const reader = client();
  // It reads the head, and nothing more.
  reader.socket.once('data', () => reader.socket.pause());
  reader.send(request('GET /api/v1/own'));
  await expect.poll(() => asked).toBeGreaterThan(2);
  failure = new Failure('service_unavailable');
  const before = asked;
  await expect.poll(() => asked).toBeGreaterThan(before + 2);
  failure = new Failure('account_not_found');
  await expect.poll(() => asked).toBeGreaterThan(before + 3);
  reader.socket.resume();
  await reader.gone();
  expect(reader.heard.length).toBeLessThan(20_000_000);
});

test('a connection that failed is destroyed, though the client keeps its side open', async () => {
  await start({ closing: 100 });
  const garbage = client().send('HELLO\r\n\r\n');
  expect(await garbage.rest()).toMatch(/^HTTP\/1\.1 400 /);
  await garbage.gone();
});

describe('a client that does not read', () => {
  /** Reads so many bytes, again and again, until the other side ends. */
  async function readSlowly({ socket }: RawClient, bytes: number): Promise<number> {
    let read = 0;
    while (!socket.readableEnded && !socket.destroyed) {
      read += (socket.read(bytes) ?? socket.read())?.length ?? 0;
      await delay(5);
    }
    return read;
  }
  async function deafClient(): Promise<RawClient> {
    const deaf = client();
    await once(deaf.socket, 'connect');
    deaf.socket.removeAllListeners('data').pause();
    return deaf;
  }
  const logged = () => app.log.entries().map(({ status }) => status);

  test.each([
    ['an answer', '/api/v1/large', 20_000_000],
    ['a file', '/api/v1/file', 20_000_000],
  ])('is cut off, one that reads slowly but steadily is not: %s', async (_what, path, size) => {
    await start({ stalled: 1_000 });
    const [deaf, slow] = [await deafClient(), await deafClient()];
    slow.send(request(`GET ${path}`, 'Connection: close'));
    expect(await readSlowly(slow, 200_000)).toBeGreaterThan(size);
    expect(logged()).toEqual([200]);
    deaf.send(request(`GET ${path}`));
    await expect.poll(logged).toEqual([200, 499]);
  });

  test('is cut off on a connection that was used before, too', async () => {
    await start({ stalled: 200 });
    const used = client().send(request('GET /api/v1/nothing'));
    await used.hears(/not_found/);
    used.socket.removeAllListeners('data').pause();
    used.send(request('GET /api/v1/large'));
    await expect.poll(logged).toEqual([404, 499]);
  });

  test('has its time from the last byte that it took', () => {
    const handle = { bytesWritten: 0, writeQueueSize: 0 };
    const destroy = vi.fn();
    const socket = { _handle: handle, destroySoon: () => {}, destroy };
    const connection = new Connection(socket as unknown as Socket, { ...edgeLimits, stalled: 30_000 });
    let now = 0;
    const look = (seconds: number, written: number, waiting: number) => {
      Object.assign(handle, { bytesWritten: written, writeQueueSize: waiting });
      now += seconds * 1000;
      connection.checkReader(now);
      return destroy.mock.calls.length > 0;
    };
    expect(look(1_000, 0, 0), 'nothing is written').toBe(false);
    expect(look(1, 5_000, 4_000)).toBe(false);
    expect(look(29, 9_000, 8_000), 'what we write is nothing that the client takes').toBe(false);
    expect(look(0.5, 9_000, 7_999), 'one byte is taken').toBe(false);
    expect(look(29.5, 9_000, 7_999)).toBe(false);
    expect(look(0.5, 9_000, 7_999)).toBe(true);
  });
});

test('a connection that nobody uses is closed, one that is used goes on', async () => {
  await start({ idle: 300 });
  const idle = client().send(request('GET /api/v1/nothing'));
  await idle.hears(/not_found/);
  await idle.send(request('GET /api/v1/nothing')).hears(/not_found[\s\S]*not_found/);
  await idle.rest();
  expect(idle.statuses).toEqual([404, 404]);
});

test('the number of connections is bounded, and idle ones make room', async () => {
  await start({ connections: 2 });
  const [one, other] = [client(), client()];
  for (const each of [one, other]) await each.send(request('GET /api/v1/nothing')).hears(/not_found/);
  const refused = client();
  await refused.rest();
  expect(refused.statuses).toEqual([]);
  await Promise.all([one.rest(), other.rest()]);
  await client()
    .send(request('GET /api/v1/nothing'))
    .hears(/not_found/);
});

test('what is wrong with a request takes nothing from the answer before it, and is told behind it', async () => {
  await start();
  const garbage = client().send(`${request('GET /api/v1/later')}HELLO\r\n\r\n`);
  const proxying = client().send(request('GET /api/v1/later') + request('CONNECT example.org:443'));
  await delay(50);
  expect([garbage.heard, proxying.heard]).toEqual(['', '']);
  tell();
  expect(await garbage.rest()).toMatch(/at last/);
  expect(garbage.statuses).toEqual([200, 400]);
  expect(await proxying.rest()).toMatch(/at last/);
  expect(proxying.statuses).toEqual([200, 405]);
});

test('a method that nobody has is refused as everywhere, with what there is instead', async () => {
  await start();
  const own = '0d9f3c52-6f43-4be8-8c8a-0d0b2f2f7c11';
  for (const line of ['CONNECT example.org:443', 'TRACE /api/v1/later', 'PROPFIND /api/v1/later', 'QUERY /api/v1/later']) {
    const odd = client().send(request(line, `X-Request-ID: ${own}`, 'Connection: close'));
    const answer = await odd.rest();
    expect(odd.statuses, line).toEqual([405]);
    expect(answer).toMatch(/^allow: GET, HEAD/im);
    expect(answer).toMatch(new RegExp(`^x-request-id: ${own}\r$`, 'im'));
    expect(answer).toMatch(/"code":"method_not_allowed"/);
    odd.socket.destroy();
  }
  await expect
    .poll(() => app.log.entries().map(({ method }) => method))
    .toEqual(expect.arrayContaining(['CONNECT', 'TRACE', 'PROPFIND', 'QUERY']));
});

test.each([
  ['two hosts', ['Host: a', 'Host: b']],
  ['two equal hosts', ['Host: a', 'host: a']],
  ['no host', ['Host:']],
  ['a host with a path', ['Host: a/b']],
  ['a host with a name before it', ['Host: user@a']],
  ['two hosts in one', ['Host: a, b']],
  ['a port that is none', ['Host: a:port']],
])('a request with %s is refused', async (_what, headers) => {
  await start();
  const odd = client().send(request('GET /api/v1/later', ...headers, 'Connection: close'));
  expect(await odd.rest()).toMatch(/^HTTP\/1\.1 400 [\s\S]*invalid_request/);
});

test.each([
  'a',
  'a.example:443',
  '127.0.0.1:80',
  '[::1]:3000',
  'my_service',
  'xn--bcher-kva.example',
])('%s is a host', async (host) => {
  await start();
  const good = client().send(request('GET /api/v1/nothing', `Host: ${host}`, 'Connection: close'));
  expect(await good.rest()).toMatch(/^HTTP\/1\.1 404 /);
});

test('a stop waits for requests, and not for bodies that never end', async () => {
  await start({ drain: 200 });
  const endless = client().send(request('POST /graphql', 'Content-Length: 1000'));
  await endless.hears(/401/);
  await app.stop();
  await endless.gone();
});
