import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Bodies } from '../../support/bodies.ts';
import { createDatabase } from '../../support/database.ts';
import { as, makeKey, post, sessions } from '../../support/people.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { OpenRefine } from './openrefine-client.ts';

/* The addresses that act for keys: who makes them, when they end, and where they never show. */

/** Two instances on one database. */
let service: TestService;
let other: TestService;
let database: pg.Pool;
let drop: () => Promise<void>;
beforeAll(async () => {
  const { url, ...own } = await createDatabase();
  const env = { METRICS_PORT: '0' };
  service = await startTestService({ sessions, databaseUrl: url, env });
  other = await startTestService({ sessions, databaseUrl: url });
  database = new pg.Pool({ connectionString: url });
  drop = own.drop;
});
afterAll(async () => {
  await database.end();
  await service.stop();
  await other.stop();
  await drop();
});

const pathOf = (keyId: string) => `/api/v1/api-keys/${keyId}/reconcile-address`;
const makeAddress = (name: string, keyId: string) =>
  service.get<Bodies['createReconcileAddress']>(pathOf(keyId), { method: 'POST', headers: as(name) });
const revokeAddress = (name: string, keyId: string) => service.get(pathOf(keyId), { method: 'DELETE', headers: as(name) });
async function keyWithAddress(name: string) {
  const key = await makeKey(service, name);
  const { status, body, headers } = await makeAddress(name, key.id);
  expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
  return { key, url: body.data.url, token: body.data.url.split('/').at(-1) ?? '', data: body.data };
}
const list = async (name: string) =>
  (await service.get<Bodies['listApiKeys']>('/api/v1/api-keys', { headers: as(name) })).body.data;
/** The answer to the token on an instance, as a page of OpenRefine sees it. */
const use = (token: string, instance = service) => new OpenRefine('').fromPage(`${instance.url}/reconcile/${token}`);
const statusOf = async (token: string, instance = service) => (await use(token, instance)).status;
const errorOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];
const refusedSoon = async (token: string) => {
  for (const instance of [service, other])
    await vi.waitFor(async () => expect(await statusOf(token, instance)).toBe(401), { timeout: 60_000, interval: 100 });
};

test('an address is shown once, stored as a hash, listed with its key, and counts as no key', async () => {
  const { key, url, token, data } = await keyWithAddress('ada');
  expect(url).toBe(`${service.url}/reconcile/${token}`);
  expect(token).toMatch(/^crr_[0-9A-Za-z]{38}$/);
  expect(data).toMatchObject({ prefix: token.slice(0, 12), lastUsedAt: null });
  expect(await statusOf(token, other)).toBe(200);
  const [listed] = await list('ada');
  expect(listed).toMatchObject({ id: key.id, reconcileAddress: { prefix: token.slice(0, 12) } });
  await expect.poll(async () => (await list('ada'))[0]?.reconcileAddress?.lastUsedAt).not.toBeNull();
  await expect.poll(async () => (await list('ada'))[0]?.lastUsedAt).not.toBeNull();
  const { rows } = await database.query('SELECT * FROM reconcile_address WHERE key_id = $1', [key.id]);
  expect(JSON.stringify(rows)).not.toContain(token);
  const { body } = await service.graphql('{ account { countedApiKeys apiKeys { reconcileAddress { prefix } } } }', {
    headers: as('ada'),
  });
  expect(body.data.account).toEqual({ countedApiKeys: 1, apiKeys: [{ reconcileAddress: { prefix: token.slice(0, 12) } }] });
});

test('a dead one is 401 in JSON that a page may read: unknown, damaged, a key, of a revoked address', async () => {
  const { key, token } = await keyWithAddress('bea');
  const damaged = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
  expect([await statusOf(token), await statusOf(token, other)]).toEqual([200, 200]);
  for (const wrong of ['x', damaged, key.secret, encodeURIComponent('../../api'), '%00']) {
    const { status, headers, text } = await use(wrong);
    expect([status, headers.get('content-type')], wrong).toEqual([401, 'application/json; charset=utf-8']);
    expect(headers.get('www-authenticate')).not.toBeNull();
    expect(JSON.parse(text).error).toMatchObject({ code: 'invalid_api_key', message: expect.stringContaining('address') });
  }
  const asKey = await service.get('/api/v1/countries', { headers: { 'x-api-key': token } });
  expect(errorOf(asKey)).toEqual([401, 'invalid_api_key']);
  expect((await revokeAddress('bea', key.id)).status).toBe(204);
  expect(await statusOf(token)).toBe(401);
  await refusedSoon(token);
  expect(errorOf(await revokeAddress('bea', key.id))).toEqual([404, 'reconcile_address_not_found']);
  expect((await list('bea'))[0]?.reconcileAddress).toBeNull();
  expect((await service.get('/api/v1/countries', { headers: { 'x-api-key': key.secret } })).status).toBe(200);
});

test('another one ends the former, and the end of the key ends it', async () => {
  const first = await keyWithAddress('cid');
  await statusOf(first.token, other);
  const second = (await makeAddress('cid', first.key.id)).body.data.url.split('/').at(-1) ?? '';
  await refusedSoon(first.token);
  expect([await statusOf(second), await statusOf(second, other)]).toEqual([200, 200]);
  await service.get(`/api/v1/api-keys/${first.key.id}`, { method: 'DELETE', headers: as('cid') });
  expect(await statusOf(second)).toBe(401);
  await refusedSoon(second);
  expect(errorOf(await makeAddress('cid', first.key.id))).toEqual([404, 'api_key_not_found']);

  const expiring = await keyWithAddress('cal');
  expect(await statusOf(expiring.token, other)).toBe(200);
  await database.query('UPDATE api_key SET expires_at = clock_timestamp() WHERE id = $1', [expiring.key.id]);
  await refusedSoon(expiring.token);
});

test('after a rotation, the address goes on for the overlap of its key, and the successor has none', async () => {
  const { key, token } = await keyWithAddress('dan');
  const rotated = await service.get<Bodies['rotateApiKey']>(
    `/api/v1/api-keys/${key.id}/rotate`,
    post('dan', { overlapSeconds: 3600 }),
  );
  expect(rotated.body.data.reconcileAddress).toBeNull();
  expect([await statusOf(token), await statusOf(token, other)]).toEqual([200, 200]);
  expect((await list('dan')).map(({ reconcileAddress }) => reconcileAddress?.prefix)).toEqual([undefined, token.slice(0, 12)]);
  expect((await makeAddress('dan', rotated.body.data.id)).status).toBe(201);

  const atOnce = await keyWithAddress('dee');
  await service.get(`/api/v1/api-keys/${atOnce.key.id}/rotate`, post('dee', { overlapSeconds: 0 }));
  await refusedSoon(atOnce.token);
});

test('the audit log has it, the export has it without secrets, and an erasure ends it', async () => {
  const { key, token } = await keyWithAddress('eve');
  await makeAddress('eve', key.id);
  await revokeAddress('eve', key.id);
  const last = (await makeAddress('eve', key.id)).body.data.url.split('/').at(-1) ?? '';
  expect(await statusOf(last, other)).toBe(200);
  const { body } = await service.graphql('{ audit { entries { action details apiKey { id } } } }', { headers: as('eve') });
  const apiKey = { id: key.id };
  const created = (replaced: boolean) => ({ action: 'reconcile_address.created', details: { replaced }, apiKey });
  expect(body.data.audit.entries.slice(0, 4)).toEqual([
    created(false),
    { action: 'reconcile_address.revoked', details: {}, apiKey },
    created(true),
    created(false),
  ]);
  const exported = await service.get('/api/v1/account/export', { headers: as('eve') });
  expect(exported.body.data.reconcileAddresses).toMatchObject([{ keyId: key.id, prefix: last.slice(0, 12) }]);
  for (const secret of [token, last]) expect(exported.text).not.toContain(secret);
  const { accountId } = (await service.get('/api/v1/auth/me', { headers: as('eve') })).body.data;
  const erased = await service.get(`/api/v1/account?confirm=${accountId}`, { method: 'DELETE', headers: as('eve') });
  expect(erased.status, erased.text).toBeLessThan(300);
  await refusedSoon(last);
  expect((await database.query('SELECT FROM reconcile_address WHERE account_id = $1', [accountId])).rowCount).toBe(0);
});

test('what belongs to another account is not there, over REST and GraphQL', async () => {
  const { key, token } = await keyWithAddress('fay');
  for (const id of [key.id, 'no-id']) {
    expect(errorOf(await makeAddress('gil', id))).toEqual([404, 'api_key_not_found']);
    expect((await revokeAddress('gil', id)).status).toBe(404);
  }
  const ask = async (name: string, field: string) => (await service.graphql(`mutation { ${field} }`, { headers: as(name) })).body;
  expect((await ask('gil', `createReconcileAddress(keyId: "${key.id}") { url }`)).errors[0].extensions.code).toBe(
    'api_key_not_found',
  );
  expect(await statusOf(token)).toBe(200);
  const made = (await ask('fay', `createReconcileAddress(keyId: "${key.id}") { url address { prefix lastUsedAt } }`)).data;
  expect(made.createReconcileAddress.address.lastUsedAt).toBeNull();
  expect((await ask('fay', `revokeReconcileAddress(keyId: "${key.id}")`)).data).toEqual({ revokeReconcileAddress: key.id });
  expect((await service.get(pathOf(key.id), { method: 'POST' })).status).toBe(401);
});

test('no log has the token, whatever is asked with it', async () => {
  const { key, token } = await keyWithAddress('hal');
  const spelt = `%63${token.slice(1)}`;
  const asked = ['', '?queries={}', '/preview?id=x', '/nothing', '/suggest/entity?prefix=%FF', '/suggest/property?cursor=x'];
  for (const start of [token, spelt]) for (const rest of asked) await use(start + rest);
  await fetch(`${service.url}/reconcile/${token}`, { method: 'PUT' });
  const entries = (await service.get<Bodies['readRequestLog']>('/api/v1/request-log', { headers: as('hal') })).body.data;
  const paths = entries.filter(({ path }) => path.startsWith('/reconcile/')).map(({ path }) => path);
  expect(paths).toHaveLength(10);
  expect(paths).toContain('/reconcile/{token}/preview?id=x');
  expect(entries.find(({ path }) => path.includes('preview'))).toMatchObject({ units: 1, status: 404, key: { id: key.id } });
  await service.get(`/api/v1/api-keys/${key.id}`, { method: 'DELETE', headers: as('hal') });
  await use(token);
  const refused = (await service.get<Bodies['readRequestLog']>('/api/v1/request-log', { headers: as('hal') })).body.data;
  expect(refused.find(({ status }) => status === 401)).toMatchObject({ path: '/reconcile/{token}/', key: { id: key.id } });
  const metrics = await (await fetch(service.metricsUrl ?? '')).text();
  expect(metrics).toContain('route="/reconcile/{token}"');
  const { rows } = await database.query(
    'SELECT entries::text FROM request_batch UNION ALL SELECT details::text FROM audit_entry',
  );
  const everything = [service.log.text(), metrics, JSON.stringify(entries), JSON.stringify(rows)].join('\n');
  expect(everything).toContain('/reconcile/{token}');
  for (const part of [token, token.slice(4, 24), token.slice(-20)]) expect(everything).not.toContain(part);
});
