import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '../../src/kernel/access/powers.ts';
import { openPool } from '../support/billing.ts';
import { createDatabase } from '../support/database.ts';
import { as, join, post, raisePlans, sessions } from '../support/people.ts';
import { startTestService, type TestService } from '../support/service.ts';

/* A key never does more than its maker may now. test/api/access-over-http.slow.test.ts tries every role at every door. */

/** Two instances on one database. */
let instances: [TestService, TestService];
let pool: pg.Pool;
let drop: () => Promise<void>;
beforeAll(async () => {
  const { url, ...own } = await createDatabase();
  const start = () => startTestService({ sessions, databaseUrl: url });
  instances = [await start(), await start()];
  pool = openPool(url);
  drop = own.drop;
});
afterAll(async () => {
  await pool.end();
  for (const instance of instances) await instance.stop();
  await drop();
});

const patient = { timeout: 60_000, interval: 50 };
const idOf = async (name: string): Promise<string> =>
  (await instances[0].get('/api/v1/auth/me', { headers: as(name) })).body.data.id;
const change = async (by: string, name: string, role: Role) =>
  expect((await instances[0].get(`/api/v1/members/${await idOf(name)}`, { ...post(by, { role }), method: 'PATCH' })).status).toBe(
    200,
  );
const newKey = async (name: string, account: string, scopes: string[] | null = null) => {
  const { status, body, text } = await instances[0].get(
    '/api/v1/api-keys',
    post(name, { name: 'test', scopes }, { 'x-account-id': account }),
  );
  expect(status, text).toBe(201);
  return body.data as { id: string; secret: string };
};
async function team(owner: string, name: string, role: Role): Promise<string> {
  const account = await join(instances[0], owner, name, role);
  await raisePlans(instances[0]);
  return account;
}
const use = async (secret: string, path = '/countries', instance = 0, init: RequestInit = {}) => {
  const headers = { 'x-api-key': secret, 'content-type': 'application/json' };
  const { status, body } = await (instances[instance] as TestService).get(`/api/v1${path}`, { headers, ...init });
  return body?.error?.code ?? status;
};
const everywhere = async (secret: string, path?: string) => Promise.all([0, 1].map((instance) => use(secret, path, instance)));

test('a key follows the role of its maker at once, in both directions, and says why it is refused', async () => {
  const account = await team('ada', 'bob', 'member');
  const { secret, id } = await newKey('bob', account);
  const address = await instances[0].get(`/api/v1/api-keys/${id}/reconcile-address`, {
    ...post('bob', {}, { 'x-account-id': account }),
  });
  const reconcile = new URL(address.body.data.url).pathname;
  expect(await everywhere(secret, '/entities?q=transport')).toEqual([200, 200]);

  await change('ada', 'bob', 'billing');
  // Where the change was made it holds before the answer.
  const { status, body } = await instances[0].get('/api/v1/entities', { headers: { 'x-api-key': secret } });
  expect([status, body.error.code]).toEqual([403, 'insufficient_role']);
  expect(body.error.message).toBe(
    'The role of the member who made this API key is billing. This takes the role owner, admin or member.',
  );
  for (const path of ['/countries', '/entities', '/changes', '/snapshots', '/watch-lists', '/webhook-endpoints'])
    await expect.poll(() => everywhere(secret, path), patient).toEqual(['insufficient_role', 'insufficient_role']);
  const byAddress = () => Promise.all(instances.map(async (one) => (await one.get(reconcile)).status));
  await expect.poll(byAddress, patient).toEqual([403, 403]);

  await change('ada', 'bob', 'admin');
  for (const path of ['/countries', '/entities']) await expect.poll(() => everywhere(secret, path), patient).toEqual([200, 200]);
  await expect.poll(byAddress, patient).toEqual([200, 200]);
});

test('a key that was handed over follows its heir', async () => {
  const account = await team('cem', 'dan', 'member');
  await join(instances[0], 'cem', 'eli', 'member');
  const { secret } = await newKey('dan', account);
  const [dan, eli] = [await idOf('dan'), await idOf('eli')];
  const left = await instances[0].get(`/api/v1/members/${dan}?handOverTo=${eli}`, { method: 'DELETE', headers: as('cem') });
  expect(left.status).toBe(204);
  expect(await use(secret)).toBe(200);
  await change('cem', 'eli', 'billing');
  expect(await use(secret)).toBe('insufficient_role');
});

test('a key whose maker is not in the account stops; one whose maker nobody knows is of the account', async () => {
  const account = await team('fay', 'gil', 'member');
  const [gone, old] = [await newKey('gil', account), await newKey('gil', account)];
  await pool.query('UPDATE api_key SET created_by = NULL WHERE id = $1', [old.id]);
  await pool.query('DELETE FROM membership WHERE account_id = $1 AND user_id = $2', [account, await idOf('gil')]);
  await expect.poll(() => everywhere(gone.secret), patient).toEqual(['invalid_api_key', 'invalid_api_key']);
  expect(await everywhere(old.secret)).toEqual([200, 200]);
});

test('a scope that writes reads no company', async () => {
  const account = await team('hal', 'ida', 'member');
  const writes = (await newKey('ida', account, ['watch:write'])).secret;
  const send = (secret: string, method: string, path: string, body: unknown) =>
    use(secret, path, 0, { method, body: JSON.stringify(body) });
  expect(await send(writes, 'POST', '/watch-lists', { name: 'Suppliers' })).toBe(201);
  const { body } = await instances[0].get('/api/v1/watch-lists', { headers: { 'x-api-key': writes } });
  const list = `/watch-lists/${body.data[0].id}`;
  const [reads, follows] = await Promise.all(
    ['companies:read', 'changes:read'].map(async (scope) => (await newKey('ida', account, ['watch:write', scope])).secret),
  );
  const item = { lei: '529900T8BM49AURSDO55' };
  const tried = async (secret = writes) => ({
    companies: await use(secret, `${list}/companies`),
    changes: await use(secret, `${list}/changes`),
    adding: await send(secret, 'POST', `${list}/companies`, { add: ['00000000-0000-4000-8000-000000000000'] }),
    lookingUp: await send(secret, 'POST', `${list}/companies`, { lookup: [item] }),
  });
  const refused = 'insufficient_scope';
  expect(await tried()).toEqual({ companies: refused, changes: refused, adding: 200, lookingUp: refused });
  expect(await tried(reads)).toEqual({ companies: 200, changes: refused, adding: 200, lookingUp: 200 });
  expect(await tried(follows)).toEqual({ companies: refused, changes: 200, adding: 200, lookingUp: refused });
  const onlyReads = (await newKey('ida', account, ['companies:read', 'changes:read'])).secret;
  expect(await tried(onlyReads)).toEqual({ companies: refused, changes: refused, adding: refused, lookingUp: refused });
});
