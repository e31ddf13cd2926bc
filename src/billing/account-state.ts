import type pg from 'pg';
import { audit, linkCustomer, setBillingState } from '../accounts/index.ts';
import { raise } from '../alerts/index.ts';
import type { Account, Subscription as SubscriptionRow } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { locks } from '../kernel/locks.ts';
import { isUuid } from '../kernel/uuid.ts';
import type { EventPosition } from './event.ts';
import { entitlingStatuses } from './statuses.ts';
import type { Subscription } from './subscription.ts';

const lock = sql`SELECT pg_advisory_xact_lock($1, hashtext($2))`;

/**
 * Locks a customer until the end of the transaction, so that its changes and events are handled one at a time on all instances.
 */
export async function lockCustomer(client: pg.ClientBase, customerId: string): Promise<void> {
  await client.query(lock, [locks.customerSpace, customerId]);
}

const findOwners = sql<Record<'linked' | 'owner' | 'named', Account['id'] | null>>`
  SELECT (SELECT account_id FROM subscription WHERE id = $1) AS linked, (SELECT id FROM account WHERE customer_id = $2) AS owner,
    (SELECT id FROM account WHERE id = $3) AS named`;

const lockAccount = sql<Pick<Account, 'id'>>`SELECT id FROM account WHERE id = $1 FOR UPDATE`;

const insertSubscription = sql`
  INSERT INTO subscription (id, customer_id, account_id) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING`;

const linkSubscriptions = sql`
  UPDATE subscription SET account_id = $1 WHERE account_id IS NULL AND (id = $2 OR customer_id = $3)`;

/**
 * Finds the account of a subscription: the one that it was linked to before, else the one that has its customer, else the one
 * that the provider names. Links the customer's other subscriptions to it too. Undefined while the account is not known.
 */
export async function linkToAccount(
  client: pg.ClientBase,
  subscriptionId: string,
  { customerId, accountId = '' }: Pick<Subscription, 'customerId' | 'accountId'>,
): Promise<string | undefined> {
  // The account that the provider names comes from outside, so it may be any text.
  const { rows } = await client.query(findOwners, [subscriptionId, customerId, isUuid(accountId) ? accountId : null]);
  const { linked = null, owner = null, named = null } = rows[0] ?? {};
  // The account is locked before any row that refers to it. In another order, two customers of one account could deadlock.
  const held = await client.query(lockAccount, [linked ?? owner ?? named]);
  // The account may have been erased while we waited for the lock.
  const account = held.rows[0]?.id ?? null;
  await client.query(insertSubscription, [subscriptionId, customerId, account]);
  if (!account) return undefined;
  await client.query(linkSubscriptions, [account, subscriptionId, customerId]);
  if (!owner) await linkCustomer(client, account, customerId);
  return account;
}

const updateIfNewest = sql`
  UPDATE subscription SET status = $2, plan = coalesce($3, plan), period_start = $4, period_end = $5, cancel_at_period_end = $6,
    event_created = $7, event_rank = $8, event_arrival = $9, event_id = $10
  WHERE id = $1 AND (event_created, event_rank, event_arrival) < ($7, $8, $9)`;

const setUnknownPlan = sql`UPDATE subscription SET plan = $2 WHERE id = $1 AND plan IS NULL`;

/** Writes the state of a subscription, unless a later event was written before. Returns whether it was written. */
export async function saveIfNewest(
  client: pg.ClientBase,
  { id, status, plan, period, cancelAtPeriodEnd }: Subscription,
  { createdSeconds, rank, arrival }: EventPosition,
  eventId: string | null,
): Promise<boolean> {
  const values = [id, status, plan, period?.start, period?.end, cancelAtPeriodEnd, createdSeconds, rank, arrival, eventId];
  const { rowCount } = await client.query(updateIfNewest, values);
  if (rowCount === 1) return true;
  // An older event may be the only one with one of our prices. Its plan is written, because it shows that the subscription is
  // ours.
  await client.query(setUnknownPlan, [id, plan]);
  return false;
}

type Period = Pick<SubscriptionRow, 'periodStart' | 'periodEnd'>;
/** The columns of a subscription that decide the state of the account. */
interface SubscriptionState extends Period, Pick<SubscriptionRow, 'id' | 'status' | 'cancelAtPeriodEnd' | 'eventId'> {
  plan: NonNullable<SubscriptionRow['plan']>;
  entitles: boolean;
}

const findPlan = sql<Pick<Account, 'plan'>>`SELECT plan FROM account WHERE id = $1`;

const listSubscriptions = sql<SubscriptionState>`SELECT id, status, plan, period_start AS "periodStart",
    period_end AS "periodEnd", cancel_at_period_end AS "cancelAtPeriodEnd", event_id AS "eventId", status = ANY ($2) AS entitles
  FROM subscription WHERE account_id = $1 AND plan IS NOT NULL
  ORDER BY entitles DESC, event_created DESC, event_arrival DESC, id`;

const insertPlanChange = sql`INSERT INTO plan_change (account_id, from_plan, to_plan, event_id) VALUES ($1, $2, $3, $4)`;

/**
 * Sets plan and period of an account from its subscriptions. One that entitles counts before one that does not; of several that
 * entitle, the one with the newest event counts. So the end of an old subscription takes nothing from a newer one. A change of
 * the plan goes into its history with its cause: the given event, or the newest event of the subscription if none is given. The
 * caller has locked the account with `linkToAccount`. Returns how many subscriptions entitle: with more than one, the account
 * pays twice.
 */
export async function deriveAccount(client: pg.ClientBase, accountId: string, cause?: string | null): Promise<number> {
  const before = await client.query(findPlan, [accountId]);
  const { rows } = await client.query(listSubscriptions, [accountId, entitlingStatuses]);
  const [newest] = rows;
  const current = newest?.entitles ? newest : undefined;
  const plan = current?.plan ?? 'free';
  await setBillingState(client, accountId, {
    plan,
    billingStatus: newest?.status ?? 'none',
    periodStart: current ? countedFrom(current, rows.filter(wasPaid)) : null,
    periodEnd: current?.periodEnd ?? null,
    cancelAtPeriodEnd: current?.cancelAtPeriodEnd ?? false,
  });
  if (newest && unpaidStatuses.includes(newest.status)) await raise(client, paymentFailed(accountId, newest));
  const from = before.rows[0]?.plan;
  const entitled = rows.filter(({ entitles }) => entitles).length;
  if (from === undefined || from === plan) return entitled;
  const eventId = cause === undefined ? newest?.eventId : cause;
  await client.query(insertPlanChange, [accountId, from, plan, eventId ?? null]);
  await audit(client, { accountId, action: 'plan.changed', ...(eventId && { subject: eventId }), details: { from, to: plan } });
  return entitled;
}

/** The statuses after a payment of a running subscription has failed. */
const unpaidStatuses = ['past_due', 'unpaid'];

/** One alert for each period of a subscription, however often the provider tries to collect its payment. */
const paymentFailed = (accountId: string, { id, status, periodStart }: SubscriptionState) => ({
  accountId,
  kind: 'payment_failed' as const,
  key: `${id} ${periodStart?.toISOString()}`,
  data: { status },
});

const wasPaid = ({ status }: SubscriptionState): boolean => !['incomplete', 'incomplete_expired'].includes(status);

/**
 * The start of the period that the quota counts from. A subscription that begins inside a paid period of the account takes over
 * the start of that period, and so its usage. So cancelling and buying again gives no second quota.
 */
function countedFrom({ periodStart: start }: Period, paid: readonly Period[]): Date | null {
  let quota: Period | undefined;
  const byTime = (one: Period, other: Period) =>
    Number(one.periodStart) - Number(other.periodStart) || Number(one.periodEnd) - Number(other.periodEnd);
  for (const period of paid.toSorted(byTime)) {
    if (!start || !period.periodStart || period.periodStart > start) continue;
    if (!quota?.periodEnd || period.periodStart >= quota.periodEnd) quota = period;
  }
  return quota?.periodStart ?? start;
}
