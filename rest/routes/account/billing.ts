import { z } from 'zod';
import { paidPlans } from '../../../src/billing/index.ts';
import { from, merged, named } from '../../route/envelope.ts';
import { route } from '../../route/route.ts';

/** Both documents name their result `session`. */
const answer = (description: string, url: string) => ({
  200: {
    description,
    body: named('BillingSession', { data: from('session') }, "A page of the payment provider's."),
    example: { data: { url } },
  },
});
const common = {
  method: 'post',
  tag: 'Billing',
  access: 'session',
  errors: ['billing_unavailable'],
  cacheControl: 'no-store',
} as const;

export const createCheckout = route({
  ...common,
  operationId: 'createCheckout',
  path: '/billing/checkout',
  summary: 'Buy a plan',
  description:
    "Opens a checkout at the payment provider. An account that has a subscription already gets the portal's address instead, " +
    'where the plan is changed. The plan changes when the provider has reported the payment, and not when the browser ' +
    'comes back.',
  input: { body: z.strictObject({ plan: z.enum(paidPlans) }) },
  document: 'mutation ($plan: PaidPlan!) { session: createCheckout(plan: $plan) { url } }',
  variables: ({ body }) => body,
  answers: answer('The checkout is open.', 'https://checkout.stripe.com/c/pay/cs_live_a1b2c3'),
});

export const createPortal = route({
  ...common,
  operationId: 'createPortal',
  path: '/billing/portal',
  summary: 'Open the customer portal',
  description: "Invoices, payment method, change and end of the subscription, on the payment provider's own pages.",
  document: 'mutation { session: createPortal { url } }',
  answers: answer('The portal is open.', 'https://billing.stripe.com/p/session/live_a1b2c3'),
});

const PaymentEvent = z
  .looseObject({
    id: z.string(),
    type: z.string().meta({ examples: ['customer.subscription.updated'] }),
    created: z.int().meta({ description: 'When it happened, in seconds since 1970.' }),
    data: z.looseObject({ object: z.looseObject({}).meta({ description: 'The subscription or the checkout session.' }) }),
  })
  .meta({ id: 'PaymentEvent', description: "An event of the payment provider's." });

const signature = "The provider's signature: `t=…,v1=…`, HMAC-SHA256 over time and body. Either of the two headers will do.";

export const receivePaymentEvent = route({
  ...common,
  operationId: 'receivePaymentEvent',
  path: '/billing/webhook',
  summary: 'Receive an event of the payment provider',
  description:
    'Meant for the payment provider alone: what counts is the signature. An event is stored before anything comes of it; ' +
    'after a 5xx deliver it again, which completes it.',
  access: 'public',
  isInternal: true,
  input: {
    raw: { limit: 1_000_000, headers: { 'Payment-Signature': signature, 'Stripe-Signature': signature }, schema: PaymentEvent },
  },
  document: `mutation ($body: Bytes!, $signatures: [String!]!) {
    receipt: receivePaymentEvent(body: $body, signatures: $signatures) { duplicate stale }
  }`,
  variables: ({ raw }) => ({ body: raw.bytes, signatures: raw.headers }),
  answers: {
    200: {
      description: 'The event is processed, known already, or older than what is known.',
      body: named('PaymentReceipt', merged({ received: true }, from('receipt'))),
      example: { received: true, duplicate: false, stale: false },
    },
  },
  errors: ['invalid_signature', 'billing_unavailable'],
});
