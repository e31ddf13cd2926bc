import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDatabase } from '../support/database.ts';
import { as, makeKey, post, sessions } from '../support/people.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Two instances on one database, and somebody who works on it by hand. */
let instances: [TestService, TestService];
let database: pg.Pool;
let drop: () => Promise<void>;
beforeAll(async () => {
  const { url, ...own } = await createDatabase();
  instances = [await startTestService({ sessions, databaseUrl: url }), await startTestService({ sessions, databaseUrl: url })];
  database = new pg.Pool({ connectionString: url });
  drop = own.drop;
});
afterAll(async () => {
  await database.end();
  for (const instance of instances) await instance.stop();
  await drop();
});

const use = async (instance: TestService, secret: string) =>
  (await instance.get('/api/v1/countries', { headers: { 'x-api-key': secret } })).status;
const me = async (instance: TestService, name: string) => instance.get('/api/v1/auth/me', { headers: as(name) });
/** The free plan has sixty a minute. */
const soon = { timeout: 60_000, interval: 100 };

/** A person whom both instances know, with a key that both have seen. */
async function settle(name: string) {
  const key = await makeKey(instances[0], name);
  for (const instance of instances) await vi.waitFor(async () => expect(await use(instance, key.secret)).toBe(200), soon);
  await me(instances[0], name);
  const { id, accountId } = (await me(instances[1], name)).body.data;
  return { ...key, userId: id as string, accountId: accountId as string };
}

async function expectNewStart(name: string, before: { userId: string; accountId: string; secret: string }) {
  for (const instance of instances) {
    await vi.waitFor(async () => expect(await use(instance, before.secret)).toBe(401), soon);
    await vi.waitFor(async () => expect((await me(instance, name)).status).toBe(200), soon);
  }
  const { data } = (await me(instances[0], name)).body;
  expect([data.id, data.accountId]).not.toContain(before.userId);
  expect(data.accountId).not.toBe(before.accountId);
  expect((await me(instances[1], name)).body.data, 'the same on every instance').toEqual(data);
  const made = await instances[1].get('/api/v1/api-keys', post(name, { name: 'again' }));
  expect(made.status, made.text).toBe(201);
  expect(await use(instances[0], made.body.data.secret)).toBe(200);
}

test('the keys of an account that is deleted by hand are refused everywhere, and its person starts anew', async () => {
  const before = await settle('ada');
  await database.query('DELETE FROM account WHERE id = $1', [before.accountId]);
  await expectNewStart('ada', before);
});

test('so they are where the deletion is committed long after it was made', async () => {
  const before = await settle('bob');
  const client = await database.connect();
  await client.query('BEGIN');
  await client.query('DELETE FROM account WHERE id = $1', [before.accountId]);
  // As dated by its deletion it would lie outside of what the instances look at.
  await client.query("UPDATE account_departure SET at = at - interval '1 hour'");
  await client.query('COMMIT');
  client.release();
  await expectNewStart('bob', before);
});

test('a person who is deleted alone starts anew; the account that is left keeps its keys', async () => {
  const before = await settle('cem');
  await database.query('DELETE FROM user_profile WHERE id = $1', [before.userId]);
  for (const instance of instances)
    await vi.waitFor(async () => {
      const { status, body } = await me(instance, 'cem');
      expect([status, body.data?.accountId === before.accountId]).toEqual([200, false]);
    }, soon);
  for (const instance of instances) expect(await use(instance, before.secret)).toBe(200);
});

test('a person who is moved to another account is seen there', async () => {
  const [before, other] = [await settle('dan'), await settle('eve')];
  await database.query('UPDATE user_profile SET account_id = $2 WHERE id = $1', [before.userId, other.accountId]);
  for (const instance of instances)
    await vi.waitFor(async () => {
      const { body } = await instance.get('/api/v1/account', { headers: as('dan') });
      expect(body.data.id).toBe(other.accountId);
    }, soon);
});

test('whoever asks while the account is deleted gets 200 or 401, and all together make one new account', async () => {
  const before = await settle('fay');
  const statuses = new Set<number>();
  const ask = async (instance: TestService) => {
    for (let isNew = false; !isNew; ) {
      const { status, body } = await instance.get('/api/v1/account', { headers: as('fay') });
      statuses.add(status);
      isNew = status === 200 && body.data.id !== before.accountId;
    }
  };
  await Promise.all([
    ...instances.flatMap((instance) => [ask(instance), ask(instance)]),
    database.query('DELETE FROM account WHERE id = $1', [before.accountId]),
  ]);
  expect([...statuses].filter((status) => status !== 200 && status !== 401)).toEqual([]);
  await expectNewStart('fay', before);
  const { rows } = await database.query("SELECT count(*)::int FROM user_profile WHERE subject = 'fay'");
  expect(rows[0].count).toBe(1);
});
