import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LocalProvider } from '../../src/local-payments/server.ts';
import { tables } from '../../src/tables/index.ts';
import { deliver, Life } from '../support/billing.ts';
import { createDatabase } from '../support/database.ts';
import { ask, type MeteringGround, meteringGround, paths, type TestAccount } from '../support/metering.ts';
import { as, post } from '../support/people.ts';
import { DatabaseProxy, errorMessage } from '../support/servers/proxy.ts';
import type { Answer, TestService } from '../support/service.ts';

let provider: LocalProvider;
let ground: MeteringGround;
let proxy: DatabaseProxy;
let service: TestService;
let account: TestAccount;
beforeAll(async () => {
  provider = await LocalProvider.start();
  ground = await meteringGround({ payments: provider.settings, date: () => new Date() });
  proxy = await DatabaseProxy.before(ground.url);
  service = await ground.start({ databaseUrl: proxy.url });
});
beforeEach(async () => {
  account = await ground.account('business', { keys: 1 });
});
afterAll(async () => {
  await ground.close();
  await proxy.vanish();
  await provider.close();
});

const json = (value: unknown) => ({ 'content-type': 'application/json', ...(value as object) });
/** One request of each kind, of people, keys and events that nobody has seen before. */
const requests: Record<string, (to: TestService, from: TestAccount) => Promise<Answer>> = {
  countries: (to, from) => ask(to, from),
  search: (to, from) => ask(to, from, `/api/v1/entities?q=${randomUUID()}`),
  'broad search': (to, from) => ask(to, from, '/api/v1/entities?q=a&page=2'),
  'filtered search': (to, from) => ask(to, from, `/api/v1/entities?legalForm=${randomUUID()}&activity=${randomUUID()}`),
  record: (to, from) => ask(to, from, `/api/v1/entities/${randomUUID()}`),
  account: (to, from) => to.get('/api/v1/account', { headers: as(from.id) }),
  profile: (to) => to.get('/api/v1/auth/me', { headers: as(randomUUID()) }),
  'list of keys': (to, from) => to.get('/api/v1/api-keys', { headers: as(from.id) }),
  'new key': (to) => to.get('/api/v1/api-keys', post(randomUUID(), { name: 'test' })),
  'rotated key': (to, from) =>
    to.get(
      `/api/v1/api-keys/${from.keyIds[0] ?? ''}/rotate`,
      post(from.id, { overlapSeconds: 60 }, { 'idempotency-key': randomUUID() }),
    ),
  'revoked key': (to, from) =>
    to.get(`/api/v1/api-keys/${from.keyIds[0] ?? randomUUID()}`, { method: 'DELETE', headers: as(from.id) }),
  'list of sessions': (to, from) => to.get('/api/v1/sessions', { headers: as(from.id) }),
  'ended session': (to, from) => to.get(`/api/v1/sessions/${randomUUID()}`, { method: 'DELETE', headers: as(from.id) }),
  'ended sessions': (to, from) => to.get('/api/v1/sessions', { method: 'DELETE', headers: as(from.id) }),
  'audit log': (to, from) => to.get('/api/v1/audit', { headers: as(from.id) }),
  export: (to, from) => to.get('/api/v1/account/export', { headers: as(from.id) }),
  checkout: (to, from) =>
    to.get('/api/v1/billing/checkout', { method: 'POST', headers: json(as(from.id)), body: '{"plan":"pro"}' }),
  portal: (to, from) => to.get('/api/v1/billing/portal', { method: 'POST', headers: as(from.id) }),
  'payment event': (to) => deliver(to.url, new Life(randomUUID()).event('created'), provider.settings.webhookSecret),
  usage: (to, from) => to.graphql('{ usage { used byDay { day } byKey { keyName } } }', { headers: as(from.id) }),
  'data by GraphQL': (to, from) => to.graphql('{ countries { code } entities { items { id } } }', { headers: as(from.id) }),
  'key by GraphQL': (to) => to.graphql('mutation { createApiKey(name: "test") { secret } }', { headers: as(randomUUID()) }),
  'erased account': (to, from) => to.get(`/api/v1/account?confirm=${from.id}`, { method: 'DELETE', headers: as(from.id) }),
};

/** Fails where an answer blames us for what the database cannot do. */
function expectNoFault(name: string, { status, headers, body }: Answer): void {
  expect([200, 201, 204, 304, 404, 503], `${name}: ${JSON.stringify(body)}`).toContain(status);
  if (status === 503) expect(headers.get('retry-after'), name).toMatch(/^[1-9]\d*$/);
  for (const { extensions } of body?.errors ?? []) expect(extensions.code, name).toBe('service_unavailable');
}

const isRefused = ({ status, body }: Answer) => status === 503 || body?.errors !== undefined;

test('a database that was never migrated is 503 everywhere, and plans and liveness go on', async () => {
  const empty = await createDatabase({ migrated: false });
  const bare = await ground.start({ databaseUrl: empty.url });
  for (const [name, request] of Object.entries(requests)) {
    const answer = await request(bare, account);
    expectNoFault(name, answer);
    expect(isRefused(answer), name).toBe(true);
  }
  expect((await bare.get('/api/v1/plans')).status).toBe(200);
  expect((await bare.get('/api/v1/health/live')).status).toBe(200);
  await bare.stop();
  await empty.drop();
});

test.each(tables.map(({ name }) => name))('without the table %s nothing is a fault of ours', async (table) => {
  const other = await ground.account('business');
  await ground.query(`ALTER TABLE ${table} RENAME TO away`);
  try {
    for (const [name, request] of Object.entries(requests)) expectNoFault(name, await request(service, other));
  } finally {
    await ground.query(`ALTER TABLE away RENAME TO ${table}`);
  }
});

test.each([
  '53100',
  '53200',
  '25006',
  '40001',
  '40P01',
  '42501',
  '55P03',
  '57014',
  '57P01',
  '58030',
])('writes that fail with %s are 503, over REST and GraphQL', async (code) => {
  // Known from here on, so that the session needs no write.
  await service.get('/api/v1/auth/me', { headers: as(account.id) });
  const tables = ['user_profile', 'api_key', 'payment_event'];
  await ground.query(
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'it failed' USING ERRCODE = '${code}'; END $$`,
  );
  for (const table of tables)
    await ground.query(`CREATE TRIGGER fail BEFORE INSERT OR UPDATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION fail()`);
  try {
    const known = { method: 'POST', headers: json(as(account.id)), body: '{"name":"test"}' };
    for (const name of ['profile', 'new key', 'revoked key', 'payment event', 'key by GraphQL']) {
      const answer = await requests[name]?.(service, account);
      expect([name, answer?.status, answer?.body.error.code]).toEqual([name, 503, 'service_unavailable']);
    }
    const key = await service.get('/api/v1/api-keys', known);
    expect([key.status, key.body.error.code]).toEqual([503, 'service_unavailable']);
    const mutation = 'mutation { createApiKey(name: "test") { secret } }';
    const { body } = await service.graphql(mutation, { headers: as(account.id) });
    // Where the person had to be looked up again, the session is refused before the operation.
    expect(body.error?.code ?? body.errors?.[0].extensions.code).toBe('service_unavailable');
  } finally {
    await ground.query('DROP FUNCTION fail CASCADE');
  }
});

test.each(['57P03', '53300', '28P01', '3D000', '08P01'])('connections refused with %s are 503 everywhere', async (code) => {
  await ask(service, account, paths[200]);
  await proxy.vanish();
  proxy.alter((_chunk, { by, toClient }) => (by === 'client' ? void toClient(errorMessage(code, 'not now')) : undefined));
  await proxy.comeBack();
  try {
    for (const [name, request] of Object.entries(requests)) expectNoFault(name, await request(service, account));
    for (const name of ['profile', 'new key', 'payment event', 'record'])
      expect((await requests[name]?.(service, account))?.status, name).toBe(503);
  } finally {
    await proxy.vanish();
    proxy.alter((chunk) => chunk);
    await proxy.comeBack();
  }
  expect((await requests['profile']?.(service, account))?.status).toBe(200);
});
