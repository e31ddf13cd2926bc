import type pg from 'pg';
import type { Accounts } from '../accounts/index.ts';
import type { Logger } from '../kernel/logging.ts';
import { Checkout } from './checkout.ts';
import { Closing } from './closing.ts';
import { type Outcome, PaymentEvents } from './payment-events.ts';
import type { PaymentSettings } from './provider.ts';
import { reachProvider } from './reach-provider.ts';
import { undoSecondSubscriptions } from './second-subscription.ts';

export { lockCustomer } from './account-state.ts';
export type { Closing } from './closing.ts';
export { customersOf } from './erasure.ts';
export type { PaymentSettings } from './provider.ts';
export { paidPlans } from './subscription.ts';

interface BillingParts {
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
export async function openBilling({ pool, settings, baseUrl, date, accounts, onDelivery, logger }: BillingParts) {
  const provider = await reachProvider(settings);
  const parts = { pool, provider, prices: settings?.prices };
  return {
    services: {
      checkout: new Checkout({ ...parts, baseUrl }),
      paymentEvents: new PaymentEvents({
        pool,
        logger,
        settings,
        now: date,
        refreshAccounts: () => accounts.changes.poll(),
        ...(onDelivery && { onDelivery }),
        onSecondSubscription: undoSecondSubscriptions(parts, logger),
      }),
    },
    closing: new Closing({ pool, provider, logger }),
  };
}
