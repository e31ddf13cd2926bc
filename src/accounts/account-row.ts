import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Account } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { Failure } from '../kernel/errors.ts';
import { type AccountChanges, cacheDelayMs } from './changes.ts';

/* What billing and an erasure change in the row of an account. They decide, but only this feature writes the row. */

/** The columns of an account that follow from its subscriptions. */
type BillingState = Pick<Account, 'plan' | 'billingStatus' | 'periodStart' | 'periodEnd' | 'cancelAtPeriodEnd'>;

const updateBillingState = sql`
  UPDATE account SET plan = $2, billing_status = $3, period_start = $4, period_end = $5, cancel_at_period_end = $6
  WHERE id = $1 AND (plan, billing_status, period_start, period_end, cancel_at_period_end) IS DISTINCT FROM ($2, $3, $4, $5, $6)`;

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
export async function linkCustomer(client: pg.ClientBase | pg.Pool, accountId: string, customerId: string) {
  const { rows } = await client.query(setCustomer, [accountId, customerId]);
  return rows[0]?.customerId ?? undefined;
}

/**
 * The SQL condition of an account that is being erased. An erasure takes some seconds. If it crashes, the account is open again
 * after a minute.
 */
export const isClosing = `coalesce(account.closing_at > clock_timestamp() - interval '1 minute', false)`;

const markClosing = sql`UPDATE account SET closing_at = clock_timestamp() WHERE id = $1`;

/**
 * Closes an account before it is erased: from then on every instance refuses its keys and charges nothing to it. Its sessions
 * still work, so that the person can repeat an erasure that failed. Payment events are applied as before. Returns when every
 * instance has seen the change or has stopped using its cache.
 */
export async function closeAccount(pool: pg.Pool, changes: Pick<AccountChanges, 'poll'>, accountId: string): Promise<void> {
  const { rowCount } = await pool.query(markClosing, [accountId]);
  if (rowCount !== 1) throw new Failure('invalid_session');
  await Promise.all([delay(cacheDelayMs), changes.poll().catch(() => {})]);
}

const deleteRow = sql`DELETE FROM account WHERE id = $1`;

/** Deletes an account with its people, keys, sessions and history of the plan. */
export async function deleteAccount(client: pg.ClientBase, accountId: string): Promise<void> {
  await client.query(deleteRow, [accountId]);
}
