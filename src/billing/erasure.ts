import type pg from 'pg';
import type { ErasedCustomer } from '../database/client.ts';
import { sql } from '../database/sql.ts';

const findErased = sql`SELECT FROM erased_customer WHERE id = $1`;

const listCustomers = sql<Pick<ErasedCustomer, 'id'>>`
  SELECT customer_id AS id FROM account WHERE id = $1 AND customer_id IS NOT NULL
  UNION SELECT customer_id FROM subscription WHERE account_id = $1
    AND NOT EXISTS (SELECT FROM account WHERE customer_id = subscription.customer_id AND id <> $1)
  ORDER BY id`;

const noteErased = sql`INSERT INTO erased_customer (id) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING`;

const eraseEvents = sql`UPDATE payment_event SET payload = NULL, outcome = coalesce(outcome, 'ignored'),
    settled_at = coalesce(settled_at, clock_timestamp())
  WHERE customer_id = ANY ($1)`;

const deleteSubscriptions = sql`
  DELETE FROM subscription WHERE account_id = $2 OR (account_id IS NULL AND customer_id = ANY ($1))`;

/**
 * Whether the account of a customer was erased. Then its events have no effect. The answer holds while the customer is locked.
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

/**
 * Erases what is kept of customers. Their events stay for the books with ids, kind and dates. The text goes, because it holds
 * names and addresses. An event whose effect is not done yet is marked as ignored.
 */
export async function forgetCustomers(client: pg.ClientBase, accountId: string, customers: readonly string[]): Promise<void> {
  await client.query(noteErased, [customers]);
  await client.query(eraseEvents, [customers]);
  await client.query(deleteSubscriptions, [customers, accountId]);
}
