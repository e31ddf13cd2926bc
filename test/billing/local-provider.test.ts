import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LocalProvider } from '../../src/billing/local-provider/server.ts';
import { accountRow, authenticate, createAccount, deliver, Life, openPool } from '../support/billing.ts';
import { ServiceProcess } from '../support/process.ts';
import { call, startTestService, type TestService } from '../support/service.ts';
import { sessionSecret } from '../support/sign-in.ts';

let folder: string;
let provider: LocalProvider;
let service: TestService;
let pool: pg.Pool;
let accountId: string;
const webhook = () => `${service.url}/api/v1/billing/webhook`;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'registry-provider-'));
  provider = await LocalProvider.start({ file: join(folder, 'books.json') });
  service = await startTestService({ authenticate, payments: provider.settings });
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
const expectAccount = (expected: object) =>
  expect.poll(() => accountRow(pool, accountId), { timeout: 20_000 }).toMatchObject(expected);

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

test('a checkout is paid once, and only while it is open', async () => {
  const url = await ask('checkout', { plan: 'pro' });
  await Promise.all([click(url, { action: 'pay' }), click(url, { action: 'pay' })]);
  await expectAccount({ plan: 'pro' });
  const own = Object.values(provider.books.entries.subscriptions).filter(({ metadata }) => metadata['accountId'] === accountId);
  expect(own).toHaveLength(1);
  expect(await open(url)).toContain('This checkout is done');
});

test('one portal does not reach into the subscription of another customer', async () => {
  await buy('pro');
  const { id } = Object.values(provider.books.entries.subscriptions).at(-1) ?? {};
  const mine = accountId;
  accountId = await createAccount(pool);
  await click(await ask('portal'), { subscription: id ?? '', action: 'cancel-now' });
  accountId = mine;
  expect(provider.books.entries.subscriptions[id ?? '']?.status).toBe('active');
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
    const live = Object.values(provider.books.entries.subscriptions).filter(({ status }) => status !== 'canceled');
    expect(all.map(({ id }) => id).toSorted()).toEqual(live.map(({ id }) => id).toSorted());
    const { customer } = all[0] ?? {};
    expect((await stripe.subscriptions.list({ customer: String(customer) })).data).toHaveLength(1);
  });
});

test('an event is delivered until it is taken, in order, with a signature of its own each time', async () => {
  const other = await LocalProvider.start();
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
  other.business.pay(session.id);
  await expect.poll(() => heard.length, { timeout: 20_000 }).toBe(6);
  expect(heard.filter(({ taken }) => taken).map(({ type }) => type)).toEqual([
    'customer.subscription.created',
    'customer.subscription.updated',
    'checkout.session.completed',
  ]);
  await other.close();
  server.close();
});

test('in production there is none', async () => {
  const production = new ServiceProcess({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    DATABASE_URL: service.databaseUrl,
    OIDC_ISSUER: 'https://issuer.example',
    SESSION_SECRET: sessionSecret,
    DATA_DIR: folder,
  });
  const answer = await deliver(await production.url(), new Life(accountId).event('created'));
  expect([answer.status, answer.body.error.code]).toEqual([503, 'billing_unavailable']);
  expect(await production.end('SIGINT')).toBe(0);
});

test('its books outlive it: the portal works after a restart, and what was not delivered is delivered then', async () => {
  const file = join(folder, 'restart.json');
  const first = await LocalProvider.start({ file });
  const before = await startTestService({ databaseUrl: service.databaseUrl, authenticate, payments: first.settings });
  const url = await ask('checkout', { plan: 'pro' }, before.url);
  await click(url, { action: 'pay' });
  await before.stop();
  await first.close();
  expect(await accountRow(pool, accountId), 'nobody told us').toMatchObject({ plan: 'free' });
  expect(JSON.parse(await readFile(file, 'utf8')).undelivered).toHaveLength(3);

  const second = await LocalProvider.start({ file });
  const after = await startTestService({ databaseUrl: service.databaseUrl, authenticate, payments: second.settings });
  second.deliverTo(`${after.url}/api/v1/billing/webhook`);
  await expectAccount({ plan: 'pro', status: 'active' });
  expect(await open(await ask('portal', undefined, after.url))).toContain('Cancel now');
  await after.stop();
  await second.close();
});
