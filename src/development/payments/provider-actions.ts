import type Stripe from 'stripe';
import {
  amountOf,
  eventObject,
  inSeconds,
  itemObject,
  monthAfter,
  type PaidPlan,
  planOfPrice,
  subscriptionObject,
} from './objects.ts';
import { paymentObject } from './payments.ts';
import type { Store } from './store.ts';

const kind = (name: 'created' | 'updated' | 'deleted' | 'paused' | 'resumed') => `customer.subscription.${name}` as const;

/** The actions of a customer in the portal, and the events that tests can cause. */
export const actions = ['switch', 'cancel-at-period-end', 'keep', 'pause', 'resume', 'fail', 'renew', 'cancel-now'] as const;
export type Action = (typeof actions)[number];

/** Changes subscriptions, and makes the events for the changes. */
export class ProviderActions {
  readonly #store: Store;
  readonly #now: () => Date;
  readonly #onEvents: () => void;

  constructor(store: Store, now: () => Date, onEvents: () => void) {
    this.#store = store;
    this.#now = now;
    this.#onEvents = onEvents;
  }

  /** Pays a checkout, which starts its subscription. Returns false if the checkout is not open. */
  pay(id: string): boolean {
    const checkout = this.#store.entries.checkouts[id];
    const now = this.#now();
    if (checkout?.session.status !== 'open' || checkout.session.expires_at <= inSeconds(now)) return false;
    const { session, plan, metadata } = checkout;
    const subscription = subscriptionObject(now, String(session.customer), plan, metadata);
    this.#store.entries.subscriptions[subscription.id] = subscription;
    this.#addEvent(eventObject(now, kind('created'), subscription));
    this.#charge(subscription, now);
    subscription.status = 'active';
    this.#addEvent(eventObject(now, kind('updated'), subscription));
    Object.assign(session, { status: 'complete', payment_status: 'paid', subscription: subscription.id, url: null });
    this.#addEvent(eventObject(now, 'checkout.session.completed', session));
    this.#onEvents();
    return true;
  }

  /** Closes an open checkout: it cannot be paid any more. Returns false if it is not open. */
  expire(session: Stripe.Checkout.Session): boolean {
    if (session.status !== 'open') return false;
    expire(session);
    this.#store.save();
    return true;
  }

  /** Deletes a customer and ends its subscriptions and checkouts. */
  deleteCustomer(customer: string): void {
    const { customers, checkouts, subscriptions } = this.#store.entries;
    for (const subscription of Object.values(subscriptions))
      if (subscription.customer === customer) this.act(subscription, 'cancel-now', undefined);
    for (const { session } of Object.values(checkouts)) if (session.customer === customer) expire(session);
    delete customers[customer];
    this.#store.save();
  }

  /** Changes a subscription that has not ended. */
  act(subscription: Stripe.Subscription, action: Action, plan: PaidPlan | undefined): void {
    if (subscription.status === 'canceled') return;
    const now = this.#now();
    const change = this.#change(subscription, action, plan, now);
    if (change) this.#addEvent(eventObject(now, kind(change), subscription));
    this.#onEvents();
  }

  #change(subscription: Stripe.Subscription, action: Action, plan: PaidPlan | undefined, now: Date) {
    const item = subscription.items.data[0];
    if (!item) return undefined;
    const end = new Date(item.current_period_end * 1000);
    switch (action) {
      case 'switch':
        if (!plan) return undefined;
        subscription.items.data[0] = itemObject(subscription.id, plan, new Date(item.current_period_start * 1000), end);
        return 'updated';
      case 'cancel-at-period-end':
        Object.assign(subscription, {
          cancel_at_period_end: true,
          cancel_at: item.current_period_end,
          canceled_at: inSeconds(now),
        });
        return 'updated';
      case 'keep':
        Object.assign(subscription, { cancel_at_period_end: false, cancel_at: null, canceled_at: null });
        return 'updated';
      case 'pause':
        subscription.status = 'paused';
        return 'paused';
      case 'resume':
        subscription.status = 'active';
        return 'resumed';
      case 'fail':
        subscription.status = 'past_due';
        return 'updated';
      case 'renew':
        if (subscription.cancel_at_period_end) return endNow(subscription, now);
        Object.assign(item, { current_period_start: inSeconds(end), current_period_end: inSeconds(monthAfter(end)) });
        this.#charge(subscription, now);
        subscription.status = 'active';
        return 'updated';
      case 'cancel-now':
        return endNow(subscription, now);
    }
  }

  /** Records a payment of the current period. */
  #charge(subscription: Stripe.Subscription, now: Date): void {
    const plan = planOfPrice(subscription.items.data[0]?.price.id ?? '');
    const payment = paymentObject(now, plan ? amountOf(plan) : 0);
    subscription.latest_invoice = String(payment.invoice);
    this.#store.entries.payments[subscription.latest_invoice] = payment;
  }

  #addEvent(event: ReturnType<typeof eventObject>): void {
    this.#store.entries.undelivered.push(event);
    this.#store.save();
  }
}

const expire = (session: Stripe.Checkout.Session) => Object.assign(session, { status: 'expired', url: null });

function endNow(subscription: Stripe.Subscription, now: Date) {
  Object.assign(subscription, { status: 'canceled', ended_at: inSeconds(now), canceled_at: inSeconds(now) });
  return 'deleted' as const;
}
