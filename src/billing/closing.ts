import type pg from 'pg';
import { sql } from '../database/sql.ts';
import type { Logger } from '../kernel/logging.ts';
import { inTime } from './in-time.ts';
import type { PaymentProvider } from './provider.ts';

/** In milliseconds: the account is erased already, and whoever asked for it need not wait for this. */
const removalLimit = 1_500;

const noteRemoval = sql`UPDATE erased_customer SET removed_at = now() WHERE id = $1`;

export interface ClosingParts {
  pool: pg.Pool;
  provider: PaymentProvider;
  logger: Logger;
}

/** Ends at the payment provider what an account has there. */
export class Closing {
  readonly #parts: ClosingParts;

  constructor(parts: ClosingParts) {
    this.#parts = parts;
  }

  /** Nothing can be paid for these customers afterwards, and nothing goes on. A provider that fails is billing_unavailable. */
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

  /** Has erased customers deleted at the provider too. What fails is left to a reconciliation. */
  async remove(customers: readonly string[]): Promise<void> {
    const removal = Promise.all(customers.map((id) => removeCustomer(this.#parts, id)));
    await inTime(() => removal, removalLimit).catch((error) => {
      this.#parts.logger.warn({ err: error }, 'an erased customer is not deleted at the payment provider yet');
    });
  }
}

/** The customer's checkouts and subscriptions end with it at the provider, whatever was begun there in the last moment. */
export async function removeCustomer({ pool, provider }: Pick<ClosingParts, 'pool' | 'provider'>, id: string): Promise<void> {
  await provider.deleteCustomer(id);
  await pool.query(noteRemoval, [id]);
}
