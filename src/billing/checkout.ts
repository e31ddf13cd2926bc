import type pg from 'pg';
import { linkCustomer } from '../accounts/index.ts';
import type { Account } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { Failure } from '../kernel/errors.ts';
import { SingleFlight } from '../kernel/running/single-flight.ts';
import { inTime, type PaymentProvider } from './provider.ts';
import { lastingStatuses } from './statuses.ts';
import { type PaidPlan, type Prices, readSubscription } from './subscription.ts';

interface CheckoutOptions {
  pool: pg.Pool;
  provider: PaymentProvider;
  prices: Prices | undefined;
  baseUrl: string;
  limitMs?: number;
}

interface Payer extends Pick<Account, 'id' | 'email' | 'customerId'> {
  subscribed: boolean;
}

const findPayer = sql<Payer>`SELECT id, email, customer_id AS "customerId", EXISTS (
    SELECT FROM subscription WHERE account_id = account.id AND plan IS NOT NULL AND status = ANY ($2)
  ) AS subscribed FROM account WHERE id = $1`;

/** Returns the URLs of the payment provider's pages. Only signed events change an account, never a visit to these pages. */
export function openCheckout({ pool, provider, prices, baseUrl, limitMs }: CheckoutOptions) {
  const creating = new SingleFlight<string>();

  const payerOf = async (accountId: string): Promise<Payer> => {
    const { rows } = await pool.query({ name: 'payer', text: findPayer, values: [accountId, lastingStatuses] });
    if (!rows[0]) throw new Failure('invalid_session');
    return rows[0];
  };

  /** Reads the provider's list, because it has a purchase before its event arrives here. */
  const hasSubscription = async (customerId: string): Promise<boolean> => {
    for await (const object of provider.subscriptions(customerId)) {
      const subscription = prices && readSubscription(object, prices);
      if (subscription?.plan && lastingStatuses.includes(subscription.status)) return true;
    }
    return false;
  };

  const createCustomer = async (accountId: string, email: string | null): Promise<string> => {
    const customerId = await provider.createCustomer(accountId, email);
    const linked = await linkCustomer(pool, accountId, customerId);
    if (linked !== undefined) return linked;
    // The account was erased meanwhile, so its customer must not stay at the provider.
    await provider.deleteCustomer(customerId);
    throw new Failure('invalid_session');
  };

  /**
   * Each account has one customer. Requests of this instance share one call; the provider's idempotency key covers other
   * instances.
   */
  const customerOf = async ({ id, email, customerId }: Payer): Promise<string> =>
    customerId ?? creating.do(id, () => createCustomer(id, email));

  const portalUrl = (customerId: string) => provider.portalUrl(customerId, `${baseUrl}/billing/returned`);

  return {
    /** The page where the plan is bought. An account with a subscription gets the portal, so that it cannot buy a second one. */
    open: (accountId: string, plan: PaidPlan): Promise<string> =>
      inTime(async () => {
        const payer = await payerOf(accountId);
        const customerId = await customerOf(payer);
        if (payer.subscribed || (payer.customerId && (await hasSubscription(customerId)))) return portalUrl(customerId);
        const successUrl = `${baseUrl}/billing/paid`;
        const cancelUrl = `${baseUrl}/billing/cancelled`;
        return provider.checkoutUrl({ accountId, customerId, plan, successUrl, cancelUrl });
      }, limitMs),

    /** The page where the subscription is changed and ended, and where its invoices are. */
    openPortal: (accountId: string): Promise<string> =>
      inTime(async () => portalUrl(await customerOf(await payerOf(accountId))), limitMs),
  };
}

export type Checkout = ReturnType<typeof openCheckout>;
