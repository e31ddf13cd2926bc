import type pg from 'pg';
import { sql } from '../database/sql.ts';
import type { Logger } from '../kernel/logging.ts';
import { inTime, type PaymentProvider } from './provider.ts';
import { listCustomers } from './tables.ts';

/** The account is erased already, so the request does not wait longer for the provider. */
const removalLimitMs = 1_500;

const noteRemoval = sql`UPDATE erased_customer SET removed_at = now() WHERE id = $1`;
const findErased = sql`SELECT FROM erased_customer WHERE id = $1`;

interface Customers {
  pool: pg.Pool;
  provider: PaymentProvider;
}

/** Ends checkouts and subscriptions of an account at the payment provider, and deletes its customers there. */
export function openClosing({ pool, provider, logger }: Customers & { logger: Logger }) {
  return {
    /**
     * Closes the open checkouts of these customers and ends their subscriptions. Throws billing_unavailable if the provider
     * fails.
     */
    end: (customers: readonly string[]): Promise<void> =>
      inTime(async () => {
        for (const customer of customers) {
          await provider.closeCheckouts(customer);
          for await (const subscription of provider.subscriptions(customer))
            await provider.endSubscription((subscription as { id: string }).id);
        }
      }),

    /** Deletes erased customers at the provider. A reconciliation repeats what fails. */
    remove: async (customers: readonly string[]): Promise<void> => {
      const removal = Promise.all(customers.map((id) => removeCustomer({ pool, provider }, id)));
      await inTime(() => removal, removalLimitMs).catch((error) => {
        logger.warn({ err: error }, 'an erased customer is not deleted at the payment provider yet');
      });
    },
  };
}

export type Closing = ReturnType<typeof openClosing>;

/** Deletes a customer at the provider. Its checkouts and subscriptions end with it, also those that have just begun. */
export async function removeCustomer({ pool, provider }: Customers, id: string): Promise<void> {
  await provider.deleteCustomer(id);
  await pool.query(noteRemoval, [id]);
}

/**
 * Whether the account of a customer was erased. Then its events have no effect. The answer stays true while the customer is
 * locked.
 */
export async function isErased(client: pg.Pool | pg.ClientBase, customerId: string): Promise<boolean> {
  const { rowCount } = await client.query(findErased, [customerId]);
  return rowCount === 1;
}

/** All customers of an account, in the order in which they have to be locked. */
export async function customersOf(database: pg.Pool | pg.ClientBase, accountId: string): Promise<string[]> {
  const { rows } = await database.query(listCustomers, [accountId]);
  return rows.map(({ id }) => id);
}
