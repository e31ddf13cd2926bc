import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type LocalProvider, startLocalProvider } from '../../src/development/payments/server.ts';
import { accountRow, authenticate, createAccount, deliver, Life, openPool } from '../support/billing.ts';
import { sessionSecret } from '../support/browser/sign-in.ts';
import { call, startTestService, type TestService } from '../support/service.ts';

let folder: string;
let provider: LocalProvider;
let service: TestService;
let pool: pg.Pool;
let accountId: string;
const webhook = () => `${service.url}/api/v1/billing/webhook`;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'registry-provider-'));
  provider = await startLocalProvider({ file: join(folder, 'store.json') });
  service = await startTestService({ authenticate, localPayments: provider });
  provider.deliverTo(webhook());
  pool = openPool(service.databaseUrl);
});
afterAll(async () => {
  await pool.end();
  await service.stop();
  await provider.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  accountId = await createAccount(pool);
});

const ask = async (path: string, body?: object, url = service.url): Promise<string> => {
  const { body: answer } = await call(url, `/api/v1/billing/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accountId}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return answer.data.url;
};
/** A page, which says what it is wherever it is opened. */
const open = async (url: string) => {
  const page = await (await fetch(url)).text();
  expect(page).toMatch(/Local payment provider.*moves no money/);
  return page;
};
const click = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
const expectAccount = (expected: object) => expect.poll(() => accountRow(pool, accountId)).toMatchObject(expected);

/** Buys the plan, as a person does it in a browser. */
async function buy(plan: string): Promise<void> {
  const url = await ask('checkout', { plan });
  expect(await open(url)).toContain(`<strong>${plan}</strong>`);
  const paid = await click(url, { action: 'pay' });
  expect([paid.status, paid.headers.get('location')]).toEqual([303, `${service.url}/billing/paid`]);
  await expectAccount({ plan, status: 'active' });
}

test('a whole purchase, offline: checkout, payment, portal with every button, end', async () => {
  await buy('pro');
  const portal = await ask('portal');
  const [, subscription = ''] = /name="subscription" value="(sub_\w+)"/.exec(await open(portal)) ?? [];
  const press = (action: string) => click(portal, { subscription, action });
  const { end } = await accountRow(pool, accountId);

  await press('switch business');
  await expectAccount({ plan: 'business', status: 'active', ending: false });
  await press('cancel-at-period-end');
  await expectAccount({ plan: 'business', ending: true });
  expect(await open(portal)).toContain('Keep it after all');
  await press('keep');
  await expectAccount({ plan: 'business', ending: false });
  await press('pause');
  await expectAccount({ plan: 'free', status: 'paused', end: null });
  await press('resume');
  await expectAccount({ plan: 'business', status: 'active', end });
  await press('fail');
  await expectAccount({ plan: 'business', status: 'past_due' });
  await press('renew');
  await expectAccount({ plan: 'business', status: 'active', start: end });
  await press('cancel-now');
  await expectAccount({ plan: 'free', status: 'canceled' });
  expect(await open(portal)).not.toContain('Cancel now');
  expect(await ask('checkout', { plan: 'pro' }), 'it can be bought anew').toContain('/checkout/');
});

test('its pages stand below the address of the service, and nothing else of it does', async () => {
  const pages = `${service.url}/local-payments`;
  const checkout = await ask('checkout', { plan: 'pro' });
  expect(checkout).toMatch(new RegExp(`^${pages}/checkout/cs_test_\\w+$`));
  expect(await ask('portal')).toMatch(new RegExp(`^${pages}/portal/\\w+$`));
  const { secretKey } = provider.settings;
  const api = await fetch(`${pages}/v1/subscriptions`, { headers: { authorization: `Bearer ${secretKey}` } });
  expect([api.status, await api.text()]).toEqual([404, expect.stringContaining('There is nothing here')]);
  // Far more than a form of its own has.
  const large = await click(checkout, { action: 'pay', more: 'x'.repeat(100_000) });
  expect([large.status, large.headers.get('location')]).toEqual([303, `${service.url}/billing/paid`]);
  await expectAccount({ plan: 'pro' });
});

test('names that every object has, and addresses that are none, lead to nothing', async () => {
  const pages = `${service.url}/local-payments`;
  for (const name of ['__proto__', 'constructor', 'toString']) {
    for (const place of ['checkout', 'portal']) {
      expect((await fetch(`${pages}/${place}/${name}`)).status, `${place}/${name}`).toBe(404);
      const pressed = await click(`${pages}/${place}/${name}`, { action: 'cancel-at-period-end', subscription: '__proto__' });
      expect(pressed.status, `${place}/${name}`).toBe(404);
    }
  }
  for (const path of ['//', '//[', '/%', '/checkout/%E0%A4%A']) expect((await fetch(pages + path)).status, path).toBe(404);
});

test('what happens by itself stands apart from what a customer does', async () => {
  const url = await ask('checkout', { plan: 'pro' });
  const parts = async (address: string) => (await open(address)).split('<details>');
  const [forCustomers, forTests] = await parts(url);
  expect(forCustomers).toContain('>Pay<');
  expect(forCustomers).not.toContain('expire');
  expect(forTests).toContain('>Let the checkout expire<');
  await click(url, { action: 'expire' });
  expect(await open(url)).toContain('This checkout is closed');
  await click(url, { action: 'pay' });
  expect(await accountRow(pool, accountId)).toMatchObject({ plan: 'free' });

  await buy('pro');
  const [choices, happenings] = await parts(await ask('portal'));
  for (const words of ['Switch to business', 'Cancel at the end of the period', 'Cancel now']) expect(choices).toContain(words);
  for (const words of ['Let a payment fail', 'Let the period end', 'Let it be paused']) {
    expect(choices).not.toContain(words);
    expect(happenings).toContain(words);
  }
});

test('a checkout is paid once, and only while it is open', async () => {
  const url = await ask('checkout', { plan: 'pro' });
  await Promise.all([click(url, { action: 'pay' }), click(url, { action: 'pay' })]);
  await expectAccount({ plan: 'pro' });
  const own = Object.values(provider.store.entries.subscriptions).filter(({ metadata }) => metadata['accountId'] === accountId);
  expect(own).toHaveLength(1);
  expect(await open(url)).toContain('This checkout is done');
});

test('one portal does not reach into the subscription of another customer', async () => {
  await buy('pro');
  const { id } = Object.values(provider.store.entries.subscriptions).at(-1) ?? {};
  const mine = accountId;
  accountId = await createAccount(pool);
  await click(await ask('portal'), { subscription: id ?? '', action: 'cancel-now' });
  accountId = mine;
  expect(provider.store.entries.subscriptions[id ?? '']?.status).toBe('active');
});

test('what does not exist is said so, on a labelled page', async () => {
  for (const path of ['/checkout/none', '/portal/none', '/other']) {
    expect((await fetch(provider.url + path)).status).toBe(404);
    await open(provider.url + path);
  }
  await open(provider.url);
});

test('it is deaf to whoever does not know its key', async () => {
  const stranger = new Stripe('sk_test_other', { host: '127.0.0.1', port: new URL(provider.url).port, protocol: 'http' });
  await expect(stranger.subscriptions.list()).rejects.toThrow(Stripe.errors.StripeAuthenticationError);
});

describe('its protocol, by Stripe\u2019s own library', () => {
  let stripe: Stripe;
  beforeAll(() => {
    stripe = new Stripe(provider.settings.secretKey, { host: '127.0.0.1', port: new URL(provider.url).port, protocol: 'http' });
  });

  test('a key gives the same answer again, and refuses another question', async () => {
    const [one, two] = [
      await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'k1' }),
      await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'k1' }),
    ];
    expect(one.id).toBe(two.id);
    await expect(stripe.customers.create({ email: 'b@example.com' }, { idempotencyKey: 'k1' })).rejects.toThrow(
      Stripe.errors.StripeIdempotencyError,
    );
  });

  test('what is missing is said in its words', async () => {
    await expect(stripe.subscriptions.retrieve('sub_none')).rejects.toMatchObject({ code: 'resource_missing', statusCode: 404 });
    await expect(stripe.billingPortal.sessions.create({ customer: 'cus_none' })).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'customer',
    });
    await expect(stripe.products.list()).rejects.toMatchObject({ statusCode: 404 });
  });

  test('lists have pages', async () => {
    for (let count = 0; count < 3; count += 1) {
      accountId = await createAccount(pool);
      await buy('pro');
    }
    const all = await stripe.subscriptions.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
    const live = Object.values(provider.store.entries.subscriptions).filter(({ status }) => status !== 'canceled');
    expect(all.map(({ id }) => id).toSorted()).toEqual(live.map(({ id }) => id).toSorted());
    const { customer } = all[0] ?? {};
    expect((await stripe.subscriptions.list({ customer: String(customer) })).data).toHaveLength(1);
  });
});

test('an event is delivered until it is taken, in order, with a signature of its own each time', async () => {
  const other = await startLocalProvider();
  const heard: { type: string; taken: boolean }[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req
      .on('data', (chunk) => chunks.push(chunk))
      .on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const event = Stripe.webhooks.constructEvent(body, req.headers['stripe-signature'] ?? '', other.settings.webhookSecret);
        const taken = heard.length % 2 === 1;
        heard.push({ type: event.type, taken });
        res.writeHead(taken ? 200 : 503).end();
      });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  other.deliverTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const stripe = new Stripe(other.settings.secretKey, { host: '127.0.0.1', port: new URL(other.url).port, protocol: 'http' });
  const { id: customer } = await stripe.customers.create();
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: other.settings.prices.pro }],
  });
  other.actions.pay(session.id);
  await expect.poll(() => heard.length).toBe(6);
  expect(heard.filter(({ taken }) => taken).map(({ type }) => type)).toEqual([
    'customer.subscription.created',
    'customer.subscription.updated',
    'checkout.session.completed',
  ]);
  await other.close();
  server.close();
});

test('in production there is none', async () => {
  const env = { NODE_ENV: 'production', HOST: '127.0.0.1', OIDC_ISSUER: 'https://issuer.example', SESSION_SECRET: sessionSecret };
  const production = await startTestService({ databaseUrl: service.databaseUrl, env });
  const answer = await deliver(production.url, new Life(accountId).event('created'));
  expect([answer.status, answer.body.error.code]).toEqual([503, 'billing_unavailable']);
  await production.stop();
});

test('open pages outlive a restart, and what was not delivered is delivered then', async () => {
  const file = join(folder, 'restart.json');
  const start = async (PORT: string) => {
    const local = await startLocalProvider({ file });
    const env = { PORT };
    return { local, on: await startTestService({ databaseUrl: service.databaseUrl, authenticate, localPayments: local, env }) };
  };
  const before = await start('0');
  const url = await ask('checkout', { plan: 'pro' }, before.on.url);
  const portal = await ask('portal', undefined, before.on.url);
  await click(url, { action: 'pay' });
  await before.on.stop();
  await before.local.close();
  expect(await accountRow(pool, accountId), 'nobody told us').toMatchObject({ plan: 'free' });
  expect(JSON.parse(await readFile(file, 'utf8')).undelivered).toHaveLength(3);

  const after = await start(new URL(before.on.url).port);
  after.local.deliverTo(`${after.on.url}/api/v1/billing/webhook`);
  await expectAccount({ plan: 'pro', status: 'active' });
  expect(await open(url), 'the tab of the checkout').toContain('This checkout is done');
  expect(await open(portal), 'the tab of the portal').toContain('Cancel now');
  const [, subscription = ''] = /name="subscription" value="(sub_\w+)"/.exec(await open(portal)) ?? [];
  await click(portal, { subscription, action: 'cancel-now' });
  await expectAccount({ plan: 'free', status: 'canceled' });
  await after.on.stop();
  await after.local.close();
});
