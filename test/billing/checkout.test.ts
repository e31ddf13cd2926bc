import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { edgeLimits } from '../../rest/edge/edge-limits.ts';
import { openCheckout } from '../../src/billing/checkout.ts';
import { noProvider, type PaymentProvider, type PaymentSettings, providerLimitMs } from '../../src/billing/provider.ts';
import { stripeProvider } from '../../src/billing/stripe.ts';
import { type LocalProvider, startLocalProvider } from '../../src/development/payments/server.ts';
import { accountRow, authenticate, createAccount, deliver, Life, openPool } from '../support/billing.ts';
import { createDatabase } from '../support/database.ts';
import { DatabaseProxy } from '../support/servers/proxy.ts';
import { call, startTestService, type TestService } from '../support/service.ts';

const baseUrl = 'https://registry.example';
let provider: LocalProvider;
let service: TestService;
let pool: pg.Pool;
let accountId: string;
beforeAll(async () => {
  provider = await startLocalProvider();
  service = await startTestService({
    authenticate,
    payments: provider.settings,
    env: { BASE_URL: baseUrl, ALLOW_INSECURE_DEVELOPMENT: 'true' },
  });
  pool = openPool(service.databaseUrl);
});
afterAll(async () => {
  await pool.end();
  await service.stop();
  await provider.close();
});
beforeEach(async () => {
  accountId = await createAccount(pool);
});

const signedIn = (extra = {}) => ({ authorization: `Bearer ${accountId}`, 'content-type': 'application/json', ...extra });
const checkout = (plan: unknown = 'pro', url = service.url) =>
  fetchFrom(url, '/api/v1/billing/checkout', JSON.stringify({ plan }));
const portal = (url = service.url) => fetchFrom(url, '/api/v1/billing/portal');
const fetchFrom = (url: string, path: string, body?: string) =>
  call(url, path, { method: 'POST', headers: signedIn(), ...(body && { body }) });
const customerOf = async (id: string) =>
  (await pool.query('SELECT customer_id FROM account WHERE id = $1', [id])).rows[0].customer_id;
const customersOf = (id: string) =>
  Object.values(provider.store.entries.customers).filter(({ metadata }) => metadata['accountId'] === id);
const idIn = (url: string) => url.split('/').at(-1) ?? '';

test('a checkout is a subscription to the price of the plan, for this account, and comes back to us', async () => {
  const { status, body, headers } = await checkout('business');
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body.data.url).toMatch(`${provider.url}/checkout/cs_test_`);
  const { session, plan, metadata } = provider.store.entries.checkouts[idIn(body.data.url)] ?? {};
  expect({ plan, metadata }).toEqual({ plan: 'business', metadata: { accountId } });
  expect(session).toMatchObject({
    mode: 'subscription',
    client_reference_id: accountId,
    customer: await customerOf(accountId),
    success_url: `${baseUrl}/billing/paid`,
    cancel_url: `${baseUrl}/billing/cancelled`,
  });
  expect(customersOf(accountId)).toMatchObject([{ id: await customerOf(accountId), email: 'ada@example.com' }]);
  expect(await accountRow(pool, accountId), 'nothing is bought yet').toMatchObject({ plan: 'free', status: 'none' });
});

test('the same over GraphQL', async () => {
  const graphql = async (query: string) => (await service.graphql(query, { headers: signedIn() })).body;
  expect((await graphql('mutation { createCheckout(plan: pro) { url } }')).data.createCheckout.url).toContain('/checkout/');
  expect((await graphql('mutation { createPortal { url } }')).data.createPortal.url).toContain('/portal/');
  expect((await graphql('mutation { createCheckout(plan: free) { url } }')).errors).toHaveLength(1);
});

test.each(['free', 'gold', '', null, 7, ['pro']])('a plan that is not sold is a 400: %j', async (plan) => {
  const { status, body } = await checkout(plan);
  expect([status, body.error.code]).toEqual([400, 'invalid_request']);
  expect(await customerOf(accountId), 'nothing was made for it').toBeNull();
});

test('without a session there is neither checkout nor portal', async () => {
  for (const path of ['/api/v1/billing/checkout', '/api/v1/billing/portal']) {
    const none = await service.get(path, { method: 'POST', body: '{"plan":"pro"}' });
    expect([none.status, none.body.error.code]).toEqual([401, 'session_required']);
    const key = await service.get(path, { method: 'POST', headers: { 'x-api-key': 'crd_x', authorization: 'Bearer crd_x' } });
    expect([key.status, key.body.error.code]).toEqual([401, 'invalid_session']);
  }
});

test('an account that is gone has no session', async () => {
  accountId = '00000000-0000-4000-8000-000000000000';
  expect((await checkout()).body.error.code).toBe('invalid_session');
});

test('the portal is opened for a customer that is made for it, once', async () => {
  const first = await portal();
  expect(first.status).toBe(200);
  const session = provider.store.entries.portals[idIn(first.body.data.url)];
  expect(session).toMatchObject({ customer: await customerOf(accountId), return_url: `${baseUrl}/billing/returned` });
  await portal();
  await checkout();
  expect(customersOf(accountId)).toHaveLength(1);
});

test('20 checkouts at once on two instances make one customer', async () => {
  const other = await startTestService({ databaseUrl: service.databaseUrl, authenticate, payments: provider.settings });
  const urls = [service.url, other.url];
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => checkout('pro', urls[index % 2])));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(customersOf(accountId).map(({ id }) => id)).toEqual([await customerOf(accountId)]);
  const checkouts = Object.values(provider.store.entries.checkouts).filter(({ metadata }) => metadata['accountId'] === accountId);
  expect(new Set(checkouts.map(({ session }) => session.customer))).toEqual(new Set([await customerOf(accountId)]));
  await other.stop();
});

describe('an account that has a subscription gets the portal and not a second one', () => {
  const secret = () => provider.settings.webhookSecret;

  test.each(['active', 'trialing', 'past_due', 'paused', 'unpaid'] as const)('while it is %s', async (status) => {
    // The portal is opened for a customer that the provider knows.
    await portal();
    await deliver(service.url, new Life(accountId, await customerOf(accountId)).event('created', { status }), secret());
    expect((await checkout('business')).body.data.url).toMatch(`${provider.url}/portal/`);
  });

  test.each(['canceled', 'incomplete', 'incomplete_expired'] as const)('but not once it is %s', async (status) => {
    await deliver(service.url, new Life(accountId).event('created', { status, metadata: { accountId } }), secret());
    await pool.query('UPDATE account SET customer_id = NULL WHERE id = $1', [accountId]);
    expect((await checkout()).body.data.url).toMatch(`${provider.url}/checkout/`);
  });

  test('also where it was bought so recently that nobody told us yet', async () => {
    const { body } = await checkout();
    provider.actions.pay(idIn(body.data.url));
    expect(await accountRow(pool, accountId)).toMatchObject({ plan: 'free' });
    expect((await checkout()).body.data.url).toMatch(`${provider.url}/portal/`);
  });
});

describe('a provider that does not answer is billing_unavailable, and nothing is half-made', () => {
  const stops: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
  });
  const withProvider = async (payments: PaymentSettings | undefined) => {
    const own = await startTestService({ databaseUrl: service.databaseUrl, authenticate, payments });
    stops.push(own.stop);
    return own;
  };
  const expectUnavailable = async (own: TestService) => {
    for (const answer of [await checkout('pro', own.url), await portal(own.url)]) {
      expect([answer.status, answer.body.error.code]).toEqual([503, 'billing_unavailable']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    expect(await customerOf(accountId)).toBeNull();
    expect(await accountRow(pool, accountId)).toMatchObject({ plan: 'free', status: 'none' });
  };
  const serving = async (listener: Parameters<typeof createServer>[1]) => {
    const server = createServer(listener as never);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    stops.push(async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    });
    return { ...provider.settings, apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  };

  test('not configured', async () => expectUnavailable(await withProvider(undefined)));

  test('not there, and back again', async () => {
    const proxy = await DatabaseProxy.before(provider.url);
    const own = await withProvider({ ...provider.settings, apiBase: proxy.url });
    await proxy.vanish();
    await expectUnavailable(own);
    await proxy.comeBack();
    expect((await checkout('pro', own.url)).status).toBe(200);
    await proxy.vanish();
  });

  test('refusing our key, which is in no log', async () => {
    const own = await withProvider({ ...provider.settings, secretKey: 'sk_test_51Hwrong0key' });
    await expectUnavailable(own);
    expect(own.log.text()).toContain('StripeAuthenticationError');
    expect(own.log.text()).not.toMatch(/51Hwrong0key|Bearer/);
  });

  test('refusing the price', async () => {
    await portal();
    const own = await withProvider({ ...provider.settings, prices: { pro: 'price_gone', business: 'price_gone' } });
    const answer = await checkout('pro', own.url);
    expect([answer.status, answer.body.error.code]).toEqual([503, 'billing_unavailable']);
  });

  test('failing, also where it says so in no way that we know', async () => {
    await expectUnavailable(
      await withProvider(await serving((_req, res) => res.writeHead(500).end('<html>sk_live_oops</html>'))),
    );
  });

  test('hindered for a moment: the library tries again, with the same key, and one customer is made', async () => {
    const keys: unknown[] = [];
    const settings = await serving((req, res) => {
      keys.push(req.headers['idempotency-key']);
      if (keys.length === 1) return void res.writeHead(503).end('{}');
      const target = new URL(req.url ?? '', provider.url);
      const chunks: Buffer[] = [];
      req
        .on('data', (chunk) => chunks.push(chunk))
        .on('end', async () => {
          const { host: _, ...headers } = req.headers as Record<string, string>;
          const answer = await fetch(target, {
            method: req.method ?? 'GET',
            headers,
            ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
          });
          res.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
        });
    });
    const own = await withProvider(settings);
    expect((await checkout('pro', own.url)).status).toBe(200);
    expect(keys[0]).toBe(keys[1]);
    expect(customersOf(accountId)).toHaveLength(1);
  });

  test('slow: there is a limit for all attempts together', async () => {
    expect(providerLimitMs, 'with time to say so before the deadline of the request').toBeLessThanOrEqual(
      edgeLimits.answer - 2_000,
    );
    let attempts = 0;
    const settings = await serving(() => void attempts++);
    const slow = openCheckout({ pool, provider: stripeProvider(settings), prices: settings.prices, baseUrl, limitMs: 200 });
    await expect(slow.open(accountId, 'pro')).rejects.toMatchObject({ code: 'billing_unavailable' });
    await expect(slow.openPortal(accountId)).rejects.toMatchObject({ code: 'billing_unavailable' });
    expect(attempts, 'nobody waited for a second attempt').toBeLessThanOrEqual(1);
    expect(await customerOf(accountId)).toBeNull();
  });
});

test('a customer that was made but could not be kept is found again', async () => {
  const database = await createDatabase();
  const proxy = await DatabaseProxy.before(database.url);
  const stripe = stripeProvider(provider.settings);
  const created: string[] = [];
  const own = await startTestService({ databaseUrl: proxy.url, authenticate, payments: provider.settings });
  const direct = openPool(database.url);
  accountId = await createAccount(direct);
  // Made, and then the database is gone.
  created.push(await stripe.createCustomer(accountId, 'ada@example.com'));
  await proxy.vanish();
  expect((await checkout('pro', own.url)).body.error.code).toBe('service_unavailable');
  await proxy.comeBack();
  expect((await checkout('pro', own.url)).status).toBe(200);
  const { rows } = await direct.query('SELECT customer_id FROM account');
  expect(rows).toEqual([{ customer_id: created[0] }]);
  await direct.end();
  await own.stop();
  await proxy.vanish();
  await database.drop();
});

test('a customer that is made while its account is erased does not stay at the provider', async () => {
  const stripe = stripeProvider(provider.settings);
  const { prices } = provider.settings;
  const meanwhile: PaymentProvider = {
    ...noProvider,
    createCustomer: async (...words) => {
      const id = await stripe.createCustomer(...words);
      expect(customersOf(accountId)).toHaveLength(1);
      await pool.query('DELETE FROM account WHERE id = $1', [accountId]);
      return id;
    },
    deleteCustomer: (id) => stripe.deleteCustomer(id),
  };
  const checkouts = openCheckout({ pool, provider: meanwhile, prices, baseUrl });
  await expect(checkouts.open(accountId, 'pro')).rejects.toMatchObject({ code: 'invalid_session' });
  expect(customersOf(accountId)).toEqual([]);
});

test('nobody else can be charged: a checkout always names the account of the session', async () => {
  const other = await createAccount(pool);
  const { status } = await fetchFrom(service.url, '/api/v1/billing/checkout', JSON.stringify({ plan: 'pro', accountId: other }));
  expect(status).toBe(400);
});

test('neither keys nor secrets are in the log', () => {
  expect(service.log.text()).not.toContain(provider.settings.secretKey.slice(8));
  expect(service.log.text()).not.toContain(provider.settings.webhookSecret.slice(6));
});
