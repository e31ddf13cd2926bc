import type pg from 'pg';
import type { Subscription as SubscriptionRow } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import { Failure } from '../kernel/errors.ts';
import type { Logger } from '../kernel/logging.ts';
import { KeyedQueue } from '../kernel/running/keyed-queue.ts';
import { isUuid } from '../kernel/uuid.ts';
import { deriveAccount, linkToAccount, lockCustomer, saveIfNewest } from './account-state.ts';
import { isErased } from './closing.ts';
import { type Meaning, meaningOf, type PaymentEvent, rankOf, readEvent } from './event.ts';
import type { PaymentSettings } from './provider.ts';
import { isSigned } from './signature.ts';
import type { Subscription } from './subscription.ts';

/** The answer to a delivery. */
export interface Receipt {
  /** The event was received before and its effect is done. */
  duplicate: boolean;
  /** A newer event of its subscription was received before, so it has no effect. */
  stale: boolean;
}

export type Outcome = 'applied' | 'stale' | 'ignored';

type Settled = { outcome: Outcome | null };

const storeEvent = sql<Settled>`WITH stored AS (
    INSERT INTO payment_event (id, kind, created, subscription_id, customer_id, payload) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (id) DO NOTHING
  ) SELECT outcome FROM payment_event WHERE id = $1`;

const findEvent = sql<Settled & { arrival: string }>`SELECT arrival::text, outcome FROM payment_event WHERE id = $1`;

const settleEvent = sql`UPDATE payment_event
  SET outcome = $2, settled_at = clock_timestamp(), payload = CASE WHEN $3 THEN NULL ELSE payload END
  WHERE id = $1`;

const findSubscription = sql<Pick<SubscriptionRow, 'accountId'> & { newest: number }>`
  SELECT account_id AS "accountId", event_created::float8 AS newest FROM subscription WHERE id = $1`;

interface PaymentEventOptions {
  pool: pg.Pool;
  logger: Logger;
  settings: PaymentSettings | undefined;
  now(): Date;
  /** Polls for changed accounts, so that this instance drops them from its caches. */
  refreshAccounts(): Promise<void>;
  /** Called with the outcome of each delivery. */
  onDelivery?(outcome: Outcome | 'duplicate'): void;
  /** Called for an account that pays for more than one subscription. */
  onSecondSubscription(accountId: string): Promise<void>;
}

/** The outcome of an event, and the account if it now pays for more than one subscription. */
interface Effect {
  outcome: Outcome;
  paysTwice?: string | undefined;
}

/**
 * Receives the events of the payment provider. An event is stored before it takes effect. Its effect and its outcome are
 * committed together. So if something fails in between, the provider's next delivery completes it, and the effect never happens
 * twice.
 */
export function openPaymentEvents(options: PaymentEventOptions) {
  const { pool, logger, settings, now, refreshAccounts, onDelivery, onSecondSubscription } = options;
  const queue = new KeyedQueue();

  const warn = ({ id, kind }: PaymentEvent, reason: string): void =>
    logger.warn({ eventId: id, kind, reason }, 'payment event without its whole effect');
  const ignore = (event: PaymentEvent, reason: string): Effect => {
    warn(event, reason);
    return { outcome: 'ignored' };
  };

  /** Stores the event. Returns its outcome if it was handled before. */
  const store = async (event: PaymentEvent, meaning: Meaning): Promise<Outcome | undefined> => {
    const { id, kind, createdSeconds, customerId, text } = event;
    const subscriptionId = meaning.is === 'nothing' ? null : meaning.subscriptionId;
    const values = [id, kind, createdSeconds, subscriptionId, customerId, text];
    const { rows } = await pool.query({ name: 'store-payment-event', text: storeEvent, values }).catch((error) => {
      // PostgreSQL can never store this event, so the provider must not send it again.
      if (/^(22|54)/.test(error.code)) throw new Failure('invalid_request', 'The event cannot be kept.', { cause: error });
      throw error;
    });
    return rows[0]?.outcome ?? undefined;
  };

  /** Applies the event to its subscription, even if the account is not known yet. The account is updated once it is known. */
  const apply = async (
    client: pg.ClientBase,
    event: PaymentEvent,
    subscription: Subscription,
    arrival: string,
  ): Promise<Effect> => {
    const { id, kind, createdSeconds } = event;
    const { accountId } = subscription;
    const owner = await linkToAccount(client, subscription.id, subscription);
    const isNewest = await saveIfNewest(client, subscription, { createdSeconds, rank: rankOf(kind), arrival }, id);
    const entitled = owner ? await deriveAccount(client, owner, isNewest ? id : undefined) : 0;
    if (accountId !== undefined && accountId.toLowerCase() !== owner)
      warn(event, 'it names an account that is not the one it belongs to');
    return { outcome: isNewest ? 'applied' : 'stale', paysTwice: entitled > 1 ? owner : undefined };
  };

  /**
   * Links a subscription to its account. Such an event has no position, because it does not contain the state of the
   * subscription. If the link existed before, an event that is older than the subscription's newest counts as stale.
   */
  const link = async (client: pg.ClientBase, event: PaymentEvent, meaning: Extract<Meaning, { is: 'link' }>): Promise<Effect> => {
    const { subscriptionId, accountId } = meaning;
    const [before] = (await client.query(findSubscription, [subscriptionId])).rows;
    const owner = isUuid(accountId) ? await linkToAccount(client, subscriptionId, meaning) : undefined;
    if (!owner) return ignore(event, 'it names no account of ours');
    if (owner !== accountId.toLowerCase()) return ignore(event, 'its customer or subscription is of another account');
    if (before?.accountId) return { outcome: before.newest > event.createdSeconds ? 'stale' : 'applied' };
    const entitled = await deriveAccount(client, owner);
    return { outcome: 'applied', paysTwice: entitled > 1 ? owner : undefined };
  };

  const settle = async (client: pg.ClientBase, event: PaymentEvent, meaning: Meaning, key: string) => {
    await lockCustomer(client, key);
    const { rows } = await client.query(findEvent, [event.id]);
    // The stored event is lost, as after a failover. The next delivery stores it again.
    if (!rows[0]) throw new Failure('service_unavailable');
    const { arrival, outcome: before } = rows[0];
    if (before) return { outcome: before, isDuplicate: true };
    const takeEffect = (): Effect | Promise<Effect> => {
      if (meaning.is === 'nothing') return ignore(event, meaning.reason);
      return meaning.is === 'link' ? link(client, event, meaning) : apply(client, event, meaning.subscription, arrival);
    };
    // The text of an event contains names and addresses. It is not stored for an erased account.
    const hasLeft = await isErased(client, key);
    const effect = hasLeft ? ignore(event, 'its account was erased') : await takeEffect();
    await client.query(settleEvent, [event.id, effect.outcome, hasLeft]);
    return { ...effect, isDuplicate: false };
  };

  return {
    receive: async (body: Buffer, signatures: readonly string[]): Promise<Receipt> => {
      if (!settings) throw new Failure('billing_unavailable', 'No payment provider is configured.');
      if (!isSigned(body, signatures, settings.webhookSecret, now())) throw new Failure('invalid_signature');
      const event = readEvent(body);
      const meaning = meaningOf(event, settings.prices);
      const settled = await store(event, meaning);
      if (settled) {
        onDelivery?.('duplicate');
        return { duplicate: true, stale: settled === 'stale' };
      }
      const key = event.customerId ?? event.id;
      const { outcome, isDuplicate, paysTwice } = await queue.run(key, () =>
        inTransaction(pool, (client) => settle(client, event, meaning, key)),
      );
      onDelivery?.(isDuplicate ? 'duplicate' : outcome);
      // This instance meters by the new plan before it answers, the others within a second. A failure here does not matter.
      await refreshAccounts().catch(() => {});
      if (paysTwice) await onSecondSubscription(paysTwice);
      return { duplicate: isDuplicate, stale: outcome === 'stale' };
    },
  };
}

export type PaymentEvents = ReturnType<typeof openPaymentEvents>;
