import type pg from 'pg';
import type { Accounts } from '../accounts/index.ts';
import type { Logger } from '../kernel/logging.ts';
import { openCheckout } from './checkout.ts';
import { openClosing } from './closing.ts';
import { type Outcome, openPaymentEvents } from './payment-events.ts';
import { noProvider, type PaymentProvider, type PaymentSettings } from './provider.ts';
import { undoSecondSubscriptions } from './second-subscription.ts';

export { lockCustomer } from './account-state.ts';
export { type Closing, customersOf } from './closing.ts';
export type { PaymentSettings } from './provider.ts';
export { paidPlans } from './subscription.ts';

interface BillingOptions {
  pool: pg.Pool;
  /** Unset: there is no payment provider, and requests that need one are refused. */
  settings: PaymentSettings | undefined;
  baseUrl: string;
  date(): Date;
  accounts: Pick<Accounts, 'changes'>;
  /** Called with the outcome of each delivery of an event. */
  onDelivery?: (outcome: Outcome | 'duplicate') => void;
  logger: Logger;
}

/** Checkout, portal, and the events of the payment provider. */
export async function openBilling({ pool, settings, baseUrl, date, accounts, onDelivery, logger }: BillingOptions) {
  const provider = await reachProvider(settings);
  const paid = { pool, provider, prices: settings?.prices };
  return {
    services: {
      checkout: openCheckout({ ...paid, baseUrl }),
      paymentEvents: openPaymentEvents({
        pool,
        logger,
        settings,
        now: date,
        refreshAccounts: () => accounts.changes.poll(),
        ...(onDelivery && { onDelivery }),
        onSecondSubscription: undoSecondSubscriptions(paid, logger),
      }),
    },
    closing: openClosing({ pool, provider, logger }),
  };
}

/** Opens the payment provider. Stripe's library takes 30 MB of memory, so it is loaded only if it is configured. */
export async function reachProvider(settings: PaymentSettings | undefined): Promise<PaymentProvider> {
  if (!settings) return noProvider;
  const { stripeProvider } = await import('./stripe.ts');
  return stripeProvider(settings);
}
