import { randomUUID } from 'node:crypto';
import pg from 'pg';
import Stripe from 'stripe';
import type { PaymentSettings } from '../../src/billing/provider.ts';
import type { Status } from '../../src/billing/statuses.ts';
import type { PaidPlan } from '../../src/billing/subscription.ts';
import {
  checkoutSessionObject,
  eventObject,
  inSeconds,
  itemObject,
  newId,
  prices,
  subscriptionObject,
} from '../../src/development/payments/objects.ts';
import type { Authenticate } from '../../src/kernel/principal.ts';
import { refuseAll } from './app.ts';
import { call } from './service.ts';

/** Settings of a provider that is only heard of. */
export const settings: PaymentSettings = {
  secretKey: 'sk_test_nobody',
  webhookSecret: 'whsec_4c1b6f9a2d',
  prices,
  apiBase: 'http://127.0.0.1:1',
};

/** Whoever sends an account's id as a bearer token is signed in to it. */
export const authenticate: Authenticate = async (credential, caller) => {
  const accountId = /^Bearer ([\da-f-]{36})$/.exec(caller.headers.authorization ?? '')?.[1];
  if (credential === 'session' && accountId) return { kind: 'session', accountId, userId: randomUUID(), role: 'owner' };
  return refuseAll(credential, caller);
};

export async function createAccount(pool: pg.Pool, email: string | null = 'ada@example.com'): Promise<string> {
  const { rows } = await pool.query('INSERT INTO account (email) VALUES ($1) RETURNING id', [email]);
  return rows[0].id;
}

export interface AccountRow {
  plan: string;
  status: string;
  start: Date | null;
  end: Date | null;
  ending: boolean;
}

/** What billing keeps in the account. */
export async function accountRow(pool: pg.Pool, id: string): Promise<AccountRow> {
  const { rows } = await pool.query(
    'SELECT plan, billing_status AS status, period_start AS start, period_end AS "end", cancel_at_period_end AS ending FROM account WHERE id = $1',
    [id],
  );
  return rows[0];
}

export const day = (text: string) => new Date(`${text}T00:00:00Z`);
export const start = day('2026-11-01');
export const end = day('2026-12-01');

interface Turn {
  at?: number;
  plan?: PaidPlan;
  price?: string;
  status?: Status;
  ending?: boolean;
  metadata?: Record<string, string>;
  start?: Date;
  end?: Date;
}

export type Kind = 'created' | 'updated' | 'deleted' | 'paused' | 'resumed';

/** A subscription's events, in the provider's own shape. */
export class Life {
  readonly id = newId('sub');
  readonly customer: string;
  readonly accountId: string;

  constructor(accountId: string, customer = newId('cus')) {
    this.accountId = accountId;
    this.customer = customer;
  }

  event(kind: Kind, turn: Turn = {}) {
    const { at = 1000, plan = 'pro', price, status, ending = false, metadata = {} } = turn;
    const subscription = subscriptionObject(turn.start ?? start, this.customer, plan, metadata);
    const item = itemObject(this.id, plan, turn.start ?? start, turn.end ?? end);
    if (price) item.price.id = price;
    Object.assign(subscription, {
      id: this.id,
      status: status ?? { created: 'active', updated: 'active', deleted: 'canceled', paused: 'paused', resumed: 'active' }[kind],
      cancel_at_period_end: ending,
      items: { ...subscription.items, data: [item] },
    });
    return eventObject(new Date(at * 1000), `customer.subscription.${kind}`, subscription);
  }

  completed({ at = 1000, reference = this.accountId as string | null, subscription = this.id as string | null } = {}) {
    const checkout = { customer: this.customer, reference, successUrl: null, cancelUrl: null };
    const session = checkoutSessionObject(start, checkout, 'http://localhost');
    Object.assign(session, { subscription, status: 'complete', payment_status: 'paid' });
    return eventObject(new Date(at * 1000), 'checkout.session.completed', session);
  }
}

export type Event = ReturnType<Life['event']>;

/** As the provider's library signs. */
export const signatureOf = (payload: string, { secret = settings.webhookSecret, at = new Date() } = {}): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: inSeconds(at) });

/** Sends an event as the provider does. */
export async function deliver(url: string, event: object, secret = settings.webhookSecret) {
  const payload = JSON.stringify(event);
  return post(url, payload, { 'stripe-signature': signatureOf(payload, { secret }) });
}

export const post = (url: string, body: string | Buffer, headers: Record<string, string>) =>
  call(url, '/api/v1/billing/webhook', {
    method: 'POST',
    body: body as BodyInit,
    headers: { 'content-type': 'application/json', ...headers },
  });

export const done = { received: true, duplicate: false, stale: false };
export const duplicate = { received: true, duplicate: true, stale: false };
export const stale = { received: true, duplicate: false, stale: true };

/** Its connections may still be open when their database is dropped. */
export const openPool = (url: string): pg.Pool =>
  new pg.Pool({ connectionString: url, max: 4 }).on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
