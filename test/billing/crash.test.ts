import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockCustomer } from '../../src/billing/account-state.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { accountRow, createAccount, deliver, done, Life, openPool, settings } from '../support/billing.ts';
import { createDatabase } from '../support/database.ts';
import { DatabaseProxy } from '../support/servers/proxy.ts';
import { startTestService } from '../support/service.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createDatabase();
  pool = openPool(database.url);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const stored = async (id: string) =>
  (await pool.query('SELECT outcome FROM payment_event WHERE id = $1', [id])).rows.map(({ outcome }) => outcome);

test('a database that goes away, before or in the middle, is 503 with Retry-After; the next delivery completes it', async () => {
  const proxy = await DatabaseProxy.before(database.url);
  const service = await startTestService({ databaseUrl: proxy.url, payments: settings });
  const accountId = await createAccount(pool);
  const life = new Life(accountId);
  const event = life.event('created', { metadata: { accountId } });
  const expectUnavailable = ({ status, body, headers }: Awaited<ReturnType<typeof deliver>>) => {
    expect([status, body.error.code]).toEqual([503, 'service_unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  };

  await proxy.vanish();
  expectUnavailable(await deliver(service.url, event));
  expect(await stored(event.id)).toEqual([]);
  await proxy.comeBack();

  await inTransaction(pool, async (client) => {
    await lockCustomer(client, life.customer);
    const delivery = deliver(service.url, event);
    await expect.poll(() => stored(event.id), { interval: 20 }).toEqual([null]);
    await proxy.vanish();
    expectUnavailable(await delivery);
  });
  await proxy.comeBack();
  expect(await accountRow(pool, accountId)).toMatchObject({ plan: 'free' });

  // Whoever waits too long for the others is told to come again.
  await inTransaction(pool, async (client) => {
    await lockCustomer(client, life.customer);
    expectUnavailable(await deliver(service.url, event));
  });
  expect(await stored(event.id)).toEqual([null]);

  expect((await deliver(service.url, event)).body).toEqual(done);
  expect(await accountRow(pool, accountId)).toMatchObject({ plan: 'pro' });
  await service.stop();
  await proxy.vanish();
});

test('an effect that fails leaves nothing of itself, and is done at the next delivery', async () => {
  const service = await startTestService({ databaseUrl: database.url, payments: settings });
  const accountId = await createAccount(pool);
  const event = new Life(accountId).event('created', { metadata: { accountId } });
  // The last step of the effect is refused.
  await pool.query(`ALTER TABLE plan_change ADD CONSTRAINT never CHECK (account_id <> '${accountId}')`);
  const answer = await deliver(service.url, event);
  expect([answer.status, answer.body.error.code]).toEqual([500, 'internal_error']);
  expect(await stored(event.id)).toEqual([null]);
  expect(await accountRow(pool, accountId)).toMatchObject({ plan: 'free', status: 'none' });
  await pool.query('ALTER TABLE plan_change DROP CONSTRAINT never');
  expect((await deliver(service.url, event)).body).toEqual(done);
  expect(await accountRow(pool, accountId)).toMatchObject({ plan: 'pro', status: 'active' });
  await service.stop();
});
