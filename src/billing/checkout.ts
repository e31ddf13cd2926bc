import type pg from 'pg';
import { linkCustomer } from '../accounts/index.ts';
import type { Account } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { Failure } from '../kernel/errors.ts';
import { SingleFlight } from '../kernel/running/single-flight.ts';
import { inTime } from './in-time.ts';
import type { PaymentProvider } from './provider.ts';
import { lastingStatuses } from './statuses.ts';
import { type PaidPlan, type Prices, readSubscription } from './subscription.ts';

interface CheckoutParts {
  pool: pg.Pool;
  provider: PaymentProvider;
  prices: Prices | undefined;
  baseUrl: string;
  limit?: number;
}

interface Payer extends Pick<Account, 'id' | 'email' | 'customerId'> {
  subscribed: boolean;
}

const findPayer = sql<Payer>`SELECT id, email, customer_id AS "customerId", EXISTS (
    SELECT FROM subscription WHERE account_id = account.id AND plan IS NOT NULL AND status = ANY ($2)
  ) AS subscribed FROM account WHERE id = $1`;

/** Returns the addresses of the payment provider's pages. Only signed events change an account, never a visit to these pages. */
export class Checkout {
  readonly #parts: CheckoutParts;
  readonly #customers = new SingleFlight<string>();

  constructor(parts: CheckoutParts) {
    this.#parts = parts;
  }

  /** The page where the plan is bought. An account with a subscription gets the portal, so that it cannot buy a second one. */
  async open(accountId: string, plan: PaidPlan): Promise<string> {
    const { provider, baseUrl } = this.#parts;
    return inTime(async () => {
      const payer = await this.#payer(accountId);
      const customerId = await this.#customerOf(payer);
      if (payer.subscribed || (payer.customerId && (await this.#hasSubscription(customerId)))) return this.#portalUrl(customerId);
      const successUrl = `${baseUrl}/billing/paid`;
      const cancelUrl = `${baseUrl}/billing/cancelled`;
      return provider.checkoutUrl({ accountId, customerId, plan, successUrl, cancelUrl });
    }, this.#parts.limit);
  }

  /** The page where the subscription is changed and ended, and where its invoices are. */
  async openPortal(accountId: string): Promise<string> {
    return inTime(async () => this.#portalUrl(await this.#customerOf(await this.#payer(accountId))), this.#parts.limit);
  }

  #portalUrl(customerId: string): Promise<string> {
    return this.#parts.provider.portalUrl(customerId, `${this.#parts.baseUrl}/billing/returned`);
  }

  async #payer(accountId: string): Promise<Payer> {
    const { rows } = await this.#parts.pool.query({ name: 'payer', text: findPayer, values: [accountId, lastingStatuses] });
    if (!rows[0]) throw new Failure('invalid_session');
    return rows[0];
  }

  /** Reads the provider's list, because it has a purchase before its event arrives here. */
  async #hasSubscription(customerId: string): Promise<boolean> {
    const { provider, prices } = this.#parts;
    for await (const object of provider.subscriptions(customerId)) {
      const subscription = prices && readSubscription(object, prices);
      if (subscription?.plan && lastingStatuses.includes(subscription.status)) return true;
    }
    return false;
  }

  /**
   * Each account has one customer. Requests of this instance share one call; the provider's idempotency key covers other
   * instances.
   */
  async #customerOf({ id, email, customerId }: Payer): Promise<string> {
    if (customerId) return customerId;
    return this.#customers.do(id, () => this.#createCustomer(id, email));
  }

  async #createCustomer(accountId: string, email: string | null): Promise<string> {
    const { pool, provider } = this.#parts;
    const customerId = await provider.createCustomer(accountId, email);
    const linked = await linkCustomer(pool, accountId, customerId);
    if (linked !== undefined) return linked;
    // The account was erased meanwhile, so its customer must not stay at the provider.
    await provider.deleteCustomer(customerId);
    throw new Failure('invalid_session');
  }
}
