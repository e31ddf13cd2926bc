import {
  type CheckoutSession,
  eventObject,
  inSeconds,
  itemObject,
  monthAfter,
  type PaidPlan,
  paymentObject,
  planOfPrice,
  type Subscription,
  subscriptionObject,
} from './objects.ts';
import type { Store } from './store.ts';

/** The actions of a customer in the portal, and the events that tests can cause. */
export const actions = ['switch', 'cancel-at-period-end', 'keep', 'pause', 'resume', 'fail', 'renew', 'cancel-now'] as const;
export type Action = (typeof actions)[number];

/** Changes subscriptions, and makes the events for the changes. `onEvents` is called when there are new ones. */
export function providerActions({ entries, save }: Store, now: () => Date, onEvents: () => void) {
  const addEvent = (...event: Parameters<typeof eventObject>): void => {
    entries.undelivered.push(eventObject(...event));
    save();
  };

  /** Records a payment of the current period. */
  const charge = (subscription: Subscription): void => {
    const payment = paymentObject(planOfPrice(subscription.items.data[0]?.price.id ?? '') ?? '');
    subscription.latest_invoice = String(payment.invoice);
    entries.payments[subscription.latest_invoice] = payment;
  };

  /** Pays a checkout, which starts its subscription. Returns false if the checkout is not open. */
  const pay = (id: string): boolean => {
    const checkout = entries.checkouts[id];
    const paidAt = now();
    if (checkout?.session.status !== 'open' || checkout.session.expires_at <= inSeconds(paidAt)) return false;
    const { session, plan, metadata } = checkout;
    const subscription = subscriptionObject(paidAt, String(session.customer), plan, metadata);
    entries.subscriptions[subscription.id] = subscription;
    addEvent(paidAt, 'customer.subscription.created', subscription);
    charge(subscription);
    subscription.status = 'active';
    addEvent(paidAt, 'customer.subscription.updated', subscription);
    Object.assign(session, { status: 'complete', payment_status: 'paid', subscription: subscription.id, url: null });
    addEvent(paidAt, 'checkout.session.completed', session);
    onEvents();
    return true;
  };

  /** Closes an open checkout: it cannot be paid any more. Returns false if it is not open. */
  const expire = (session: CheckoutSession): boolean => {
    if (session.status !== 'open') return false;
    Object.assign(session, { status: 'expired', url: null });
    save();
    return true;
  };

  /** Returns what the change is called in its event. Undefined: nothing changes. */
  const change = (subscription: Subscription, action: Action, plan: PaidPlan | undefined, at: Date) => {
    const item = subscription.items.data[0];
    if (!item) return undefined;
    const end = new Date(item.current_period_end * 1000);
    switch (action) {
      case 'switch':
        if (!plan) return undefined;
        subscription.items.data[0] = itemObject(subscription.id, plan, new Date(item.current_period_start * 1000), end);
        return 'updated';
      case 'cancel-at-period-end':
        Object.assign(subscription, { cancel_at_period_end: true, cancel_at: inSeconds(end), canceled_at: inSeconds(at) });
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
        if (subscription.cancel_at_period_end) return endNow(subscription, at);
        Object.assign(item, { current_period_start: inSeconds(end), current_period_end: inSeconds(monthAfter(end)) });
        charge(subscription);
        subscription.status = 'active';
        return 'updated';
      case 'cancel-now':
        return endNow(subscription, at);
    }
  };

  /** Changes a subscription that has not ended. */
  const act = (subscription: Subscription, action: Action, plan: PaidPlan | undefined): void => {
    if (subscription.status === 'canceled') return;
    const at = now();
    const kind = change(subscription, action, plan, at);
    if (kind) addEvent(at, `customer.subscription.${kind}`, subscription);
    onEvents();
  };

  /** Deletes a customer and ends its subscriptions and checkouts. */
  const deleteCustomer = (customer: string): void => {
    for (const subscription of Object.values(entries.subscriptions))
      if (subscription.customer === customer) act(subscription, 'cancel-now', undefined);
    for (const { session } of Object.values(entries.checkouts)) if (session.customer === customer) expire(session);
    delete entries.customers[customer];
    save();
  };

  return { pay, expire, act, deleteCustomer };
}

export type ProviderActions = ReturnType<typeof providerActions>;

function endNow(subscription: Subscription, at: Date) {
  Object.assign(subscription, { status: 'canceled', ended_at: inSeconds(at), canceled_at: inSeconds(at) });
  return 'deleted' as const;
}
