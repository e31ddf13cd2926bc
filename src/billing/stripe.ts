import { hash } from 'node:crypto';
import Stripe from 'stripe';
import { Failure } from '../kernel/errors.ts';
import type { PaymentProvider, PaymentSettings } from './provider.ts';

/** For one attempt. Requests have a limit for all attempts together, see `inTime`. */
const attemptLimitMs = 10_000;
const retries = 2;

/** Stripe, or a server that speaks its protocol. */
export function stripeProvider({ secretKey, prices, apiBase }: PaymentSettings): PaymentProvider {
  const stripe = new Stripe(secretKey, {
    timeout: attemptLimitMs,
    maxNetworkRetries: retries,
    telemetry: false,
    ...(apiBase !== undefined && hostOf(new URL(apiBase))),
  });

  const openCheckouts = async (customer: string): Promise<string[]> => {
    const sessions: string[] = [];
    const list = stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 });
    await unlessMissing(async () => {
      for await (const { id } of list) sessions.push(id);
    });
    return sessions;
  };

  const expire = async (sessions: readonly string[]): Promise<void> => {
    for (const id of sessions)
      await stripe.checkout.sessions.expire(id).catch((error) => {
        // It was paid or expired meanwhile.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      });
  };

  return {
    createCustomer: (accountId, email) => {
      // Stripe refuses an idempotency key with other parameters than before. The e-mail can change, so it is part of the key.
      const idempotencyKey = `customer-${accountId}-${hash('sha256', email ?? '').slice(0, 16)}`;
      const customer = { ...(email !== null && { email }), metadata: { accountId } };
      return callStripe(async () => (await stripe.customers.create(customer, { idempotencyKey })).id);
    },

    checkoutUrl: ({ accountId, customerId, plan, successUrl, cancelUrl }) =>
      callStripe(async () => {
        const session = await stripe.checkout.sessions.create({
          mode: 'subscription',
          customer: customerId,
          line_items: [{ price: prices[plan], quantity: 1 }],
          client_reference_id: accountId,
          subscription_data: { metadata: { accountId } },
          success_url: successUrl,
          cancel_url: cancelUrl,
        });
        if (!session.url) throw new Error('The checkout session has no address.');
        // The list has the newest first. Each checkout closes only the older ones, so of two that open at once exactly one stays
        // open.
        const open = await openCheckouts(customerId);
        const own = open.indexOf(session.id);
        if (own >= 0) await expire(open.slice(own + 1));
        return session.url;
      }),

    closeCheckouts: (customerId) => callStripe(async () => expire(await openCheckouts(customerId))),

    portalUrl: (customer, returnUrl) =>
      callStripe(async () => (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url),

    subscriptions: async function* (customer) {
      const list = stripe.subscriptions.list({ limit: 100, ...(customer !== undefined && { customer }) });
      const pages = list[Symbol.asyncIterator]();
      for (;;) {
        const page = await callStripe(() => unlessMissing(() => pages.next()));
        if (!page || page.done) return;
        yield page.value;
      }
    },

    subscription: (id) =>
      callStripe(async () => {
        const object = await unlessMissing(() => stripe.subscriptions.retrieve(id));
        if (!object) return undefined;
        // The provider's clock also dates its events. The second of the answer was not over yet, so only the one before it is
        // certain.
        const date = Date.parse(String((object.lastResponse as { headers?: { date?: string } }).headers?.date ?? ''));
        if (Number.isNaN(date)) throw new Error('The answer has no date.');
        return { object, asOfSeconds: Math.floor(date / 1000) - 1 };
      }),

    endSubscription: async (id) => {
      await callStripe(() => unlessMissing(() => stripe.subscriptions.cancel(id)));
    },

    refund: (invoice) =>
      callStripe(async () => {
        for await (const { id, payment } of stripe.invoicePayments.list({ invoice, status: 'paid' })) {
          const intent = idOf(payment.payment_intent);
          const charge = idOf(payment.charge);
          // With neither, the money did not go through the provider.
          if (!intent && !charge) continue;
          const whole = { ...(intent ? { payment_intent: intent } : charge && { charge }), reason: 'duplicate' as const };
          await stripe.refunds.create(whole, { idempotencyKey: `refund-${id}` }).catch((error) => {
            // Stripe forgets an idempotency key after a day, but not the refund.
            if (error?.code !== 'charge_already_refunded') throw error;
          });
        }
      }),

    deleteCustomer: async (id) => {
      await callStripe(() => unlessMissing(() => stripe.customers.del(id)));
    },
  };
}

const idOf = (reference: string | { id: string } | undefined): string | undefined =>
  typeof reference === 'object' ? reference.id : reference;

/** The provider's answer, or undefined if the object does not exist. */
async function unlessMissing<Result>(call: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return undefined;
    throw error;
  }
}

const hostOf = ({ protocol, hostname, port }: URL) => ({
  protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
  host: hostname,
  port: port || (protocol === 'http:' ? 80 : 443),
});

/**
 * Turns errors of the library into billing_unavailable. They contain requests and headers, so the log gets only their type, codes
 * and the provider's request id.
 */
async function callStripe<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw new Failure('billing_unavailable', undefined, { cause: error });
    const { type, code, statusCode, requestId } = error;
    const summary = [type, code, statusCode, requestId].filter((part) => part !== undefined).join(' ');
    throw new Failure('billing_unavailable', undefined, { cause: new Error(`The payment provider failed: ${summary}`) });
  }
}
