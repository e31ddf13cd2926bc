import type pg from 'pg';
import { isUuid } from '../uuid.ts';
import type { Place } from './event.ts';
import { entitling, type Subscription } from './subscription.ts';

const lockSpace = 0x62696c6c;

/** All that is done for one customer is done one at a time, on whatever instance: so a subscription's events are too. */
export async function lockCustomer(client: pg.ClientBase, customerId: string): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [lockSpace, customerId]);
}

export interface Tie {
  subscriptionId: string;
  customerId: string;
  /** The account that the provider names; it may be anything. */
  accountId: string | undefined;
}

/**
 * Whose the subscription is: whom it was tied to before, else whose customer it is of, else whom the provider names. All that is known of the
 * customer is tied with it. Undefined while nobody knows.
 */
export async function tie(client: pg.ClientBase, { subscriptionId, customerId, accountId }: Tie): Promise<string | undefined> {
  const { rows } = await client.query(
    `SELECT (SELECT account_id FROM subscription WHERE id = $1) AS tied, (SELECT id FROM account WHERE customer_id = $2) AS owner,
       (SELECT id FROM account WHERE id = $3) AS named`,
    [subscriptionId, customerId, accountId !== undefined && isUuid(accountId) ? accountId : null],
  );
  const { tied, owner, named } = rows[0];
  const account: string | null = tied ?? owner ?? named;
  // From here on the account is ours alone. Taken after the first row that refers to it, two customers of one account could wait for each other.
  if (account) await client.query('SELECT FROM account WHERE id = $1 FOR UPDATE', [account]);
  await client.query('INSERT INTO subscription (id, customer_id, account_id) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING', [
    subscriptionId,
    customerId,
    account,
  ]);
  if (!account) return undefined;
  await client.query('UPDATE subscription SET account_id = $1 WHERE account_id IS NULL AND (id = $2 OR customer_id = $3)', [
    account,
    subscriptionId,
    customerId,
  ]);
  if (!owner)
    await client.query('UPDATE account SET customer_id = $2 WHERE id = $1 AND customer_id IS NULL', [account, customerId]);
  return account;
}

/** Writes how a subscription stands, unless something later is known of it. */
export async function place(
  client: pg.ClientBase,
  { id, status, plan, period, cancelAtPeriodEnd }: Subscription,
  { created, rank, arrival }: Place,
  eventId: string | null,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE subscription SET status = $2, plan = coalesce($3, plan), period_start = $4, period_end = $5, cancel_at_period_end = $6,
       event_created = $7, event_rank = $8, event_arrival = $9, event_id = $10
     WHERE id = $1 AND (event_created, event_rank, event_arrival) < ($7, $8, $9)`,
    [id, status, plan, period?.start, period?.end, cancelAtPeriodEnd, created, rank, arrival, eventId],
  );
  if (rowCount === 1) return true;
  // That it was ever ours is known from whichever event has a price of ours, in whatever order they come; where the newest gives a plan, it has one.
  await client.query('UPDATE subscription SET plan = $2 WHERE id = $1 AND plan IS NULL', [id, plan]);
  return false;
}

/**
 * The account as its subscriptions make it: by one that entitles, if there is one, and of several by the one with the newest event. So the end of
 * an old subscription takes nothing from a newer one. A change of the plan goes into its history, with the event that caused it: the one that came,
 * or, where none is given, the one that was kept until now. Whoever asks has tied something to the account before, and so holds it.
 */
export async function deriveAccount(client: pg.ClientBase, accountId: string, cause?: string | null): Promise<void> {
  const before = await client.query('SELECT plan FROM account WHERE id = $1', [accountId]);
  const { rows } = await client.query(
    `SELECT status, plan, period_start, period_end, cancel_at_period_end, event_id, status = ANY ($2) AS entitles FROM subscription
     WHERE account_id = $1 AND plan IS NOT NULL
     ORDER BY entitles DESC, event_created DESC, event_arrival DESC, id LIMIT 1`,
    [accountId, entitling],
  );
  const { status = 'none', entitles = false, ...current } = rows[0] ?? {};
  const plan = entitles ? current.plan : 'free';
  await client.query(
    `UPDATE account SET plan = $2, billing_status = $3, period_start = $4, period_end = $5, cancel_at_period_end = $6
     WHERE id = $1 AND (plan, billing_status, period_start, period_end, cancel_at_period_end) IS DISTINCT FROM ($2, $3, $4, $5, $6)`,
    [
      accountId,
      plan,
      status,
      entitles ? current.period_start : null,
      entitles ? current.period_end : null,
      entitles && current.cancel_at_period_end,
    ],
  );
  const from = before.rows[0]?.plan;
  if (from === undefined || from === plan) return;
  await client.query('INSERT INTO plan_change (account_id, from_plan, to_plan, event_id) VALUES ($1, $2, $3, $4)', [
    accountId,
    from,
    plan,
    cause === undefined ? current.event_id : cause,
  ]);
}
