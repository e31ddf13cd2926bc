import type pg from 'pg';
import type { Logger } from '../kernel/logging.ts';
import { customersOf } from './closing.ts';
import { inTime, type PaymentProvider } from './provider.ts';
import { entitlingStatuses } from './statuses.ts';
import { type Prices, readSubscription, type Subscription } from './subscription.ts';

interface PaidSubscriptions {
  pool: pg.Pool;
  provider: PaymentProvider;
  prices: Prices | undefined;
}

/**
 * The subscriptions at the provider that an account pays for beside its first. They exist if two checkouts were open at once and
 * both were paid. Only those from our own checkout count: their metadata names the account.
 */
export async function secondSubscriptions(
  { pool, provider, prices }: PaidSubscriptions,
  accountId: string,
): Promise<Subscription[]> {
  const paid: Subscription[] = [];
  for (const customer of await customersOf(pool, accountId)) {
    for await (const object of provider.subscriptions(customer)) {
      const subscription = prices && readSubscription(object, prices);
      if (subscription?.plan && entitlingStatuses.includes(subscription.status)) paid.push(subscription);
    }
  }
  const [, ...later] = paid.toSorted((one, other) => one.createdSeconds - other.createdSeconds || (one.id < other.id ? -1 : 1));
  return later.filter((subscription) => subscription.accountId?.toLowerCase() === accountId);
}

/**
 * Refunds the payment, then ends the subscription. In this order, a failure in between leaves the subscription to be found again.
 */
export async function undo(provider: PaymentProvider, { id, latestInvoice }: Subscription): Promise<void> {
  if (latestInvoice) await provider.refund(latestInvoice);
  await provider.endSubscription(id);
}

/** Undoes the second subscriptions of an account when an event shows them. A reconciliation repeats what fails. */
export const undoSecondSubscriptions = (source: PaidSubscriptions, logger: Logger) => async (accountId: string) => {
  try {
    await inTime(async () => {
      for (const subscription of await secondSubscriptions(source, accountId)) {
        await undo(source.provider, subscription);
        logger.info({ accountId, subscriptionId: subscription.id }, 'a second subscription was refunded and ended');
      }
    });
  } catch (error) {
    logger.error({ err: error, accountId }, 'a second subscription could not be undone: run billing:reconcile');
  }
};
