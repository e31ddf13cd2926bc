import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDatabase } from '../support/database.ts';
import { as, makeKey, post, sessions } from '../support/people.ts';
import { DatabaseProxy } from '../support/servers/proxy.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Two instances on one database. */
let instances: [TestService, TestService];
let database: pg.Pool;
let drop: () => Promise<void>;
beforeAll(async () => {
  const { url, ...own } = await createDatabase();
  instances = [await startTestService({ sessions, databaseUrl: url }), await startTestService({ sessions, databaseUrl: url })];
  database = new pg.Pool({ connectionString: url });
  drop = own.drop;
  // Opened connections, compiled code: what is counted below is not the start.
  for (const instance of instances) await me('warm', {}, instance);
});
afterAll(async () => {
  await database.end();
  for (const instance of instances) await instance.stop();
  await drop();
});
const count = async (table: string): Promise<number> =>
  (await database.query(`SELECT count(*)::int FROM ${table}`)).rows[0].count;
const me = async (name: string, more = {}, instance = instances[0]) => {
  const ask = () => instance.get('/api/v1/auth/me', { headers: as(name, more) });
  let answer = await ask();
  // As a client does it: a machine that is too busy to connect in time says so.
  while (answer.status === 503) answer = await ask();
  const { status, text, body } = answer;
  expect(status, text).toBe(200);
  return body.data;
};

test('many first requests of one person at once, on several instances, make one user and one account', async () => {
  const before = await count('account');
  const people = Array.from({ length: 30 }, (_, number) => me(`person ${number % 3}`, {}, instances[number % 2]));
  const ids = (await Promise.all(people)).map(({ id, accountId }) => `${id} ${accountId}`);
  expect(new Set(ids).size).toBe(3);
  expect([await count('user_profile'), await count('account')]).toEqual([before + 3, before + 3]);
});

test('the same subject of another issuer is another person', async () => {
  const [here, there] = [await me('ann'), await me('ann', { issuer: 'https://other.example' })];
  expect(here.accountId).not.toBe(there.accountId);
});

test('e-mail and name follow the identity, whichever instance hears of it, without a write per request', async () => {
  const before = await me('bob');
  const version = async () =>
    (
      await database.query(
        'SELECT u.xmin, a.xmin AS account, a.email FROM user_profile u JOIN account a ON a.id = account_id WHERE u.id = $1',
        [before.id],
      )
    ).rows[0];
  // On a busy machine an instance that could not look for changes in time forgets whom it knows. That is once, not per request.
  await vi.waitFor(async () => {
    const first = await version();
    for (let i = 0; i < 5; i++) await me('bob');
    expect(await version()).toEqual(first);
  });
  expect(await me('bob', { email: 'robert@example.com', name: 'Robert' }, instances[1])).toMatchObject({
    id: before.id,
    email: 'robert@example.com',
    name: 'Robert',
  });
  expect((await version()).email).toBe('robert@example.com');
  expect(await me('bob', { email: 'bob@example.com' }, instances[1])).toMatchObject({ email: 'bob@example.com' });
});

test('what the identity does not tell is kept, also by an instance that hears of the person for the first time', async () => {
  const { email, name } = await me('bea');
  expect([email, name]).not.toContain(null);
  expect(await me('bea', { email: null, name: null }, instances[1])).toMatchObject({ email, name });
  expect((await instances[1].get('/api/v1/account', { headers: as('bea', { email: null }) })).body.data.email).toBe(email);
});

test('a session without e-mail and name makes an account all the same; an endless subject makes none', async () => {
  expect(await me('nameless', { email: null, name: null })).toMatchObject({ email: null, name: null });
  expect(await me('nul', { email: 'a\0b', name: '\0' })).toMatchObject({ email: 'ab', name: '' });
  const before = await count('account');
  for (const subject of ['x'.repeat(256), 'a\0b']) {
    const { status, body } = await instances[0].get('/api/v1/auth/me', { headers: as('x', { subject }) });
    expect([status, body.error.code]).toEqual([401, 'invalid_session']);
  }
  expect(await count('account')).toBe(before);
});

test('of 20 keys made at once on two instances there is exactly one', async () => {
  await me('cat');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) => instances[number % 2 ? 1 : 0].get('/api/v1/api-keys', post('cat', { name: 'k' }))),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
});

test('a key that is revoked on one instance is refused on the other within a second', async () => {
  const [here, there] = instances;
  const { id, secret } = await makeKey(here, 'dan');
  const use = async () => (await there.get('/api/v1/countries', { headers: { 'x-api-key': secret } })).status;
  await expect.poll(use).toBe(200);
  expect((await here.get(`/api/v1/api-keys/${id}`, { method: 'DELETE', headers: as('dan') })).status).toBe(204);
  // The free plan has sixty a minute.
  await vi.waitFor(async () => expect(await use()).toBe(401), { timeout: 60_000, interval: 30 });
});

test('a key that is deleted by whoever works on the database is refused within a second too', async () => {
  const [here] = instances;
  const { id, secret } = await makeKey(here, 'eva');
  const use = async () => (await here.get('/api/v1/countries', { headers: { 'x-api-key': secret } })).status;
  expect(await use()).toBe(200);
  await database.query('DELETE FROM api_key WHERE id = $1', [id]);
  await vi.waitFor(async () => expect(await use()).toBe(401), { timeout: 60_000, interval: 20 });
});

test('without the database nobody is let in on what was known, nobody is called unknown, and all is well when it is back', async () => {
  const own = await createDatabase();
  const proxy = await DatabaseProxy.before(own.url);
  const service = await startTestService({ sessions, databaseUrl: proxy.url });
  const { secret } = await makeKey(service, 'ada');
  const use = async () => (await service.get('/api/v1/countries', { headers: { 'x-api-key': secret } })).status;
  expect(await use()).toBe(200);
  await proxy.vanish();
  await expect.poll(use, { interval: 100 }).toBe(503);
  const unknown = await service.get('/api/v1/countries', { headers: { 'x-api-key': 'nonsense' } });
  expect(unknown.status, 'what needs no look is told').toBe(401);
  for (const answer of [
    await service.get('/api/v1/account', { headers: as('ada') }),
    await service.get('/api/v1/auth/me', { headers: as('somebody new') }),
    await service.get('/api/v1/api-keys', post('ada', { name: 'k' })),
    await service.get(`/api/v1/api-keys/${crypto.randomUUID()}`, { method: 'DELETE', headers: as('ada') }),
  ])
    expect([answer.status, answer.headers.get('retry-after')], answer.text).toEqual([503, '1']);
  await proxy.comeBack();
  await expect.poll(use).toBe(200);
  await expect.poll(async () => (await service.get('/api/v1/auth/me', { headers: as('somebody new') })).status).toBe(200);
  await service.stop();
  await proxy.vanish();
  await own.drop();
});

test('an account that somebody holds for longer than a statement may take is 503, and makes no key', async () => {
  const { accountId } = await me('fay');
  const holder = await database.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM account WHERE id = $1 FOR UPDATE', [accountId]);
  const answer = await instances[0].get('/api/v1/api-keys', post('fay', { name: 'k' }));
  await holder.query('ROLLBACK');
  holder.release();
  expect([answer.status, answer.body.error.code], answer.text).toEqual([503, 'service_unavailable']);
  expect((await instances[0].get('/api/v1/api-keys', { headers: as('fay') })).body.data).toEqual([]);
});
