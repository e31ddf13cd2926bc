import { randomBytes } from 'node:crypto';
import Stripe from 'stripe';
import { plans } from '../../accounts/index.ts';

/** The objects of Stripe's protocol, with the fields that we read. The types of its library check their shape. */

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
export const inSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

export const prices = { pro: 'price_local_pro', business: 'price_local_business' };
export type PaidPlan = keyof typeof prices;
export const paidPlans = Object.keys(prices) as PaidPlan[];
export const planOfPrice = (price: string): PaidPlan | undefined => paidPlans.find((plan) => prices[plan] === price);
export const monthlyEuros = (plan: string): number => plans.find(({ id }) => id === plan)?.monthlyPriceEur ?? 0;

export type Customer = Pick<Stripe.Customer, 'id' | 'object' | 'created' | 'email' | 'metadata'>;
export const customerObject = (now: Date, email: string | null, metadata: Stripe.Metadata): Customer => ({
  id: newId('cus'),
  object: 'customer',
  created: inSeconds(now),
  email,
  metadata,
});

const checkoutSeconds = 86_400;
interface NewCheckout {
  customer: string;
  reference: string | null;
  successUrl: string | null;
  cancelUrl: string | null;
}
type CheckoutField = 'id' | 'object' | 'cancel_url' | 'client_reference_id' | 'created' | 'customer' | 'expires_at' | 'mode';
export type CheckoutSession = Pick<
  Stripe.Checkout.Session,
  CheckoutField | 'payment_status' | 'status' | 'subscription' | 'success_url' | 'url'
>;
export function checkoutSessionObject(now: Date, checkout: NewCheckout, pagesUrl: string): CheckoutSession {
  const id = newId('cs_test');
  return {
    id,
    object: 'checkout.session',
    cancel_url: checkout.cancelUrl,
    client_reference_id: checkout.reference,
    created: inSeconds(now),
    customer: checkout.customer,
    expires_at: inSeconds(now) + checkoutSeconds,
    mode: 'subscription',
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    success_url: checkout.successUrl,
    url: `${pagesUrl}/checkout/${id}`,
  };
}

export type PortalSession = Pick<Stripe.BillingPortal.Session, 'id' | 'object' | 'created' | 'customer' | 'return_url' | 'url'>;
export function portalSessionObject(now: Date, customer: string, returnUrl: string | null, pagesUrl: string): PortalSession {
  const id = newId('bps');
  const url = `${pagesUrl}/portal/${id}`;
  return { id, object: 'billing_portal.session', created: inSeconds(now), customer, return_url: returnUrl, url };
}

/** A month later, on the same day, or on the last day of a shorter month. */
export function monthAfter(start: Date): Date {
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + 1);
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return end;
}

type SubscriptionItem = Pick<
  Stripe.SubscriptionItem,
  'id' | 'object' | 'current_period_start' | 'current_period_end' | 'quantity' | 'subscription'
> & { price: Pick<Stripe.Price, 'id' | 'object'> };
export const itemObject = (subscription: string, plan: PaidPlan, start: Date, end: Date): SubscriptionItem => ({
  id: newId('si'),
  object: 'subscription_item',
  current_period_start: inSeconds(start),
  current_period_end: inSeconds(end),
  price: { id: prices[plan], object: 'price' },
  quantity: 1,
  subscription,
});

export const listOf = <Item>(url: string, data: Item[], hasMore = false): Stripe.ApiList<Item> => ({
  object: 'list',
  data,
  has_more: hasMore,
  url,
});

type SubscriptionField = 'id' | 'object' | 'cancel_at' | 'cancel_at_period_end' | 'canceled_at' | 'created' | 'customer';
export type Subscription = Pick<
  Stripe.Subscription,
  SubscriptionField | 'ended_at' | 'latest_invoice' | 'metadata' | 'status'
> & {
  items: Stripe.ApiList<SubscriptionItem>;
};
export function subscriptionObject(now: Date, customer: string, plan: PaidPlan, metadata: Stripe.Metadata): Subscription {
  const id = newId('sub');
  return {
    id,
    object: 'subscription',
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    created: inSeconds(now),
    customer,
    ended_at: null,
    items: listOf(`/v1/subscription_items?subscription=${id}`, [itemObject(id, plan, now, monthAfter(now))]),
    latest_invoice: null,
    metadata,
    status: 'incomplete',
  };
}

export type InvoicePayment = Pick<Stripe.InvoicePayment, 'id' | 'object' | 'amount_paid' | 'invoice' | 'payment' | 'status'>;
export const paymentObject = (plan: string): InvoicePayment => ({
  id: newId('inpay'),
  object: 'invoice_payment',
  amount_paid: monthlyEuros(plan) * 100,
  invoice: newId('in'),
  payment: { type: 'payment_intent', payment_intent: newId('pi') },
  status: 'paid',
});

/** The refund of a whole payment. */
export type Refund = Pick<Stripe.Refund, 'id' | 'object' | 'amount' | 'payment_intent' | 'reason' | 'status'>;
export const refundObject = ({ amount_paid: amount, payment }: InvoicePayment): Refund => ({
  id: newId('re'),
  object: 'refund',
  amount: amount ?? 0,
  payment_intent: payment.payment_intent ?? null,
  reason: 'duplicate',
  status: 'succeeded',
});

type EventType =
  | 'checkout.session.completed'
  | `customer.subscription.${'created' | 'updated' | 'deleted' | 'paused' | 'resumed'}`;
export const eventObject = (now: Date, type: EventType & Stripe.Event['type'], object: CheckoutSession | Subscription) => ({
  id: newId('evt'),
  object: 'event',
  api_version: Stripe.API_VERSION,
  created: inSeconds(now),
  // A copy, because the object will change.
  data: { object: structuredClone(object) },
  type,
});
