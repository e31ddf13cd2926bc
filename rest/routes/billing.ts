import { z } from 'zod';
import { route } from '../route.ts';

const BillingSession = z
  .object({ data: z.object({ url: z.url().meta({ description: 'The page to open. It is valid for a short time.' }) }) })
  .meta({ id: 'BillingSession', description: "A page of the payment provider's." });

const answer = (description: string, url: string) => ({
  200: { description, body: BillingSession, example: { data: { url } } },
});
const common = {
  method: 'post',
  tag: 'Billing',
  access: 'session',
  errors: ['billing_unavailable', 'service_unavailable'],
  cacheControl: 'no-store',
} as const;

export const createCheckout = route({
  ...common,
  errors: [...common.errors],
  operationId: 'createCheckout',
  path: '/billing/checkout',
  summary: 'Buy a plan',
  description:
    "Opens a checkout at the payment provider. An account that has a subscription already gets the portal's address instead, where the plan is changed. The plan changes when the provider has told us of the payment, and not when the browser comes back.",
  input: { body: z.strictObject({ plan: z.enum(['pro', 'business']) }) },
  document: 'mutation ($plan: PaidPlan!) { createCheckout(plan: $plan) { url } }',
  variables: ({ body }) => body,
  envelope: (result: { createCheckout: { url: string } }) => ({ data: { url: result.createCheckout.url } }),
  answers: answer('The checkout is open.', 'https://checkout.stripe.com/c/pay/cs_live_a1b2c3'),
});

export const createPortal = route({
  ...common,
  errors: [...common.errors],
  operationId: 'createPortal',
  path: '/billing/portal',
  summary: 'Open the customer portal',
  description: "Invoices, payment method, change and end of the subscription, on the payment provider's own pages.",
  document: 'mutation { createPortal { url } }',
  envelope: (result: { createPortal: { url: string } }) => ({ data: { url: result.createPortal.url } }),
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

const PaymentReceipt = z
  .object({
    received: z.literal(true),
    duplicate: z.boolean().meta({ description: 'The event was received before and its effect is done.' }),
    stale: z.boolean().meta({ description: 'Something newer is known of its subscription: recorded, no effect.' }),
  })
  .meta({ id: 'PaymentReceipt' });

const signature = "The provider's signature: `t=…,v1=…`, HMAC-SHA256 over time and body. Either of the two headers will do.";

export const receivePaymentEvent = route({
  ...common,
  operationId: 'receivePaymentEvent',
  path: '/billing/webhook',
  summary: 'Receive an event of the payment provider',
  description:
    'Meant for the payment provider alone: what counts is the signature. An event is stored before anything comes of it; after a 5xx deliver it again, which completes it.',
  access: 'public',
  input: {
    raw: { limit: 1_000_000, headers: { 'Payment-Signature': signature, 'Stripe-Signature': signature }, schema: PaymentEvent },
  },
  document:
    'mutation ($body: String!, $signatures: [String!]!) { receivePaymentEvent(body: $body, signatures: $signatures) { duplicate stale } }',
  variables: ({ raw }) => ({ body: raw.bytes.toString('base64'), signatures: raw.headers }),
  envelope: (result: { receivePaymentEvent: { duplicate: boolean; stale: boolean } }) => ({
    received: true,
    ...result.receivePaymentEvent,
  }),
  answers: {
    200: {
      description: 'The event is processed, known already, or older than what is known.',
      body: PaymentReceipt,
      example: { received: true, duplicate: false, stale: false },
    },
  },
  errors: ['invalid_signature', 'billing_unavailable', 'service_unavailable'],
});
