import type Stripe from 'stripe';
import { checkoutSessionObject } from './checkout-session.ts';
import { customerObject, listOf, planOfPrice, portalSessionObject } from './objects.ts';
import { refundObject } from './payments.ts';
import type { ProviderActions } from './provider-actions.ts';
import type { Store } from './store.ts';

export interface ApiRequest {
  method: string;
  path: string;
  /** The parameters, from the URL or the body. */
  fields: URLSearchParams;
  idempotencyKey: string | undefined;
}

export interface ApiReply {
  status: number;
  body: unknown;
}

/** An error in the provider's form. */
const refusal = (status: number, error: Partial<Stripe.StripeRawError>): ApiReply => ({
  status,
  body: { error: { type: 'invalid_request_error', ...error } },
});
export const unauthorized = refusal(401, { message: 'Invalid API Key provided.' });
const missing = (status: number, param: string, message: string) => refusal(status, { code: 'resource_missing', param, message });

/** `metadata[accountId]=…` as an object. */
function nested(fields: URLSearchParams, name: string): Stripe.Metadata {
  const own = [...fields].filter(([key]) => key.startsWith(`${name}[`) && key.endsWith(']'));
  return Object.fromEntries(own.map(([key, value]) => [key.slice(name.length + 1, -1), value]));
}

/** The part of Stripe's API that the service uses. */
export class Api {
  readonly #store: Store;
  readonly #actions: ProviderActions;
  readonly #now: () => Date;
  readonly #base: () => string;

  constructor(store: Store, actions: ProviderActions, now: () => Date, base: () => string) {
    this.#store = store;
    this.#actions = actions;
    this.#now = now;
    this.#base = base;
  }

  answer(request: ApiRequest): ApiReply {
    const { replies } = this.#store.entries;
    const { idempotencyKey: key, method, path, fields } = request;
    if (method !== 'POST' || !key) return this.#reply(request);
    const parameters = `${path}?${fields}`;
    const before = replies[key];
    if (before && before.request !== parameters)
      return refusal(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters.',
      });
    const { status, body } = before ?? this.#reply(request);
    replies[key] = { request: parameters, status, body };
    this.#store.save();
    return { status, body };
  }

  #reply({ method, path, fields }: ApiRequest): ApiReply {
    const id = /^\/v1\/(?:subscriptions|customers|checkout\/sessions)\/(\w+)/.exec(path)?.[1] ?? '';
    switch (`${method} ${id ? path.replace(id, '{id}') : path}`) {
      case 'GET /v1/subscriptions/{id}':
        return this.#subscription(id);
      case 'DELETE /v1/subscriptions/{id}':
        return this.#cancel(id);
      case 'DELETE /v1/customers/{id}':
        return this.#deleteCustomer(id);
      case 'GET /v1/checkout/sessions':
        return this.#checkouts(fields);
      case 'POST /v1/checkout/sessions/{id}/expire':
        return this.#expire(id);
      case 'GET /v1/invoice_payments':
        return this.#payments(fields);
      case 'POST /v1/refunds':
        return this.#refund(fields);
      case 'POST /v1/customers':
        return this.#createCustomer(fields);
      case 'POST /v1/checkout/sessions':
        return this.#createCheckout(fields);
      case 'POST /v1/billing_portal/sessions':
        return this.#createPortal(fields);
      case 'GET /v1/subscriptions':
        return this.#subscriptions(fields);
      default:
        return refusal(404, { message: `Unrecognized request URL (${method}: ${path}).` });
    }
  }

  #createCustomer(fields: URLSearchParams): ApiReply {
    const customer = customerObject(this.#now(), fields.get('email'), nested(fields, 'metadata'));
    this.#store.entries.customers[customer.id] = customer;
    return { status: 200, body: customer };
  }

  #createCheckout(fields: URLSearchParams): ApiReply {
    const id = fields.get('customer') ?? '';
    const price = fields.get('line_items[0][price]') ?? '';
    const customer = this.#store.entries.customers[id];
    const plan = planOfPrice(price);
    if (fields.get('mode') !== 'subscription')
      return refusal(400, { param: 'mode', message: 'Only subscriptions are sold here.' });
    if (!customer) return missing(400, 'customer', `No such customer: '${id}'`);
    if (!plan) return missing(400, 'line_items[0][price]', `No such price: '${price}'`);
    const session = checkoutSessionObject(
      this.#now(),
      {
        customer,
        plan,
        reference: fields.get('client_reference_id'),
        successUrl: fields.get('success_url'),
        cancelUrl: fields.get('cancel_url'),
      },
      this.#base(),
    );
    this.#store.entries.checkouts[session.id] = { session, plan, metadata: nested(fields, 'subscription_data[metadata]') };
    return { status: 200, body: session };
  }

  #createPortal(fields: URLSearchParams): ApiReply {
    const customer = fields.get('customer') ?? '';
    if (!this.#store.entries.customers[customer]) return missing(400, 'customer', `No such customer: '${customer}'`);
    const session = portalSessionObject(this.#now(), customer, fields.get('return_url'), this.#base());
    this.#store.entries.portals[session.id] = session;
    return { status: 200, body: session };
  }

  #subscription(id: string): ApiReply {
    const subscription = this.#store.entries.subscriptions[id];
    return subscription ? { status: 200, body: subscription } : missing(404, 'id', `No such subscription: '${id}'`);
  }

  /** Lists the newest first, a page at a time. Ended subscriptions are listed only with `status=all`. */
  #subscriptions(fields: URLSearchParams): ApiReply {
    const customer = fields.get('customer');
    if (customer && !this.#store.entries.customers[customer]) return missing(400, 'customer', `No such customer: '${customer}'`);
    const all = Object.values(this.#store.entries.subscriptions).filter(
      (one) => (!customer || one.customer === customer) && (one.status !== 'canceled' || fields.get('status') === 'all'),
    );
    return page('/v1/subscriptions', all, fields);
  }

  /** An ended subscription cannot be cancelled again: as with Stripe, it counts as missing. */
  #cancel(id: string): ApiReply {
    const subscription = this.#store.entries.subscriptions[id];
    if (!subscription || subscription.status === 'canceled') return missing(404, 'id', `No such subscription: '${id}'`);
    this.#actions.act(subscription, 'cancel-now', undefined);
    return { status: 200, body: subscription };
  }

  #deleteCustomer(id: string): ApiReply {
    if (!this.#store.entries.customers[id]) return missing(404, 'id', `No such customer: '${id}'`);
    this.#actions.deleteCustomer(id);
    return { status: 200, body: { id, object: 'customer', deleted: true } };
  }

  #checkouts(fields: URLSearchParams): ApiReply {
    const customer = fields.get('customer') ?? '';
    const status = fields.get('status');
    if (!this.#store.entries.customers[customer]) return missing(400, 'customer', `No such customer: '${customer}'`);
    const all = Object.values(this.#store.entries.checkouts).map(({ session }) => session);
    return page(
      '/v1/checkout/sessions',
      all.filter((one) => one.customer === customer && (!status || one.status === status)),
      fields,
    );
  }

  #expire(id: string): ApiReply {
    const { session } = this.#store.entries.checkouts[id] ?? {};
    if (!session) return missing(404, 'id', `No such checkout.session: '${id}'`);
    if (!this.#actions.expire(session)) return refusal(400, { message: 'Only Checkout Sessions that are open can be expired.' });
    return { status: 200, body: session };
  }

  #payments(fields: URLSearchParams): ApiReply {
    const payment = this.#store.entries.payments[fields.get('invoice') ?? ''];
    return page('/v1/invoice_payments', payment ? [payment] : [], fields);
  }

  #refund(fields: URLSearchParams): ApiReply {
    const { payments, refunds } = this.#store.entries;
    const intent = fields.get('payment_intent') ?? '';
    const paid = Object.values(payments).find(({ payment }) => payment.payment_intent === intent);
    if (!paid) return missing(404, 'payment_intent', `No such payment_intent: '${intent}'`);
    if (refunds[intent]) return refusal(400, { code: 'charge_already_refunded', message: 'It has already been refunded.' });
    refunds[intent] = refundObject(this.#now(), paid);
    return { status: 200, body: refunds[intent] };
  }
}

/** One page, the newest first. */
function page<Item extends { id: string }>(url: string, all: Item[], fields: URLSearchParams): ApiReply {
  const limit = Number(fields.get('limit') ?? 10);
  const after = fields.get('starting_after');
  const newest = all.toReversed();
  const from = after ? newest.findIndex(({ id }) => id === after) + 1 : 0;
  return { status: 200, body: listOf(url, newest.slice(from, from + limit), from + limit < newest.length) };
}
