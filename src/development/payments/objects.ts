import { randomBytes } from 'node:crypto';
import Stripe from 'stripe';
import { plans } from '../../accounts/index.ts';

/** The complete objects of Stripe's protocol. The types of its library check their shape. */

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
export const inSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

export const prices = { pro: 'price_local_pro', business: 'price_local_business' };
export type PaidPlan = keyof typeof prices;
export const paidPlans = Object.keys(prices) as PaidPlan[];
export const planOfPrice = (price: string): PaidPlan | undefined => paidPlans.find((plan) => prices[plan] === price);

/** In cents. */
export const amountOf = (plan: PaidPlan): number => (plans.find(({ id }) => id === plan)?.monthlyPriceEur ?? 0) * 100;

const common = { created: 1_790_000_000, livemode: false, metadata: {}, active: true, currency: 'eur', tiers_mode: null };

function priceObject(plan: PaidPlan): Stripe.Price {
  return {
    ...common,
    id: prices[plan],
    object: 'price',
    billing_scheme: 'per_unit',
    custom_unit_amount: null,
    lookup_key: null,
    nickname: plan,
    product: `prod_local_${plan}`,
    recurring: { interval: 'month', interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
    tax_behavior: 'unspecified',
    transform_quantity: null,
    type: 'recurring',
    unit_amount: amountOf(plan),
    unit_amount_decimal: Stripe.Decimal.from(amountOf(plan)),
  };
}

function planObject(plan: PaidPlan): Stripe.Plan {
  return {
    ...common,
    id: prices[plan],
    object: 'plan',
    amount: amountOf(plan),
    amount_decimal: Stripe.Decimal.from(amountOf(plan)),
    billing_scheme: 'per_unit',
    interval: 'month',
    interval_count: 1,
    meter: null,
    nickname: plan,
    product: `prod_local_${plan}`,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

export function customerObject(now: Date, email: string | null, metadata: Stripe.Metadata): Stripe.Customer {
  return {
    id: newId('cus'),
    object: 'customer',
    balance: 0,
    created: inSeconds(now),
    default_source: null,
    description: null,
    email,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata,
    shipping: null,
  };
}

/** A month later, on the same day, or on the last day of a shorter month. */
export function monthAfter(start: Date): Date {
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + 1);
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return end;
}

export function itemObject(subscription: string, plan: PaidPlan, start: Date, end: Date): Stripe.SubscriptionItem {
  return {
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: inSeconds(start),
    current_period_start: inSeconds(start),
    current_period_end: inSeconds(end),
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planObject(plan),
    price: priceObject(plan),
    quantity: 1,
    subscription,
    tax_rates: [],
  };
}

export const listOf = <Item>(url: string, data: Item[], hasMore = false): Stripe.ApiList<Item> => ({
  object: 'list',
  data,
  has_more: hasMore,
  url,
});

export function subscriptionObject(now: Date, customer: string, plan: PaidPlan, metadata: Stripe.Metadata): Stripe.Subscription {
  const id = newId('sub');
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: inSeconds(now),
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: inSeconds(now),
    currency: 'eur',
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: { account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: { type: 'self' } },
    items: listOf(`/v1/subscription_items?subscription=${id}`, [itemObject(id, plan, now, monthAfter(now))]),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: null,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: inSeconds(now),
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  };
}

export function portalSessionObject(
  now: Date,
  customer: string,
  returnUrl: string | null,
  base: string,
): Stripe.BillingPortal.Session {
  const id = newId('bps');
  return {
    id,
    object: 'billing_portal.session',
    configuration: 'bpc_local',
    created: inSeconds(now),
    customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: returnUrl,
    url: `${base}/portal/${id}`,
  };
}

type LocalEvent =
  | Stripe.CheckoutSessionCompletedEvent
  | Stripe.CustomerSubscriptionCreatedEvent
  | Stripe.CustomerSubscriptionUpdatedEvent
  | Stripe.CustomerSubscriptionDeletedEvent
  | Stripe.CustomerSubscriptionPausedEvent
  | Stripe.CustomerSubscriptionResumedEvent;

export function eventObject<Type extends LocalEvent['type']>(
  now: Date,
  type: Type,
  object: Extract<LocalEvent, { type: Type }>['data']['object'],
): LocalEvent {
  const event = {
    id: newId('evt'),
    object: 'event' as const,
    api_version: Stripe.API_VERSION,
    created: inSeconds(now),
    // A copy, because the object will change.
    data: { object: JSON.parse(JSON.stringify(object)) as typeof object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  return event as LocalEvent;
}
