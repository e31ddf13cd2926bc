import type Stripe from 'stripe';
import { amountOf, inSeconds, newId, type PaidPlan } from './objects.ts';

interface CheckoutRequest {
  customer: Stripe.Customer;
  plan: PaidPlan;
  reference: string | null;
  successUrl: string | null;
  cancelUrl: string | null;
}

/** How long a checkout stays open, in seconds. */
const openFor = 86_400;

export function checkoutSessionObject(now: Date, request: CheckoutRequest, base: string): Stripe.Checkout.Session {
  const id = newId('cs_test');
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: amountOf(request.plan),
    amount_total: amountOf(request.plan),
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: request.cancelUrl,
    client_reference_id: request.reference,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: inSeconds(now),
    currency: 'eur',
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: request.customer.id,
    customer_account: null,
    customer_creation: null,
    customer_details: null,
    customer_email: null,
    discounts: [],
    expires_at: inSeconds(now) + openFor,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: {},
    mode: 'subscription',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: request.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${base}/checkout/${id}`,
    wallet_options: null,
  };
}
