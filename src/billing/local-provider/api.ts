import type Stripe from 'stripe';
import type { Books } from './books.ts';
import { checkoutSessionObject } from './checkout-session.ts';
import { customerObject, listOf, planOfPrice, portalSessionObject } from './objects.ts';

export interface ApiRequest {
  method: string;
  path: string;
  /** Of the address or the body. */
  fields: URLSearchParams;
  idempotencyKey: string | undefined;
}

export interface ApiReply {
  status: number;
  body: unknown;
}

/** An error as the provider tells it. */
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

/** The part of the provider's interface that the service uses, in its own words. */
export class Api {
  readonly #books: Books;
  readonly #now: () => Date;
  readonly #base: () => string;

  constructor(books: Books, now: () => Date, base: () => string) {
    this.#books = books;
    this.#now = now;
    this.#base = base;
  }

  answer(request: ApiRequest): ApiReply {
    const { replies } = this.#books.entries;
    const { idempotencyKey: key, method, path, fields } = request;
    if (method !== 'POST' || !key) return this.#reply(request);
    const said = `${path}?${fields}`;
    const before = replies[key];
    if (before && before.request !== said)
      return refusal(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters.',
      });
    const { status, body } = before ?? this.#reply(request);
    replies[key] = { request: said, status, body };
    this.#books.save();
    return { status, body };
  }

  #reply({ method, path, fields }: ApiRequest): ApiReply {
    const id = /^\/v1\/subscriptions\/(\w+)$/.exec(path)?.[1];
    if (method === 'GET' && id) return this.#subscription(id);
    switch (`${method} ${path}`) {
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
    this.#books.entries.customers[customer.id] = customer;
    return { status: 200, body: customer };
  }

  #createCheckout(fields: URLSearchParams): ApiReply {
    const id = fields.get('customer') ?? '';
    const price = fields.get('line_items[0][price]') ?? '';
    const customer = this.#books.entries.customers[id];
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
    this.#books.entries.checkouts[session.id] = { session, plan, metadata: nested(fields, 'subscription_data[metadata]') };
    return { status: 200, body: session };
  }

  #createPortal(fields: URLSearchParams): ApiReply {
    const customer = fields.get('customer') ?? '';
    if (!this.#books.entries.customers[customer]) return missing(400, 'customer', `No such customer: '${customer}'`);
    const session = portalSessionObject(this.#now(), customer, fields.get('return_url'), this.#base());
    this.#books.entries.portals[session.id] = session;
    return { status: 200, body: session };
  }

  #subscription(id: string): ApiReply {
    const subscription = this.#books.entries.subscriptions[id];
    return subscription ? { status: 200, body: subscription } : missing(404, 'id', `No such subscription: '${id}'`);
  }

  /** Newest first, a page at a time; those that ended are left out unless they are asked for. */
  #subscriptions(fields: URLSearchParams): ApiReply {
    const customer = fields.get('customer');
    const limit = Number(fields.get('limit') ?? 10);
    const all = Object.values(this.#books.entries.subscriptions)
      .toReversed()
      .filter((one) => (!customer || one.customer === customer) && (one.status !== 'canceled' || fields.get('status') === 'all'));
    const after = fields.get('starting_after');
    const from = after ? all.findIndex(({ id }) => id === after) + 1 : 0;
    return { status: 200, body: listOf('/v1/subscriptions', all.slice(from, from + limit), from + limit < all.length) };
  }
}
