import type Stripe from 'stripe';
import { checkoutSessionObject, customerObject, listOf, planOfPrice, portalSessionObject, refundObject } from './objects.ts';
import type { ProviderActions } from './provider-actions.ts';
import type { Store } from './store.ts';

interface ApiRequest {
  method: string;
  path: string;
  /** The parameters, from the URL or the body. */
  fields: URLSearchParams;
  idempotencyKey: string | undefined;
}

interface ApiReply {
  status: number;
  body: unknown;
}

/** An error in the provider's form. */
class ApiError extends Error {
  readonly reply: ApiReply;

  constructor(status: number, error: Partial<Stripe.StripeRawError>) {
    super(error.message);
    this.reply = { status, body: { error: { type: 'invalid_request_error', ...error } } };
  }
}

export const unauthorized = new ApiError(401, { message: 'Invalid API Key provided.' }).reply;

const missing = (status: number, param: string, what: string) =>
  new ApiError(status, { code: 'resource_missing', param, message: `No such ${what}` });

/** Returns an object by the id in its path. */
function find<Item>(items: Record<string, Item>, id: string, kind: string): Item {
  const item = items[id];
  if (!item) throw missing(404, 'id', `${kind}: '${id}'`);
  return item;
}

/** `metadata[accountId]=…` as an object. */
function nested(fields: URLSearchParams, name: string): Stripe.Metadata {
  const own = [...fields].filter(([key]) => key.startsWith(`${name}[`) && key.endsWith(']'));
  return Object.fromEntries(own.map(([key, value]) => [key.slice(name.length + 1, -1), value]));
}

/** One page, the newest first. */
function page<Item extends { id: string }>(url: string, all: Item[], fields: URLSearchParams): Stripe.ApiList<Item> {
  const limit = Number(fields.get('limit') ?? 10);
  const after = fields.get('starting_after');
  const newest = all.toReversed();
  const from = after ? newest.findIndex(({ id }) => id === after) + 1 : 0;
  return listOf(url, newest.slice(from, from + limit), from + limit < newest.length);
}

interface ApiOptions {
  store: Store;
  actions: ProviderActions;
  now: () => Date;
  pagesUrl: () => string;
}

/** The part of Stripe's API that the service uses. */
export function openApi({ store: { entries, save }, actions, now, pagesUrl }: ApiOptions) {
  const customerIn = (fields: URLSearchParams): string => {
    const id = fields.get('customer') ?? '';
    if (!entries.customers[id]) throw missing(400, 'customer', `customer: '${id}'`);
    return id;
  };

  const routes: Record<string, (fields: URLSearchParams, id: string) => unknown> = {
    'POST /v1/customers': (fields) => {
      const customer = customerObject(now(), fields.get('email'), nested(fields, 'metadata'));
      entries.customers[customer.id] = customer;
      return customer;
    },
    'DELETE /v1/customers/{id}': (_fields, id) => {
      find(entries.customers, id, 'customer');
      actions.deleteCustomer(id);
      return { id, object: 'customer', deleted: true };
    },
    'POST /v1/checkout/sessions': (fields) => {
      if (fields.get('mode') !== 'subscription')
        throw new ApiError(400, { param: 'mode', message: 'Only subscriptions are sold here.' });
      const customer = customerIn(fields);
      const price = fields.get('line_items[0][price]') ?? '';
      const plan = planOfPrice(price);
      if (!plan) throw missing(400, 'line_items[0][price]', `price: '${price}'`);
      const [reference, successUrl, cancelUrl] = [
        fields.get('client_reference_id'),
        fields.get('success_url'),
        fields.get('cancel_url'),
      ];
      const session = checkoutSessionObject(now(), { customer, reference, successUrl, cancelUrl }, pagesUrl());
      entries.checkouts[session.id] = { session, plan, metadata: nested(fields, 'subscription_data[metadata]') };
      return session;
    },
    'GET /v1/checkout/sessions': (fields) => {
      const customer = customerIn(fields);
      const status = fields.get('status');
      const all = Object.values(entries.checkouts).map(({ session }) => session);
      const own = all.filter((one) => one.customer === customer && (!status || one.status === status));
      return page('/v1/checkout/sessions', own, fields);
    },
    'POST /v1/checkout/sessions/{id}/expire': (_fields, id) => {
      const { session } = find(entries.checkouts, id, 'checkout.session');
      if (!actions.expire(session)) throw new ApiError(400, { message: 'Only Checkout Sessions that are open can be expired.' });
      return session;
    },
    'POST /v1/billing_portal/sessions': (fields) => {
      const session = portalSessionObject(now(), customerIn(fields), fields.get('return_url'), pagesUrl());
      entries.portals[session.id] = session;
      return session;
    },
    // Ended subscriptions are listed only with `status=all`.
    'GET /v1/subscriptions': (fields) => {
      const customer = fields.has('customer') ? customerIn(fields) : undefined;
      const all = Object.values(entries.subscriptions).filter(
        (one) => (!customer || one.customer === customer) && (one.status !== 'canceled' || fields.get('status') === 'all'),
      );
      return page('/v1/subscriptions', all, fields);
    },
    'GET /v1/subscriptions/{id}': (_fields, id) => find(entries.subscriptions, id, 'subscription'),
    // An ended subscription cannot be cancelled again: as with Stripe, it counts as missing.
    'DELETE /v1/subscriptions/{id}': (_fields, id) => {
      const subscription = find(entries.subscriptions, id, 'subscription');
      if (subscription.status === 'canceled') throw missing(404, 'id', `subscription: '${id}'`);
      actions.act(subscription, 'cancel-now', undefined);
      return subscription;
    },
    'GET /v1/invoice_payments': (fields) => {
      const payment = entries.payments[fields.get('invoice') ?? ''];
      return page('/v1/invoice_payments', payment ? [payment] : [], fields);
    },
    'POST /v1/refunds': (fields) => {
      const intent = fields.get('payment_intent') ?? '';
      const paid = Object.values(entries.payments).find(({ payment }) => payment.payment_intent === intent);
      if (!paid) throw missing(404, 'payment_intent', `payment_intent: '${intent}'`);
      if (entries.refunds[intent])
        throw new ApiError(400, { code: 'charge_already_refunded', message: 'It has already been refunded.' });
      entries.refunds[intent] = refundObject(paid);
      return entries.refunds[intent];
    },
  };

  const reply = ({ method, path, fields }: ApiRequest): ApiReply => {
    const id = /^\/v1\/(?:subscriptions|customers|checkout\/sessions)\/(\w+)/.exec(path)?.[1] ?? '';
    const route = routes[`${method} ${id ? path.replace(id, '{id}') : path}`];
    try {
      if (!route) throw new ApiError(404, { message: `Unrecognized request URL (${method}: ${path}).` });
      return { status: 200, body: route(fields, id) };
    } catch (error) {
      if (error instanceof ApiError) return error.reply;
      throw error;
    }
  };

  /** Answers a request. One with the idempotency key of an earlier request gets its answer. */
  return (request: ApiRequest): ApiReply => {
    const { idempotencyKey: key, method, path, fields } = request;
    if (method !== 'POST' || !key) return reply(request);
    const parameters = `${path}?${fields}`;
    const before = entries.replies[key];
    if (before && before.request !== parameters)
      return new ApiError(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters.',
      }).reply;
    const { status, body } = before ?? reply(request);
    entries.replies[key] = { request: parameters, status, body };
    save();
    return { status, body };
  };
}
