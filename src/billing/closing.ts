import type pg from 'pg';
import { sql } from '../database/sql.ts';
import type { Logger } from '../kernel/logging.ts';
import { inTime } from './in-time.ts';
import type { PaymentProvider } from './provider.ts';

/** In milliseconds. The account is erased already, so the request does not wait longer for the provider. */
const removalLimit = 1_500;

const noteRemoval = sql`UPDATE erased_customer SET removed_at = now() WHERE id = $1`;

interface ClosingParts {
  pool: pg.Pool;
  provider: PaymentProvider;
  logger: Logger;
}

/** Ends checkouts and subscriptions of an account at the payment provider, and deletes its customers there. */
export class Closing {
  readonly #parts: ClosingParts;

  constructor(parts: ClosingParts) {
    this.#parts = parts;
  }

  /**
   * Closes the open checkouts of these customers and ends their subscriptions. Throws billing_unavailable if the provider fails.
   */
  async end(customers: readonly string[]): Promise<void> {
    const { provider } = this.#parts;
    await inTime(async () => {
      for (const customer of customers) {
        await provider.closeCheckouts(customer);
        for await (const subscription of provider.subscriptions(customer))
          await provider.endSubscription((subscription as { id: string }).id);
      }
    });
  }

  /** Deletes erased customers at the provider. A reconciliation repeats what fails. */
  async remove(customers: readonly string[]): Promise<void> {
    const removal = Promise.all(customers.map((id) => removeCustomer(this.#parts, id)));
    await inTime(() => removal, removalLimit).catch((error) => {
      this.#parts.logger.warn({ err: error }, 'an erased customer is not deleted at the payment provider yet');
    });
  }
}

/** Deletes a customer at the provider. Its checkouts and subscriptions end with it, also those that have just begun. */
export async function removeCustomer({ pool, provider }: Pick<ClosingParts, 'pool' | 'provider'>, id: string): Promise<void> {
  await provider.deleteCustomer(id);
  await pool.query(noteRemoval, [id]);
}
