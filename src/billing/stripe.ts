import { hash } from 'node:crypto';
import Stripe from 'stripe';
import { Failure } from '../kernel/errors.ts';
import type { CheckoutOrder, PaymentProvider, PaymentSettings } from './provider.ts';
import type { Prices } from './subscription.ts';

/** In milliseconds, for one attempt. Requests have a limit for all attempts together, see in-time.ts. */
const attemptLimit = 10_000;
const retries = 2;

/** Stripe, or a server that speaks its protocol. */
export class StripeProvider implements PaymentProvider {
  readonly #stripe: Stripe;
  readonly #prices: Prices;

  constructor({ secretKey, prices, apiBase }: PaymentSettings) {
    this.#prices = prices;
    this.#stripe = new Stripe(secretKey, {
      timeout: attemptLimit,
      maxNetworkRetries: retries,
      telemetry: false,
      ...(apiBase !== undefined && addressOf(new URL(apiBase))),
    });
  }

  createCustomer(accountId: string, email: string | null): Promise<string> {
    // Stripe refuses an idempotency key with other parameters than before. The e-mail can change, so it is part of the key.
    const idempotencyKey = `customer-${accountId}-${hash('sha256', email ?? '').slice(0, 16)}`;
    return callStripe(async () => {
      const customer = await this.#stripe.customers.create(
        { ...(email !== null && { email }), metadata: { accountId } },
        { idempotencyKey },
      );
      return customer.id;
    });
  }

  checkoutUrl({ accountId, customerId, plan, successUrl, cancelUrl }: CheckoutOrder): Promise<string> {
    return callStripe(async () => {
      const session = await this.#stripe.checkout.sessions.create({
        mode: 'subscription',
        customer: customerId,
        line_items: [{ price: this.#prices[plan], quantity: 1 }],
        client_reference_id: accountId,
        subscription_data: { metadata: { accountId } },
        success_url: successUrl,
        cancel_url: cancelUrl,
      });
      if (!session.url) throw new Error('The checkout session has no address.');
      // The list has the newest first. Each checkout closes only the older ones, so of two that open at once exactly one stays
      // open.
      const open = await this.#openCheckouts(customerId);
      const own = open.indexOf(session.id);
      if (own >= 0) await this.#expire(open.slice(own + 1));
      return session.url;
    });
  }

  closeCheckouts(customerId: string): Promise<void> {
    return callStripe(async () => this.#expire(await this.#openCheckouts(customerId)));
  }

  async #openCheckouts(customer: string): Promise<string[]> {
    const sessions: string[] = [];
    const list = this.#stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 });
    await unlessMissing(async () => {
      for await (const { id } of list) sessions.push(id);
    });
    return sessions;
  }

  async #expire(sessions: readonly string[]): Promise<void> {
    for (const id of sessions)
      await this.#stripe.checkout.sessions.expire(id).catch((error) => {
        // It was paid or expired meanwhile.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      });
  }

  portalUrl(customerId: string, returnUrl: string): Promise<string> {
    return callStripe(async () => {
      const session = await this.#stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl });
      return session.url;
    });
  }

  async *subscriptions(customerId?: string): AsyncIterable<unknown> {
    const list = this.#stripe.subscriptions.list({ limit: 100, ...(customerId !== undefined && { customer: customerId }) });
    const pages = list[Symbol.asyncIterator]();
    for (;;) {
      const page = await callStripe(() => unlessMissing(() => pages.next()));
      if (!page || page.done) return;
      yield page.value;
    }
  }

  subscription(id: string): Promise<{ object: unknown; asOf: number } | undefined> {
    return callStripe(async () => {
      const object = await unlessMissing(() => this.#stripe.subscriptions.retrieve(id));
      if (!object) return undefined;
      // The provider's clock also dates its events. The second of the answer was not over yet, so only the one before it is
      // certain.
      const date = Date.parse(String((object.lastResponse as { headers?: { date?: string } }).headers?.date ?? ''));
      if (Number.isNaN(date)) throw new Error('The answer has no date.');
      return { object, asOf: Math.floor(date / 1000) - 1 };
    });
  }

  async endSubscription(id: string): Promise<void> {
    await callStripe(() => unlessMissing(() => this.#stripe.subscriptions.cancel(id)));
  }

  refund(invoiceId: string): Promise<void> {
    return callStripe(async () => {
      for await (const { id, payment } of this.#stripe.invoicePayments.list({ invoice: invoiceId, status: 'paid' })) {
        const intent = idOf(payment.payment_intent);
        const charge = idOf(payment.charge);
        // With neither, the money did not go through the provider.
        if (!intent && !charge) continue;
        const whole = { ...(intent ? { payment_intent: intent } : charge && { charge }), reason: 'duplicate' as const };
        await this.#stripe.refunds.create(whole, { idempotencyKey: `refund-${id}` }).catch((error) => {
          // Stripe forgets an idempotency key after a day, but not the refund.
          if (error?.code !== 'charge_already_refunded') throw error;
        });
      }
    });
  }

  async deleteCustomer(id: string): Promise<void> {
    await callStripe(() => unlessMissing(() => this.#stripe.customers.del(id)));
  }
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

const addressOf = ({ protocol, hostname, port }: URL) => ({
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
