import type pg from 'pg';
import type { Account } from '../database/client.ts';
import { sql } from '../database/sql.ts';

/** The columns of an account that follow from its subscriptions. */
export type BillingState = Pick<Account, 'plan' | 'billingStatus' | 'periodStart' | 'periodEnd' | 'cancelAtPeriodEnd'>;

const updateBillingState = sql`
  UPDATE account SET plan = $2, billing_status = $3, period_start = $4, period_end = $5, cancel_at_period_end = $6
  WHERE id = $1 AND (plan, billing_status, period_start, period_end, cancel_at_period_end) IS DISTINCT FROM ($2, $3, $4, $5, $6)`;

/** Sets the plan of an account. Billing decides which one, but only this feature writes the account's row. */
export async function setBillingState(client: pg.ClientBase, accountId: string, state: BillingState): Promise<void> {
  const { plan, billingStatus, periodStart, periodEnd, cancelAtPeriodEnd } = state;
  await client.query(updateBillingState, [accountId, plan, billingStatus, periodStart, periodEnd, cancelAtPeriodEnd]);
}

const setCustomer = sql<Pick<Account, 'customerId'>>`
  UPDATE account SET customer_id = coalesce(customer_id, $2) WHERE id = $1 RETURNING customer_id AS "customerId"`;

/**
 * Links a customer of the payment provider to an account that has none. Returns the account's customer, or undefined if the
 * account was deleted.
 */
export async function linkCustomer(
  client: pg.ClientBase | pg.Pool,
  accountId: string,
  customerId: string,
): Promise<string | undefined> {
  const { rows } = await client.query(setCustomer, [accountId, customerId]);
  return rows[0]?.customerId ?? undefined;
}

const deleteRow = sql`DELETE FROM account WHERE id = $1`;

/** Deletes an account with its people, keys, sessions and history of the plan. */
export async function deleteAccount(client: pg.ClientBase, accountId: string): Promise<void> {
  await client.query(deleteRow, [accountId]);
}
