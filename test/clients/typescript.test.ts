import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { Webhook } from 'standardwebhooks';
import { build } from 'vite';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import {
  CompanyRegistry,
  ConnectionError,
  EntityNotFoundError,
  errorClasses,
  InvalidApiKeyError,
  InvalidRequestError,
  MonthlyQuotaExceededError,
  ServiceUnavailableError,
  TimeoutError,
  verifyWebhook,
  WebhookVerificationError,
} from '../../clients/typescript/src/index.ts';
import { errorTable } from '../../src/kernel/errors.ts';
import { addKey, type ChangesGround, changesGround, smallRegister } from '../support/changes.ts';
import { DatabaseProxy } from '../support/servers/proxy.ts';
import { startReceiver } from '../support/servers/receiver.ts';

let ground: ChangesGround;
let registry: CompanyRegistry;
const md = smallRegister('md');
const rowsOf = (count: number, status = '') =>
  Array.from({ length: count }, (_, n) => ({ number: String(1_004_600_000_000 + n), name: `Company ${n} Holding`, status }));
beforeAll(async () => {
  ground = await changesGround();
  await ground.importRows(md, rowsOf(250));
  registry = new CompanyRegistry({ key: ground.secret, baseUrl: `${ground.service.url}/` });
  await vi.waitFor(async () => expect((await registry.entities.search()).meta.total).toBe(250), 60_000);
});
afterAll(() => ground.close());

/** A server that answers as it is told, one answer after another, and remembers what was asked. */
async function scripted(...answers: { status?: number; headers?: Record<string, string>; body?: unknown; cut?: boolean }[]) {
  const asked: { method: string; url: string; headers: NodeJS.Dict<string | string[]>; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const sent = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body: '' };
    asked.push(sent);
    const { status = 200, headers = {}, body = { data: [] }, cut } = answers[Math.min(asked.length, answers.length) - 1] ?? {};
    if (cut) return void request.socket.destroy();
    sent.body = await text(request);
    response.writeHead(status, headers).end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { asked, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
const failure = (code: keyof typeof errorTable) => ({
  status: errorTable[code].status,
  body: { error: { code, message: 'no', requestId: 'e6f6c1c2-0a51-4d9e-8f5c-1f2f4f6e9a01' } },
});

test('a watch list is filled, read in pages, followed and deleted', async () => {
  const { watchLists } = registry;
  const { id } = await watchLists.create({ name: 'suppliers' });
  const { data } = await registry.entities.search({ pageSize: 3 });
  const add = data.map((one) => one.id);
  const changed = await watchLists.changeCompanies(id, { add, lookup: [{ country: 'MD', number: '1' }] });
  expect(changed).toMatchObject({ added: 3, lookup: [{ status: 'not_found' }] });
  const listed: string[] = [];
  for await (const { entityId } of watchLists.companies(id, { pageSize: 2 })) listed.push(entityId);
  expect(listed.toSorted()).toEqual(add.toSorted());
  const changes = watchLists.changes(id, { follow: false });
  for await (const change of changes) expect.unreachable(change.cursor);
  expect(changes.cursor).not.toBe('start');
  expect(await watchLists.change(id, { name: 'customers' })).toMatchObject({ name: 'customers' });
  const searched = await watchLists.create({ name: 'search', filter: { q: 'holding', countries: ['MD'] } });
  expect(await watchLists.get(searched.id)).toEqual(searched);
  for (const list of await watchLists.list()) await watchLists.delete(list.id);
  expect(await watchLists.list()).toEqual([]);
});

test('an endpoint gets messages that are verified, and its deliveries are read in pages and replayed', async () => {
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  const { webhookEndpoints: endpoints, watchLists } = registry;
  const list = await watchLists.create({ name: 'hooks' });
  const wanted = { url: `${receiver.url}/hooks`, events: ['watch_list.changed'], listIds: [list.id] };
  const { secret, ...made } = await endpoints.create(wanted);
  expect(await endpoints.get(made.id)).toEqual(made);
  await endpoints.test(made.id);
  await expect.poll(() => receiver.all().length).toBe(1);
  await endpoints.replay(made.id, { listId: list.id, cursor: 'start' });
  await expect.poll(() => receiver.all().length).toBe(2);
  const messages = await Promise.all(receiver.all().map(({ headers, text }) => verifyWebhook(secret, headers, text)));
  expect(messages.map(({ type, data }) => [type, data])).toEqual([
    ['endpoint.test', { endpointId: made.id }],
    ['watch_list.changed', expect.objectContaining({ listId: list.id, count: 0 })],
  ]);
  const read = async () => {
    const all = [];
    for await (const delivery of endpoints.deliveries(made.id, { limit: 1 })) all.push(delivery);
    return all;
  };
  await expect.poll(async () => (await read()).map(({ outcome }) => outcome)).toEqual(['delivered', 'delivered']);
  const [, first] = await read();
  const again = await endpoints.replayDelivery(made.id, first?.id ?? '');
  await expect.poll(() => receiver.all().at(-1)?.id).toBe(again);
  expect(await endpoints.change(made.id, { listIds: null })).toMatchObject({ listIds: null, events: wanted.events });
  const rotated = await endpoints.rotateSecret(made.id, { overlapSeconds: 60 });
  expect([rotated.secret === secret, rotated.previousSecretEndsAt]).toEqual([false, expect.any(String)]);
  expect(await endpoints.enable(made.id)).toMatchObject({ disabledAt: null });
  await endpoints.delete(made.id);
  await watchLists.delete(list.id);
  expect(await endpoints.list()).toEqual([]);
});

test('alerts are read and chosen by a session', async () => {
  const { session } = await ground.caller(1000);
  const person = new CompanyRegistry({ session: session.authorization.slice(7), baseUrl: ground.service.url });
  for (const name of ['one', 'two']) await person.apiKeys.create({ name });
  const { data, meta } = await person.alerts.list({ limit: 1 });
  expect([data[0]?.kind, meta.unread]).toEqual(['key_created', 2]);
  const all = [];
  for await (const alert of person.alerts.list({ limit: 1 })) all.push(alert.id);
  expect(all).toHaveLength(2);
  expect(await person.alerts.read(all[1] ?? '')).toBe(1);
  const { choices } = await person.alerts.choose([{ kind: 'key_created', email: false }]);
  expect(choices).toContainEqual(expect.objectContaining({ kind: 'key_created', email: false }));
  expect((await person.alerts.choices()).choices).toEqual(choices);
});

test('a message is verified as the library of Standard Webhooks does it; changed, old and unsigned ones are refused', async () => {
  const now = new Date('2026-11-15T09:30:00Z');
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = JSON.stringify({ type: 'endpoint.test', timestamp: now.toISOString(), data: { endpointId: 'é' } });
  const signature = new Webhook(secret).sign('1', now, body);
  const headers = { 'webhook-id': '1', 'webhook-timestamp': `${now.getTime() / 1000}`, 'webhook-signature': signature };
  const verify = (more: object = {}, text: string | Uint8Array = body, own = secret, moment = now) =>
    verifyWebhook(own, { ...headers, ...more }, text, { now: moment });
  const message = JSON.parse(body);
  for (const accepted of [
    verify(),
    verify({}, new TextEncoder().encode(body)),
    verify({ 'webhook-signature': `v1a,x v1,${'A'.repeat(43)}= ${signature}` }),
    verifyWebhook(secret, new Headers(headers), body, { now }),
    verifyWebhook(
      secret,
      { 'Webhook-Id': '1', ...{ 'Webhook-Timestamp': headers['webhook-timestamp'] }, 'Webhook-Signature': signature },
      body,
      { now },
    ),
  ])
    expect(await accepted).toEqual(message);
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const refusals: Parameters<typeof verify>[] = [
    [{}, `${body} `],
    [{ 'webhook-id': '2' }],
    [{ 'webhook-timestamp': `${now.getTime() / 1000 + 1}` }],
    [{ 'webhook-timestamp': 'NaN' }],
    [{ 'webhook-signature': signature.slice(3) }],
    [{ 'webhook-signature': 'v1,%' }],
    [{ 'webhook-signature': undefined }],
    [{}, body, `whsec_${Buffer.alloc(32, 8).toString('base64')}`],
    [{}, body, secret, later(301)],
    [{}, body, secret, later(-301)],
  ];
  for (const refused of refusals) await expect(verify(...refused)).rejects.toThrow(WebhookVerificationError);
  await expect(verify({}, message)).rejects.toThrow('before it is parsed');
  await expect(verify({}, body, '')).rejects.toThrow(TypeError);
});

test('a search goes through all records, through pages, or gives the first page', async () => {
  const names = new Set<string>();
  for await (const { id } of registry.entities.search({ pageSize: 100 })) names.add(id);
  expect(names.size).toBe(250);
  const sizes: number[] = [];
  for await (const page of registry.entities.search({ q: 'holding company', pageSize: 100 }).pages())
    sizes.push(page.data.length);
  expect(sizes, 'words in any order').toEqual([100, 100, 50]);
  expect(await registry.entities.search({ q: 'ding', mode: 'fragment', page: 3, pageSize: 100 })).toMatchObject({
    data: { length: 50 },
    meta: { page: 3, total: 250 },
  });
});

test('a record, its history and its group; what there is not has a class of its own', async () => {
  const [{ id } = expect.unreachable()] = (await registry.entities.search({ q: '17', pageSize: 1 })).data;
  expect(await registry.entities.get(id)).toMatchObject({ id, canonicalName: 'Company 17 Holding' });
  for await (const entry of registry.entities.history(id)) expect(entry).toHaveProperty('at');
  expect(await registry.entities.group(id)).toHaveProperty('data');
  const missing = registry.entities.get('00000000-0000-4000-8000-000000000000');
  await expect(missing).rejects.toThrow(EntityNotFoundError);
  await expect(missing).rejects.toMatchObject({ status: 404, requestId: expect.stringMatching(/^[\da-f-]{36}$/) });
  await expect(registry.entities.search({ country: 'xxx' })).rejects.toThrow(InvalidRequestError);
  await expect(new CompanyRegistry({ key: 'crd_no', baseUrl: ground.service.url }).countries()).rejects.toThrow(
    InvalidApiKeyError,
  );
});

test('look-ups and matches of any number are split, and keep their order', async () => {
  const items = rowsOf(150).map(({ number }) => ({ country: 'MD', number }));
  const found = await registry.entities.lookup(items);
  expect(found.map(({ entity }) => entity?.canonicalName)).toEqual(rowsOf(150).map(({ name }) => name));
  const matched: unknown[] = [];
  for await (const { key } of registry.match(
    rowsOf(60).map(({ name, number }) => ({ key: number, name })),
    { limit: 1 },
  ))
    matched.push(key);
  expect(matched).toEqual(rowsOf(60).map(({ number }) => number));
  expect(await registry.match([])).toEqual([]);
});

test('changes come once each, over an import, cut connections and a service that is away', async () => {
  const proxy = await DatabaseProxy.before(ground.service.url);
  const follower = new CompanyRegistry({ key: ground.secret, baseUrl: proxy.url, retries: 0 });
  const done = new AbortController();
  const changes = follower.changes({ cursor: 'now', country: 'MD', limit: 40, signal: done.signal });
  const seen: string[] = [];
  const all = (async () => {
    for await (const { entityId, cursor } of changes) {
      seen.push(`${entityId}`);
      expect(changes.cursor).toBe(cursor);
      if (seen.length === 60) await proxy.vanish();
      if (seen.length === 80) void proxy.comeBack();
    }
  })();
  all.catch(() => undefined);
  // The first answer has said where the end is.
  await expect.poll(() => changes.cursor).not.toBe('now');
  await ground.importRows(md, rowsOf(250, 'x'), { allowChange: true } as never);
  await expect.poll(() => seen.length).toBe(250);
  expect(new Set(seen).size).toBe(250);
  done.abort();
  await expect(all).rejects.toThrow('abort');
  await proxy.vanish();
  // From a cursor in the middle, to the end.
  const again: unknown[] = [];
  for await (const { type } of registry.changes({ cursor: changes.cursor, follow: false })) again.push(type);
  expect(again).toEqual([]);
});

test('a snapshot is read record by record, and goes on where its download broke off', async () => {
  await ground.makeSnapshots('MD');
  const [{ id, bytes } = expect.unreachable()] = await registry.snapshots.list({ country: 'MD' });
  const proxy = await DatabaseProxy.before(ground.service.url);
  onTestFinished(() => proxy.vanish());
  let passed = 0;
  let cuts = 0;
  proxy.alter((chunk, { by, cut, toClient }) => {
    passed += by === 'server' ? chunk.length : 0;
    if (by === 'client' || passed < bytes / 2 || cuts++ > 0) return chunk;
    toClient(chunk.subarray(0, chunk.length - 100));
    setImmediate(cut);
    return undefined;
  });
  const ids = new Set<string>();
  for await (const record of new CompanyRegistry({ key: ground.secret, baseUrl: proxy.url }).snapshots.records(id))
    ids.add(record.id);
  expect(ids.size).toBe(250);
  expect(cuts).toBeGreaterThan(0);
  const rest = await new Response(registry.snapshots.download(id, { from: bytes - 10 })).arrayBuffer();
  expect(rest.byteLength).toBe(10);
});

test('what may pass is repeated twice, after Retry-After; what may not is not', async () => {
  const busy = { ...failure('service_unavailable'), headers: { 'retry-after': '0' } };
  const passing = await scripted(busy, { cut: true }, { body: { data: ['ok'] } });
  expect(await new CompanyRegistry(passing).countries()).toEqual(['ok']);
  const failing = await scripted(busy);
  await expect(new CompanyRegistry(failing).countries()).rejects.toThrow(ServiceUnavailableError);
  expect(failing.asked).toHaveLength(3);
  for (const refused of ['monthly_quota_exceeded', 'invalid_request'] as const) {
    const server = await scripted({ ...failure(refused), headers: { 'retry-after': '1' } });
    await expect(new CompanyRegistry(server).countries()).rejects.toThrow(errorClasses[refused] ?? MonthlyQuotaExceededError);
    expect(server.asked).toHaveLength(1);
  }
  const later = await scripted({ ...failure('rate_limit_exceeded'), headers: { 'retry-after': '3600' } });
  await expect(new CompanyRegistry(later).countries()).rejects.toMatchObject({ retryAfter: 3600 });
  expect(later.asked).toHaveLength(1);
});

test('a creation is repeated with the same Idempotency-Key, and a revocation not at all', async () => {
  const server = await scripted({ cut: true }, { status: 201, body: { data: { secret: 'crd_x' } } }, { cut: true });
  const account = new CompanyRegistry({ session: 'token', key: 'crd_not_this', baseUrl: server.baseUrl });
  expect(await account.apiKeys.create({ name: 'mine' })).toEqual({ secret: 'crd_x' });
  const keys = server.asked.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(server.asked[0]?.headers).toMatchObject({ authorization: 'Bearer token' });
  expect(server.asked[0]?.headers).not.toHaveProperty('x-api-key');
  await expect(account.apiKeys.revoke('1')).rejects.toThrow(ConnectionError);
  expect(server.asked).toHaveLength(3);
});

test('a session chooses an account, gives keys less power, and asks members and invitations', async () => {
  const server = await scripted({ body: { data: {} } });
  const account = new CompanyRegistry({ session: 'token', key: 'crd_x', accountId: '7d9b', baseUrl: server.baseUrl });
  const powers = { scopes: ['match' as const], addresses: ['192.0.2.0/24'], minuteLimit: 6, monthlyQuota: 9 };
  await account.apiKeys.create({ name: 'mine', ...powers });
  await account.apiKeys.change('1', { monthlyQuota: null });
  await account.apiKeys.rotate('1', { overlapSeconds: 0, name: 'next' });
  await account.memberships();
  await account.members.change('1', { role: 'admin' });
  await account.members.remove('1', { handOverTo: '2' });
  await account.invitations.create({ role: 'member', note: 'Grace' });
  await account.invitations.read('cri_x');
  await account.invitations.accept('cri_x');
  await account.invitations.revoke('3');
  expect(server.asked.map(({ method, url, body }) => `${method} ${url.replace('/api/v1', '')} ${body}`.trim())).toEqual([
    `POST /api-keys ${JSON.stringify({ name: 'mine', ...powers })}`,
    'PATCH /api-keys/1 {"monthlyQuota":null}',
    'POST /api-keys/1/rotate {"overlapSeconds":0,"name":"next"}',
    'GET /memberships',
    'PATCH /members/1 {"role":"admin"}',
    'DELETE /members/1?handOverTo=2',
    'POST /invitations {"role":"member","note":"Grace"}',
    'POST /invitations/lookup {"token":"cri_x"}',
    'POST /invitations/accept {"token":"cri_x"}',
    'DELETE /invitations/3',
  ]);
  expect(new Set(server.asked.map(({ headers }) => headers['x-account-id']))).toEqual(new Set(['7d9b']));
  await account.countries();
  expect(server.asked.at(-1)?.headers).not.toHaveProperty('x-account-id');
  expect(() => new CompanyRegistry({ accountId: '7d\n9b' })).toThrow('accountId has characters');
  // What ends something is not repeated after a lost answer. A creation is, with the same Idempotency-Key.
  const lost = await scripted({ cut: true });
  const again = new CompanyRegistry({ session: 'token', baseUrl: lost.baseUrl });
  await expect(again.members.remove('1')).rejects.toThrow(ConnectionError);
  await expect(again.invitations.accept('cri_x')).rejects.toThrow(ConnectionError);
  expect(lost.asked).toHaveLength(2);
  const keyed = new CompanyRegistry({ session: 'token', key: 'crd_x', baseUrl: lost.baseUrl });
  for (const call of [() => keyed.invitations.create({ role: 'member' }), () => keyed.watchLists.create({ name: 'Suppliers' })]) {
    const before = lost.asked.length;
    await expect(call()).rejects.toThrow(ConnectionError);
    const keys = lost.asked.slice(before).map(({ headers }) => headers['idempotency-key']);
    expect([keys.length, new Set(keys).size, keys[0]?.length]).toEqual([3, 1, 36]);
  }
});

test('a signal ends everything, a time-out each attempt, and a redirect carries the key nowhere', async () => {
  const hanging = createServer(() => undefined);
  await once(hanging.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void hanging.close().closeAllConnections());
  const away = new CompanyRegistry({ baseUrl: `http://127.0.0.1:${(hanging.address() as AddressInfo).port}` });
  await expect(away.countries({ timeout: 20, retries: 0 })).rejects.toThrow(TimeoutError);
  await expect(away.countries({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
  const thief = await scripted();
  const redirecting = await scripted({ status: 302, headers: { location: thief.baseUrl } });
  await expect(new CompanyRegistry({ ...redirecting, key: 'crd_x' }).countries({ retries: 0 })).rejects.toThrow(ConnectionError);
  expect(thief.asked).toEqual([]);
});

test('limits can be read, and a pace waits for the next minute', async () => {
  await registry.countries();
  expect(registry.limits).toMatchObject({ minute: { limit: 3000, remaining: expect.any(Number) }, period: { limit: 1_000_000 } });
  const headers = (remaining: number, reset: number) => ({
    'x-ratelimit-limit': '2',
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(reset),
    'x-monthly-quota-limit': '10',
    'x-monthly-quota-remaining': '9',
    'x-monthly-quota-reset': '2030-01-01T00:00:00.000Z',
  });
  const soon = Math.ceil(Date.now() / 1000);
  const server = await scripted({ headers: headers(0, soon) }, { headers: headers(1, soon + 60) });
  const paced = new CompanyRegistry({ ...server, pace: true });
  await paced.countries();
  await paced.countries();
  expect(Date.now(), 'the second was asked in the next minute').toBeGreaterThanOrEqual(soon * 1000);
});

test('a pace holds for requests at the same time', async () => {
  const headers = {
    ...{ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': `${Math.ceil(Date.now() / 1000) + 600}` },
    ...{ 'x-monthly-quota-limit': '9', 'x-monthly-quota-remaining': '9', 'x-monthly-quota-reset': '2030-01-01T00:00:00.000Z' },
  };
  const server = await scripted({ headers });
  const paced = new CompanyRegistry({ ...server, pace: true });
  await paced.countries();
  const end = new AbortController();
  const all = Promise.allSettled(Array.from({ length: 20 }, () => paced.countries({ signal: end.signal })));
  await expect.poll(() => server.asked.length).toBe(2);
  end.abort();
  await all;
  expect(server.asked).toHaveLength(2);
});

test('no error has the key, no id leaves its path, and awaiting twice asks once', async () => {
  expect(() => new CompanyRegistry({ key: 'crd_SECRET\nPART' })).toThrow(/^key has characters that no header can have\.$/);
  await expect(registry.entities.get('..')).rejects.toThrow('An id is missing');
  const server = await scripted({ body: { data: [], meta: { page: 1, pageCount: 1 } } });
  const page = new CompanyRegistry(server).entities.search();
  expect(await page).toEqual(await page);
  expect(server.asked).toHaveLength(1);
});

test('a download that is cancelled while it hangs ends at once', async () => {
  const hanging = createServer((_request, response) => void response.writeHead(200).write('x'));
  await once(hanging.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void hanging.close().closeAllConnections());
  const away = new CompanyRegistry({ baseUrl: `http://127.0.0.1:${(hanging.address() as AddressInfo).port}` });
  const reader = away.snapshots.download('1').getReader();
  await reader.read();
  void reader.read().catch(() => undefined);
  await reader.cancel();
  await expect.poll(() => new Promise((resolve) => hanging.getConnections((_error, count) => resolve(count)))).toBe(0);
});

test('answers that are not of the service keep their status', async () => {
  const proxyPage = await scripted({ status: 502, body: Buffer.from('<html>'), headers: { 'content-type': 'text/html' } });
  await expect(new CompanyRegistry(proxyPage).countries({ retries: 0 })).rejects.toMatchObject({ status: 502, code: 'unknown' });
});

test('a free account reads its quota in words of a class', async () => {
  const { accountId, secret } = await addKey(ground.query as never, 'free');
  await ground.query('INSERT INTO period_usage SELECT $1, date_trunc($2, now(), $3), 1000', [accountId, 'month', 'UTC']);
  const poor = new CompanyRegistry({ key: secret, baseUrl: ground.service.url });
  await expect(poor.countries()).rejects.toThrow(MonthlyQuotaExceededError);
});

test('every code of the service has a class', () => {
  expect(Object.keys(errorClasses).toSorted()).toEqual(Object.keys(errorTable).toSorted());
  for (const [code, { name }] of Object.entries(errorClasses))
    expect(name.replace(/Error$/, '')).toBe(
      code
        .replace(/_error$/, '')
        .split('_')
        .map((word) => (word[0] ?? '').toUpperCase() + word.slice(1))
        .join(''),
    );
});

test('the bundle has at most 8 kB, packed', async () => {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry: 'clients/typescript/src/index.ts', formats: ['es'] }, minify: true },
  });
  const [{ output }] = result as unknown as [{ output: [{ code: string }] }];
  expect(gzipSync(output[0].code).length).toBeLessThanOrEqual(8192);
});

test('a credential goes by http to this machine alone, unless it is allowed', () => {
  const made = (options: ConstructorParameters<typeof CompanyRegistry>[0]) => () => new CompanyRegistry(options);
  for (const baseUrl of [
    'http://registry.example',
    'http://10.0.0.1:3000',
    'HTTP://127.0.0.1.example',
    'http://0.0.0.0',
    'http://[::]',
  ]) {
    for (const credential of [{ key: 'crd_x' }, { session: 'eyJ' }]) {
      expect(made({ baseUrl, ...credential }), baseUrl).toThrow(/allowInsecureHttp/);
      expect(made({ baseUrl, ...credential, allowInsecureHttp: true })).not.toThrow();
    }
    expect(made({ baseUrl })).not.toThrow();
  }
  for (const baseUrl of [
    'https://registry.example',
    'http://localhost:1',
    'http://127.0.0.9',
    'http://[::1]:3000',
    'http://127.1',
  ])
    expect(made({ baseUrl, key: 'crd_x' })).not.toThrow();
});
