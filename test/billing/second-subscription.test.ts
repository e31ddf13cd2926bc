import type pg from 'pg';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reconcile } from '../../src/billing/reconcile-command.ts';
import { stripeProvider } from '../../src/billing/stripe.ts';
import type { Subscription } from '../../src/development/payments/objects.ts';
import { type LocalProvider, startLocalProvider } from '../../src/development/payments/server.ts';
import { accountRow, authenticate, createAccount, deliver, openPool } from '../support/billing.ts';
import { DatabaseProxy } from '../support/servers/proxy.ts';
import { startTestService, type TestService } from '../support/service.ts';

let provider: LocalProvider;
let way: DatabaseProxy;
let service: TestService;
let other: TestService;
let pool: pg.Pool;
let accountId: string;
/** Two purchases in one second are told apart by their ids alone; here each has a second of its own. */
let now = Date.now() - 3_600_000;
beforeEach(async () => {
  const tick = () => {
    now += 1000;
    return new Date(now);
  };
  provider = await startLocalProvider({ now: tick });
  way = await DatabaseProxy.before(provider.url);
  const payments = { ...provider.settings, apiBase: way.url };
  service = await startTestService({ authenticate, payments });
  other = await startTestService({ authenticate, payments, databaseUrl: service.databaseUrl });
  pool = openPool(service.databaseUrl);
  accountId = await createAccount(pool);
});
afterEach(async () => {
  await pool.end();
  await other.stop();
  await service.stop();
  await way.vanish();
  await provider.close();
});

const checkout = async (plan = 'pro', at = service): Promise<string> => {
  const { status, body } = await at.get('/api/v1/billing/checkout', {
    method: 'POST',
    headers: { authorization: `Bearer ${accountId}`, 'content-type': 'application/json' },
    body: JSON.stringify({ plan }),
  });
  expect(status).toBe(200);
  return body.data.url.split('/').at(-1);
};
const statusOf = (id: string) => provider.store.entries.checkouts[id]?.session.status;
const ownSubscriptions = () =>
  Object.values(provider.store.entries.subscriptions).filter(({ metadata }) => metadata['accountId'] === accountId);
const refunds = () => Object.values(provider.store.entries.refunds);
const refundedOf = ({ latest_invoice: invoice }: Subscription) => {
  const payment = provider.store.entries.payments[String(invoice)]?.payment.payment_intent;
  return refunds().filter(({ payment_intent: intent }) => intent === payment);
};
/** Delivers all that there is to tell, also what comes of telling it. */
async function tell(): Promise<void> {
  for (let event = provider.store.entries.undelivered.shift(); event; event = provider.store.entries.undelivered.shift())
    expect((await deliver(service.url, event, provider.settings.webhookSecret)).status).toBe(200);
}
/** Both checkouts are paid, though only one should be open. */
async function payTwice(plans: [string, string] = ['pro', 'pro']) {
  const sessions = [await checkout(plans[0]), await checkout(plans[1])];
  for (const id of sessions) {
    const { session } = provider.store.entries.checkouts[id] ?? {};
    if (session) session.status = 'open';
    expect(provider.actions.pay(id)).toBe(true);
  }
  const [first, second] = ownSubscriptions() as [Subscription, Subscription];
  return { first, second };
}

describe('one checkout is open at a time', () => {
  test('a newer one closes the older, which cannot be paid any more', async () => {
    const [older, newer] = [await checkout('pro'), await checkout('business')];
    expect([statusOf(older), statusOf(newer)]).toEqual(['expired', 'open']);
    expect(provider.actions.pay(older)).toBe(false);
    expect(await (await fetch(`${provider.url}/checkout/${older}`)).text()).toContain('a newer one was opened');
    expect(provider.actions.pay(newer)).toBe(true);
    await tell();
    expect(await accountRow(pool, accountId)).toMatchObject({ plan: 'business' });
    expect(refunds()).toEqual([]);
  });

  test('of twelve that are opened at once on two instances exactly one stays open', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, (_, index) => checkout('pro', [service, other][index % 2])));
    expect(ids.map(statusOf).filter((status) => status === 'open')).toEqual(['open']);
  });

  test('that of another account stays open', async () => {
    const own = await checkout();
    accountId = await createAccount(pool);
    await checkout();
    expect(statusOf(own)).toBe('open');
  });
});

describe('where both were paid all the same', () => {
  test('the second subscription is refunded and ended, and the first goes on', async () => {
    const { first, second } = await payTwice(['pro', 'business']);
    await tell();
    expect([first.status, second.status]).toEqual(['active', 'canceled']);
    expect(refundedOf(second)).toMatchObject([{ amount: 9_900, reason: 'duplicate', status: 'succeeded' }]);
    expect(refundedOf(first)).toEqual([]);
    expect(await accountRow(pool, accountId)).toMatchObject({ plan: 'pro', status: 'active' });
  });

  test('told of at once on two instances: it is refunded once', async () => {
    const { first, second } = await payTwice();
    const events = provider.store.entries.undelivered.splice(0);
    await Promise.all(
      [...events, ...events].map((event, index) =>
        deliver([service, other][index % 2]?.url ?? '', event, provider.settings.webhookSecret),
      ),
    );
    await tell();
    expect([first.status, second.status]).toEqual(['active', 'canceled']);
    expect(refundedOf(second)).toHaveLength(1);
    expect(await accountRow(pool, accountId)).toMatchObject({ plan: 'pro', status: 'active' });
  });

  test('a provider that is away then does not fail the event; a reconciliation undoes it, once', async () => {
    const { second } = await payTwice();
    await way.vanish();
    await tell();
    expect(second.status).toBe('active');
    expect(service.log.text()).toContain('could not be undone');
    await way.comeBack();
    const run = async (...words: string[]) => {
      const lines: string[] = [];
      const stripe = stripeProvider(provider.settings);
      const { prices } = provider.settings;
      await reconcile({ words, pool, provider: stripe, prices, say: (line) => lines.push(line) }).catch(() => {});
      return lines.join('\n');
    };
    expect(await run('--dry-run')).toMatch(new RegExp(`${second.id}: a second subscription of its account\n.*1 different`));
    expect([second.status, refundedOf(second)]).toEqual(['active', []]);
    expect(await run()).toMatch(/a second subscription of its account; refunded and ended[\s\S]*1 paid twice and undone/);
    expect([second.status, refundedOf(second).length]).toEqual(['canceled', 1]);
    expect(await accountRow(pool, accountId)).toMatchObject({ plan: 'pro', status: 'active' });
    expect(await run()).not.toContain('undone');
    await tell();
  });

  test('what was refunded before the subscription could be ended is not refunded again', async () => {
    const { second } = await payTwice();
    const stripe = stripeProvider(provider.settings);
    await stripe.refund(String(second.latest_invoice));
    // The provider remembers a key for a day.
    provider.store.entries.replies = {};
    await tell();
    expect([second.status, refundedOf(second).length]).toEqual(['canceled', 1]);
  });

  test('a subscription that was not bought by our checkout is left', async () => {
    const { second } = await payTwice();
    second.metadata = {};
    await tell();
    expect(second.status).toBe('active');
  });

  test('one that waits for a payment, or is paused, is no second one', async () => {
    const { first, second } = await payTwice();
    first.status = 'paused';
    await tell();
    expect([first.status, second.status]).toEqual(['paused', 'active']);
    expect(refundedOf(second)).toEqual([]);
  });
});

test('the local provider says in Stripe\u2019s words what cannot be ended, expired, refunded or deleted', async () => {
  const stripe = new Stripe(provider.settings.secretKey, {
    host: '127.0.0.1',
    port: new URL(provider.url).port,
    protocol: 'http',
  });
  await expect(stripe.subscriptions.cancel('sub_none')).rejects.toMatchObject({ code: 'resource_missing' });
  await expect(stripe.customers.del('cus_none')).rejects.toMatchObject({ code: 'resource_missing' });
  await expect(stripe.checkout.sessions.expire('cs_none')).rejects.toMatchObject({ code: 'resource_missing' });
  await expect(stripe.checkout.sessions.list({ customer: 'cus_none' })).rejects.toMatchObject({ code: 'resource_missing' });
  await expect(stripe.refunds.create({ payment_intent: 'pi_none' })).rejects.toMatchObject({ code: 'resource_missing' });
  const paid = await checkout();
  provider.actions.pay(paid);
  await expect(stripe.checkout.sessions.expire(paid)).rejects.toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
  await tell();
});
