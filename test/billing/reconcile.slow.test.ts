import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentProvider } from '../../src/billing/provider.ts';
import { reconcile } from '../../src/billing/reconcile-command.ts';
import { stripeProvider } from '../../src/billing/stripe.ts';
import { type LocalProvider, startLocalProvider } from '../../src/development/payments/server.ts';
import { accountRow, authenticate, createAccount, deliver, Life, openPool } from '../support/billing.ts';
import { createDatabase } from '../support/database.ts';
import { ServiceProcess } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let provider: LocalProvider;
let stripe: PaymentProvider;
let service: TestService;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createDatabase();
  pool = openPool(database.url);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  await pool.query('TRUNCATE subscription, payment_event, plan_change, account CASCADE');
  // What was bought, was bought an hour ago: of the very second in which the provider is asked, its answer proves nothing.
  provider = await startLocalProvider({ now: () => new Date(Date.now() - 3_600_000) });
  stripe = stripeProvider(provider.settings);
  service = await startTestService({ databaseUrl: database.url, authenticate, payments: provider.settings });
  return async () => {
    await service.stop();
    await provider.close();
  };
});

/** An account that bought a plan; whether we were told is another matter. */
async function bought(plan: 'pro' | 'business', { told = true } = {}) {
  const accountId = await createAccount(pool);
  const { body } = await service.get('/api/v1/billing/checkout', {
    method: 'POST',
    headers: { authorization: `Bearer ${accountId}`, 'content-type': 'application/json' },
    body: JSON.stringify({ plan }),
  });
  provider.actions.pay(body.data.url.split('/').at(-1));
  const subscription = Object.values(provider.store.entries.subscriptions).at(-1);
  if (!subscription) throw new Error('Nothing was bought.');
  if (told) await tell();
  else forget();
  return { accountId, subscription };
}

const undelivered = () => provider.store.entries.undelivered;
const forget = () => void undelivered().splice(0);
const tell = async () => {
  for (const event of undelivered().splice(0))
    expect((await deliver(service.url, event, provider.settings.webhookSecret)).status).toBe(200);
};

async function run({ dryRun = false, by = stripe } = {}): Promise<string> {
  const lines: string[] = [];
  const words = dryRun ? ['--dry-run'] : [];
  await reconcile({ words, pool, provider: by, prices: provider.settings.prices, say: (line) => lines.push(line) }).catch(
    (error) => lines.push(`Ended: ${error.message}`),
  );
  return lines.join('\n');
}

const everything = async () =>
  JSON.stringify(
    await Promise.all(
      ['account', 'subscription', 'payment_event', 'plan_change'].map(
        async (table) => (await pool.query(`SELECT * FROM ${table} ORDER BY 1`)).rows,
      ),
    ),
  );

test('what agrees is left alone', async () => {
  await bought('pro');
  await bought('business');
  const before = await everything();
  expect(await run()).toBe('2 subscriptions compared, 2 the same, 0 repaired.');
  expect(await everything()).toBe(before);
});

describe('what differs', () => {
  test('is repaired, reported, and in the history; then it agrees', async () => {
    const { accountId, subscription } = await bought('pro');
    provider.actions.act(subscription, 'switch', 'business');
    provider.actions.act(subscription, 'cancel-at-period-end', undefined);
    forget();
    expect(await run()).toBe(
      `${subscription.id}: plan pro → business, cancel at period end false → true; repaired\n1 subscription compared, 0 the same, 1 repaired.`,
    );
    expect(await accountRow(pool, accountId)).toMatchObject({ plan: 'business', status: 'active', ending: true });
    const { rows } = await pool.query(
      'SELECT from_plan, to_plan, event_id FROM plan_change WHERE account_id = $1 ORDER BY id DESC',
      [accountId],
    );
    expect(rows[0]).toEqual({ from_plan: 'pro', to_plan: 'business', event_id: null });
    expect(await run()).toMatch('1 the same, 0 repaired');
  });

  test('an end that nobody told', async () => {
    const { accountId, subscription } = await bought('pro');
    provider.actions.act(subscription, 'cancel-now', undefined);
    forget();
    expect(await run()).toMatch(/status active → canceled; repaired/);
    expect(await accountRow(pool, accountId)).toMatchObject({ plan: 'free', status: 'canceled' });
    expect(await run()).toMatch('0 subscriptions compared');
  });

  test('a new period that nobody told', async () => {
    const { accountId, subscription } = await bought('pro');
    const { end } = await accountRow(pool, accountId);
    provider.actions.act(subscription, 'renew', undefined);
    forget();
    expect(await run()).toMatch(/period start .* period end .*; repaired/);
    expect(await accountRow(pool, accountId)).toMatchObject({ plan: 'pro', start: end });
  });

  test('a purchase that nobody told', async () => {
    const { accountId, subscription } = await bought('business', { told: false });
    expect(await accountRow(pool, accountId)).toMatchObject({ plan: 'free' });
    expect(await run()).toMatch(`${subscription.id}: unknown here, active business; repaired`);
    expect(await accountRow(pool, accountId)).toMatchObject({ plan: 'business', status: 'active' });
  });

  test('a dry run changes nothing, and ends badly as long as something differs', async () => {
    const { subscription } = await bought('pro');
    await bought('pro', { told: false });
    provider.actions.act(subscription, 'pause', undefined);
    forget();
    const before = await everything();
    expect(await run({ dryRun: true })).toMatch(
      /status active → paused\n[\s\S]*2 subscriptions compared, 0 the same, 0 repaired, 2 different\.\nEnded: Nothing was changed/,
    );
    expect(await everything()).toBe(before);
  });
});

describe('a newer event is never overridden', () => {
  /** The provider, but something happens between its answer and the repair. */
  const meanwhile = (happens: () => Promise<void>): PaymentProvider => ({
    createCustomer: (...words) => stripe.createCustomer(...words),
    checkoutUrl: (order) => stripe.checkoutUrl(order),
    closeCheckouts: (customer) => stripe.closeCheckouts(customer),
    endSubscription: (id) => stripe.endSubscription(id),
    refund: (invoice) => stripe.refund(invoice),
    deleteCustomer: (id) => stripe.deleteCustomer(id),
    portalUrl: (...words) => stripe.portalUrl(...words),
    subscriptions: (customer) => stripe.subscriptions(customer),
    subscription: async (id) => {
      const answer = await stripe.subscription(id);
      await happens();
      return answer;
    },
  });

  test('one that arrived since', async () => {
    const { accountId, subscription } = await bought('pro');
    provider.actions.act(subscription, 'switch', 'business');
    const report = await run({
      by: meanwhile(async () => {
        provider.actions.act(subscription, 'pause', undefined);
        await tell();
      }),
    });
    expect(report).toMatch(/left, for an event is newer[\s\S]*Ended: Not everything agrees/);
    expect(await accountRow(pool, accountId)).toMatchObject({ plan: 'free', status: 'paused' });
  });

  test('one of a later moment than the answer', async () => {
    const { accountId, subscription } = await bought('pro');
    const life = new Life(accountId, String(subscription.customer));
    Object.assign(life, { id: subscription.id });
    const later = Math.floor(Date.now() / 1000) + 60;
    await deliver(service.url, life.event('updated', { at: later, plan: 'business' }), provider.settings.webhookSecret);
    expect(await run()).toMatch('left, for an event is newer');
    expect(await accountRow(pool, accountId)).toMatchObject({ plan: 'business' });
  });

  test('and an event from before the repair does not undo it', async () => {
    const { accountId, subscription } = await bought('pro');
    // Told late, after what came later was read from the provider.
    const life = new Life(accountId, String(subscription.customer));
    Object.assign(life, { id: subscription.id });
    const late = life.event('updated', { at: Math.floor(Date.now() / 1000) - 50, status: 'unpaid' });
    provider.actions.act(subscription, 'switch', 'business');
    forget();
    expect(await run()).toMatch('1 repaired');
    expect((await deliver(service.url, late, provider.settings.webhookSecret)).body).toMatchObject({ stale: true });
    expect(await accountRow(pool, accountId)).toMatchObject({ plan: 'business', status: 'active' });
  });
});

test('what the provider does not know is left, and said', async () => {
  const { accountId, subscription } = await bought('pro');
  delete provider.store.entries.subscriptions[subscription.id];
  expect(await run()).toMatch(/doesn't know it; left as it is\n.*1 unknown to the provider\.\nEnded/);
  expect(await accountRow(pool, accountId)).toMatchObject({ plan: 'pro' });
});

test('what is none of ours is passed over: another product, and a purchase that came to nothing', async () => {
  const [other, nothing] = [await bought('pro', { told: false }), await bought('pro', { told: false })];
  Object.assign(other.subscription.items.data[0]?.price ?? {}, { id: 'price_other' });
  nothing.subscription.status = 'incomplete';
  expect(await run()).toBe('0 subscriptions compared, 0 the same, 0 repaired, 2 passed over that are none of ours.');
  for (const { accountId } of [other, nothing])
    expect(await accountRow(pool, accountId)).toMatchObject({ plan: 'free', status: 'none' });
});

test('a provider that is away ends it in one line, and nothing is changed', async () => {
  await bought('pro');
  const before = await everything();
  await provider.close();
  expect(await run()).toMatch(/^Ended: The payment provider cannot be reached at the moment\. .*Run it again\.$/);
  expect(await everything()).toBe(before);
});

test('as a command: a report, and exit codes that tell', async () => {
  const { subscription } = await bought('pro');
  provider.actions.act(subscription, 'switch', 'business');
  forget();
  const { secretKey, webhookSecret, prices, apiBase = '' } = provider.settings;
  const env = {
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PRICE_PRO: prices.pro,
    STRIPE_PRICE_BUSINESS: prices.business,
    STRIPE_API_BASE: apiBase,
  };
  const [dry, wrong] = [
    new ServiceProcess(env, 'billing:reconcile', '--dry-run'),
    new ServiceProcess(env, 'billing:reconcile', '--wet'),
  ];
  expect([await dry.end(), await wrong.end()]).toEqual([1, 1]);
  expect(dry.output).toMatch(/plan pro → business\n1 subscription compared[\s\S]*Nothing was changed/);
  expect(wrong.output).toMatch(/Usage: npm run billing:reconcile \[-- --dry-run\]/);
  const real = new ServiceProcess(env, 'billing:reconcile');
  expect(await real.end()).toBe(0);
  expect(real.output).toMatch('1 repaired.');
  expect(real.output).not.toContain(secretKey);
});
