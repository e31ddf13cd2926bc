import type pg from 'pg';
import type { ErasedCustomer, Subscription as SubscriptionRow } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import { deriveAccount, linkToAccount, lockCustomer, saveIfNewest } from './account-state.ts';
import { isErased, removeCustomer } from './closing.ts';
import { readFromProvider } from './event.ts';
import type { PaymentProvider } from './provider.ts';
import { secondSubscriptions, undo } from './second-subscription.ts';
import { entitlingStatuses, lastingStatuses } from './statuses.ts';
import { type Prices, readSubscription, type Subscription } from './subscription.ts';

interface ReconcileOptions {
  pool: pg.Pool;
  provider: PaymentProvider;
  prices: Prices;
  dryRun: boolean;
  report(line: string): void;
}

/** The outcomes of a comparison; `undone` is a second subscription, `deleted` an erased customer at the provider. */
const verdicts = ['same', 'repaired', 'different', 'newer', 'missing', 'passed', 'undone', 'deleted'] as const;
export type Reconciliation = Record<(typeof verdicts)[number], number>;

/** A subscription in our database, and the position of its newest event. */
interface StoredSubscription {
  state: ReturnType<typeof comparable>;
  newest: string;
}

const listLasting = sql<Pick<SubscriptionRow, 'id'>>`
  SELECT id FROM subscription WHERE plan IS NOT NULL AND status = ANY ($1)`;

const listErased = sql<Pick<ErasedCustomer, 'id'>>`SELECT id FROM erased_customer WHERE removed_at IS NULL`;

const listPayingTwice = sql<{ accountId: NonNullable<SubscriptionRow['accountId']> }>`
  SELECT account_id AS "accountId" FROM subscription
  WHERE account_id IS NOT NULL AND plan IS NOT NULL AND status = ANY ($1)
  GROUP BY account_id HAVING count(*) > 1`;

type KnownRow = Pick<SubscriptionRow, 'status' | 'plan' | 'periodStart' | 'periodEnd' | 'cancelAtPeriodEnd'>;
const findSubscription = sql<KnownRow & { newest: string }>`SELECT status, plan, period_start AS "periodStart",
    period_end AS "periodEnd", cancel_at_period_end AS "cancelAtPeriodEnd",
    concat_ws(' ', event_created, event_rank, event_arrival) AS newest
  FROM subscription WHERE id = $1`;

/** The fields that are compared. */
const comparable = (
  { status, plan, cancelAtPeriodEnd }: ComparedFields,
  period: { start: Date | null; end: Date | null } | undefined,
) => ({
  status,
  plan: plan ?? null,
  'period start': period?.start?.toISOString() ?? null,
  'period end': period?.end?.toISOString() ?? null,
  'cancel at period end': cancelAtPeriodEnd,
});
type ComparedFields = { status: string; plan: string | null | undefined; cancelAtPeriodEnd: boolean };

/**
 * Compares every live subscription, here and at the provider, and repairs what differs. An event that arrives meanwhile, or that
 * is later than the provider's answer, is never overridden.
 */
export async function compareAll(options: ReconcileOptions): Promise<Reconciliation> {
  const { pool, provider, prices, dryRun, report } = options;
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Reconciliation;

  const compare = async (id: string): Promise<keyof Reconciliation> => {
    const before = await known(pool, id);
    const answer = await provider.subscription(id);
    if (!answer) {
      report(`${id}: the provider doesn't know it; left as it is`);
      return 'missing';
    }
    const subscription = readSubscription(answer.object, prices);
    // Passed over: a subscription of another product or an erased account, or one that never began.
    if (!subscription || (await isErased(pool, subscription.customerId))) return 'passed';
    if (!before && !lastingStatuses.includes(subscription.status)) return 'passed';
    if (!subscription.plan && (!before || entitlingStatuses.includes(subscription.status))) return 'passed';
    const differences = differencesOf(before, subscription);
    if (differences.length === 0) return 'same';
    const line = `${id}: ${differences.join(', ')}`;
    if (dryRun) {
      report(line);
      return 'different';
    }
    const repaired = await inTransaction(pool, (client) => repair(client, subscription, answer.asOfSeconds, before));
    report(repaired ? `${line}; repaired` : `${line}; left, for an event is newer`);
    return repaired ? 'repaired' : 'newer';
  };

  for (const { id } of (await pool.query(listErased)).rows) {
    report(`${id}: its account was erased${dryRun ? '' : '; deleted at the provider'}`);
    if (!dryRun) await removeCustomer(options, id);
    counts[dryRun ? 'different' : 'deleted'] += 1;
  }
  const lasting = await pool.query(listLasting, [lastingStatuses]);
  const ids = new Set(lasting.rows.map(({ id }) => id));
  for await (const object of provider.subscriptions()) ids.add((object as { id: string }).id);
  for (const id of ids) counts[await compare(id)] += 1;
  for (const { accountId } of (await pool.query(listPayingTwice, [entitlingStatuses])).rows)
    for (const second of await secondSubscriptions(options, accountId)) {
      report(`${second.id}: a second subscription of its account${dryRun ? '' : '; refunded and ended'}`);
      if (!dryRun) {
        await undo(provider, second);
        // Writes the end now, without waiting for the event.
        await compare(second.id);
      }
      counts[dryRun ? 'different' : 'undone'] += 1;
    }
  return counts;
}

async function known(database: pg.Pool | pg.ClientBase, id: string): Promise<StoredSubscription | undefined> {
  const { rows } = await database.query(findSubscription, [id]);
  if (!rows[0]) return undefined;
  const { newest, ...row } = rows[0];
  return { state: comparable(row, { start: row.periodStart, end: row.periodEnd }), newest };
}

function differencesOf(before: StoredSubscription | undefined, subscription: Subscription): string[] {
  if (!before) return [`unknown here, ${subscription.status} ${subscription.plan}`];
  // A known plan stays, even if its price is no longer ours.
  const now = comparable({ ...subscription, plan: subscription.plan ?? before.state.plan }, subscription.period);
  return Object.entries(now)
    .filter(([name, value]) => before.state[name as keyof typeof now] !== value)
    .map(([name, value]) => `${name} ${before.state[name as keyof typeof now]} → ${value}`);
}

async function repair(
  client: pg.ClientBase,
  subscription: Subscription,
  asOfSeconds: number,
  before: StoredSubscription | undefined,
): Promise<boolean> {
  const { id, customerId } = subscription;
  await lockCustomer(client, customerId);
  const now = await known(client, id);
  if (now?.newest !== before?.newest || (await isErased(client, customerId))) return false;
  const owner = await linkToAccount(client, id, subscription);
  const isNewest = await saveIfNewest(client, subscription, { createdSeconds: asOfSeconds, ...readFromProvider }, null);
  if (isNewest && owner) await deriveAccount(client, owner, null);
  return isNewest;
}
