import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockCustomer } from '../../src/billing/account-state.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { accountRow, createAccount, deliver, done, duplicate, Life, openPool, settings } from '../support/billing.ts';
import { createDatabase } from '../support/database.ts';
import { ServiceProcess } from '../support/process.ts';
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

test('killed between storing and effect: the event is kept, nothing came of it, and the next delivery completes it', async () => {
  const env = {
    DATABASE_URL: database.url,
    STRIPE_SECRET_KEY: settings.secretKey,
    STRIPE_WEBHOOK_SECRET: settings.webhookSecret,
    STRIPE_PRICE_PRO: settings.prices.pro,
    STRIPE_PRICE_BUSINESS: settings.prices.business,
  };
  const accountId = await createAccount(pool);
  const life = new Life(accountId);
  const event = life.event('created', { metadata: { accountId } });
  const service = new ServiceProcess(env);
  const url = await service.readyUrl();
  // Somebody else is at this customer's events, so the effect has to wait.
  await inTransaction(pool, async (client) => {
    await lockCustomer(client, life.customer);
    const delivery = deliver(url, event).then(
      ({ status }) => status,
      () => 'cut off',
    );
    await expect.poll(() => stored(event.id), { interval: 20 }).toEqual([null]);
    await service.end('SIGKILL');
    // It may have waited so long already that it gave up.
    expect(['cut off', 503]).toContain(await delivery);
  });
  expect(await accountRow(pool, accountId)).toMatchObject({ plan: 'free', status: 'none' });

  const again = await startTestService({ databaseUrl: database.url, payments: settings });
  expect((await deliver(again.url, event)).body).toEqual(done);
  expect(await accountRow(pool, accountId)).toMatchObject({ plan: 'pro', status: 'active' });
  expect((await deliver(again.url, event)).body).toEqual(duplicate);
  await again.stop();
});
