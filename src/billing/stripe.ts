import { hash } from 'node:crypto';
import Stripe from 'stripe';
import { Failure } from '../errors.ts';
import type { CheckoutOrder, PaymentProvider, PaymentSettings } from './provider.ts';
import type { Prices } from './subscription.ts';

/** Of one attempt, in milliseconds; whoever asks has a limit for all of them. */
const attemptLimit = 10_000;
const retries = 2;

/** Stripe, or whatever speaks its protocol. Loaded only where it is configured, for it is large. */
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
    // The key must not meet other parameters than before, and the address can change.
    const idempotencyKey = `customer-${accountId}-${hash('sha256', email ?? '').slice(0, 16)}`;
    return asked(async () => {
      const customer = await this.#stripe.customers.create(
        { ...(email !== null && { email }), metadata: { accountId } },
        { idempotencyKey },
      );
      return customer.id;
    });
  }

  checkoutUrl({ accountId, customerId, plan, successUrl, cancelUrl }: CheckoutOrder): Promise<string> {
    return asked(async () => {
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
      return session.url;
    });
  }

  portalUrl(customerId: string, returnUrl: string): Promise<string> {
    return asked(async () => {
      const session = await this.#stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl });
      return session.url;
    });
  }

  async *subscriptions(customerId?: string): AsyncIterable<unknown> {
    const list = this.#stripe.subscriptions.list({ limit: 100, ...(customerId !== undefined && { customer: customerId }) });
    const pages = list[Symbol.asyncIterator]();
    for (;;) {
      const { done, value } = await asked(() => pages.next());
      if (done) return;
      yield value;
    }
  }

  subscription(id: string): Promise<{ object: unknown; asOf: number } | undefined> {
    return asked(async () => {
      try {
        const object = await this.#stripe.subscriptions.retrieve(id);
        // By the provider's own clock, which dates its events too. The second of the answer itself was not over yet.
        const date = Date.parse(String((object.lastResponse as { headers?: { date?: string } }).headers?.date ?? ''));
        if (Number.isNaN(date)) throw new Error('The answer has no date.');
        return { object, asOf: Math.floor(date / 1000) - 1 };
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return undefined;
        throw error;
      }
    });
  }
}

const addressOf = ({ protocol, hostname, port }: URL) => ({
  protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
  host: hostname,
  port: port || (protocol === 'http:' ? 80 : 443),
});

/** The errors of the library hold requests and headers. What is told of them, to the log alone, is what kind they are and the provider's own request id. */
async function asked<Result>(question: () => Promise<Result>): Promise<Result> {
  try {
    return await question();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw new Failure('billing_unavailable', undefined, { cause: error });
    const { type, code, statusCode, requestId } = error;
    const told = [type, code, statusCode, requestId].filter((part) => part !== undefined).join(' ');
    throw new Failure('billing_unavailable', undefined, { cause: new Error(`The payment provider failed: ${told}`) });
  }
}
