import { Failure } from '../kernel/errors.ts';
import type { PaidPlan, Prices } from './subscription.ts';

/** How the payment provider is reached, and how its events are known. */
export interface PaymentSettings {
  secretKey: string;
  webhookSecret: string;
  prices: Prices;
  /** Another address than the provider's own. */
  apiBase: string | undefined;
}

export interface CheckoutOrder {
  accountId: string;
  customerId: string;
  plan: PaidPlan;
  successUrl: string;
  cancelUrl: string;
}

/** What we ask of a payment provider. Whatever keeps it from answering is billing_unavailable. */
export interface PaymentProvider {
  /** Asked again for the same account, it gives the same customer. */
  createCustomer(accountId: string, email: string | null): Promise<string>;
  /** Opens a checkout. Those that were open for the customer before are closed: only one can be paid. */
  checkoutUrl(order: CheckoutOrder): Promise<string>;
  /** Closes every open checkout of a customer. */
  closeCheckouts(customerId: string): Promise<void>;
  portalUrl(customerId: string, returnUrl: string): Promise<string>;
  /** The subscriptions that have not ended, of one customer or of all, in the provider's own shape. */
  subscriptions(customerId?: string): AsyncIterable<unknown>;
  /** One subscription, and the second in which it was like that for certain; undefined where there is none. */
  subscription(id: string): Promise<{ object: unknown; asOf: number } | undefined>;
  /** Ends a subscription now. One that has ended, or is not there, is left. */
  endSubscription(id: string): Promise<void>;
  /** Gives back what was paid for an invoice, once. */
  refund(invoiceId: string): Promise<void>;
  /** Deletes a customer with what is personal; its invoices stay. One that is not there is left. */
  deleteCustomer(id: string): Promise<void>;
}

const refuse = async (): Promise<never> => {
  throw new Failure('billing_unavailable', 'No payment provider is configured.');
};

/** Where none is configured. */
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
