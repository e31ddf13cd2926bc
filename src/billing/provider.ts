import { Failure } from '../kernel/errors.ts';
import { within } from '../kernel/running/deadline.ts';
import { traced } from '../kernel/tracing.ts';
import type { PaidPlan, Prices } from './subscription.ts';

/** How to reach the payment provider, and how to check its events. */
export interface PaymentSettings {
  secretKey: string;
  webhookSecret: string;
  prices: Prices;
  /** Replaces the provider's own URL. */
  apiBase: string | undefined;
}

export interface CheckoutRequest {
  accountId: string;
  customerId: string;
  plan: PaidPlan;
  successUrl: string;
  cancelUrl: string;
}

/** The functions of a payment provider that we use. All of them fail with billing_unavailable. */
export interface PaymentProvider {
  /** Returns the same customer if it is called again for the same account. */
  createCustomer(accountId: string, email: string | null): Promise<string>;
  /** Opens a checkout and closes the customer's older ones, so that only one can be paid. */
  checkoutUrl(request: CheckoutRequest): Promise<string>;
  /** Closes every open checkout of a customer. */
  closeCheckouts(customerId: string): Promise<void>;
  portalUrl(customerId: string, returnUrl: string): Promise<string>;
  /** The subscriptions that have not ended, of one customer or of all, in the provider's own shape. */
  subscriptions(customerId?: string): AsyncIterable<unknown>;
  /** A subscription, and the last second in which it certainly had this state. Undefined if there is none. */
  subscription(id: string): Promise<{ object: unknown; asOfSeconds: number } | undefined>;
  /** Ends a subscription now. Does nothing if it has ended or is not there. */
  endSubscription(id: string): Promise<void>;
  /** Refunds what was paid for an invoice, once. */
  refund(invoiceId: string): Promise<void>;
  /** Deletes a customer and its personal data; the invoices stay. Does nothing if it is not there. */
  deleteCustomer(id: string): Promise<void>;
}

/**
 * How long the payment provider may take. It is less than the limit of a request, so the caller gets billing_unavailable instead
 * of a timeout.
 */
export const providerLimitMs = 7_000;

/** Limits the time of calls to the payment provider during a request. Throws billing_unavailable if they take too long. */
export const inTime = <Result>(work: () => Promise<Result>, limitMs = providerLimitMs): Promise<Result> =>
  within(limitMs, traced('payment provider', {}, work), () => {
    throw new Failure('billing_unavailable', undefined, { cause: new Error(`The payment provider took over ${limitMs} ms`) });
  });

const refuse = async (): Promise<never> => {
  throw new Failure('billing_unavailable', 'No payment provider is configured.');
};

/** Used if no provider is configured. */
export const noProvider: PaymentProvider = {
  createCustomer: refuse,
  checkoutUrl: refuse,
  closeCheckouts: refuse,
  portalUrl: refuse,
  // biome-ignore lint/correctness/useYield: there is nothing to give.
  subscriptions: async function* () {
    await refuse();
  },
  subscription: refuse,
  endSubscription: refuse,
  refund: refuse,
  deleteCustomer: refuse,
};
