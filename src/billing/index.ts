import type pg from 'pg';
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
export type { LocalPayments, PaymentSettings } from './provider.ts';
export { reachProvider } from './reach-provider.ts';
export type { PaidPlan, Prices } from './subscription.ts';

interface BillingParts {
  pool: pg.Pool;
  /** Unset: there is no payment provider, and what needs one is refused. */
  settings: PaymentSettings | undefined;
  baseUrl: string;
  date(): Date;
  /** Looks for changed accounts, so that this instance forgets what it remembers of them. */
  notice(): Promise<void>;
  /** Told what came of each delivery of an event. */
  onDelivery?: (outcome: Outcome | 'duplicate') => void;
  logger: Logger;
}

/** Checkout, portal, and the events of the payment provider. */
export async function openBilling({ pool, settings, baseUrl, date, notice, onDelivery, logger }: BillingParts) {
  const provider = await reachProvider(settings);
  const parts = { pool, provider, prices: settings?.prices };
  return {
    checkout: new Checkout({ ...parts, baseUrl }),
    closing: new Closing({ pool, provider, logger }),
    paymentEvents: new PaymentEvents({
      pool,
      logger,
      settings,
      now: date,
      notice,
      ...(onDelivery && { onDelivery }),
      onSecondSubscription: undoSecondSubscriptions(parts, logger),
    }),
  };
}

/** The reconciliation. Only its command loads it. */
export const loadReconciliation = () => import('./reconcile-command.ts');
