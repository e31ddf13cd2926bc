import type pg from 'pg';
import type { PaymentEvent as EventRow, Subscription as SubscriptionRow } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import { Failure } from '../kernel/errors.ts';
import type { Logger } from '../kernel/logging.ts';
import { KeyedQueue } from '../kernel/running/keyed-queue.ts';
import { isUuid } from '../kernel/uuid.ts';
import { deriveAccount, linkToAccount, lockCustomer, saveIfNewest } from './account-state.ts';
import { isErased } from './erasure.ts';
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

interface Settled extends Pick<EventRow, 'outcome'> {
  outcome: Outcome | null;
}

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

interface PaymentEventParts {
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
export class PaymentEvents {
  readonly #parts: PaymentEventParts;
  readonly #queue = new KeyedQueue();

  constructor(parts: PaymentEventParts) {
    this.#parts = parts;
  }

  async receive(body: Buffer, signatures: readonly string[]): Promise<Receipt> {
    const { settings, now } = this.#parts;
    if (!settings) throw new Failure('billing_unavailable', 'No payment provider is configured.');
    if (!isSigned(body, signatures, settings.webhookSecret, now())) throw new Failure('invalid_signature');
    const event = readEvent(body);
    const meaning = meaningOf(event, settings.prices);
    const settled = await this.#store(event, meaning);
    if (settled) {
      this.#parts.onDelivery?.('duplicate');
      return { duplicate: true, stale: settled === 'stale' };
    }
    const key = event.customerId ?? event.id;
    const { outcome, isDuplicate, paysTwice } = await this.#queue.run(key, () =>
      inTransaction(this.#parts.pool, (client) => this.#settle(client, event, meaning, key)),
    );
    this.#parts.onDelivery?.(isDuplicate ? 'duplicate' : outcome);
    // This instance meters by the new plan before it answers, the others within a second. A failure here does not matter.
    await this.#parts.refreshAccounts().catch(() => {});
    if (paysTwice) await this.#parts.onSecondSubscription(paysTwice);
    return { duplicate: isDuplicate, stale: outcome === 'stale' };
  }

  /** Stores the event. Returns its outcome if it was handled before. */
  async #store({ id, kind, created, customerId, text }: PaymentEvent, meaning: Meaning): Promise<Outcome | undefined> {
    const subscriptionId =
      meaning.is === 'state' ? meaning.subscription.id : meaning.is === 'link' ? meaning.subscriptionId : null;
    const stored = this.#parts.pool.query({
      name: 'store-payment-event',
      text: storeEvent,
      values: [id, kind, created, subscriptionId, customerId, text],
    });
    const { rows } = await stored.catch((error) => {
      // PostgreSQL can never store this event, so the provider must not send it again.
      if (/^(22|54)/.test(error.code)) throw new Failure('invalid_request', 'The event cannot be kept.', { cause: error });
      throw error;
    });
    return rows[0]?.outcome ?? undefined;
  }

  async #settle(client: pg.ClientBase, event: PaymentEvent, meaning: Meaning, key: string) {
    await lockCustomer(client, key);
    const { rows } = await client.query(findEvent, [event.id]);
    // The stored event is lost, as after a failover. The next delivery stores it again.
    if (!rows[0]) throw new Failure('service_unavailable');
    const { arrival, outcome: before } = rows[0];
    if (before) return { outcome: before, isDuplicate: true };
    // The text of an event contains names and addresses. It is not stored for an erased account.
    const hasLeft = await isErased(client, key);
    const effect = hasLeft
      ? { outcome: this.#ignore(event, 'its account was erased') }
      : await this.#effect(client, event, meaning, arrival);
    await client.query(settleEvent, [event.id, effect.outcome, hasLeft]);
    return { ...effect, isDuplicate: false };
  }

  async #effect(client: pg.ClientBase, event: PaymentEvent, meaning: Meaning, arrival: string): Promise<Effect> {
    if (meaning.is === 'nothing') return { outcome: this.#ignore(event, meaning.reason) };
    return meaning.is === 'link'
      ? this.#linkToAccount(client, event, meaning)
      : this.#apply(client, event, meaning.subscription, arrival);
  }

  /** Applies the event to its subscription, even if the account is not known yet. The account is updated once it is known. */
  async #apply(
    client: pg.ClientBase,
    { id, kind, created }: PaymentEvent,
    subscription: Subscription,
    arrival: string,
  ): Promise<Effect> {
    const { accountId, customerId } = subscription;
    const owner = await linkToAccount(client, { subscriptionId: subscription.id, customerId, accountId });
    const isNewest = await saveIfNewest(client, subscription, { created, rank: rankOf(kind), arrival }, id);
    const entitled = owner ? await deriveAccount(client, owner, isNewest ? id : undefined) : 0;
    if (accountId !== undefined && accountId.toLowerCase() !== owner)
      this.#warn(id, kind, 'it names an account that is not the one it belongs to');
    return { outcome: isNewest ? 'applied' : 'stale', paysTwice: entitled > 1 ? owner : undefined };
  }

  /**
   * Links a subscription to its account. Such an event has no position, because it does not contain the state of the
   * subscription. If the link existed before, an event that is older than the subscription's newest counts as stale.
   */
  async #linkToAccount(client: pg.ClientBase, event: PaymentEvent, meaning: Extract<Meaning, { is: 'link' }>): Promise<Effect> {
    const { rows } = await client.query(findSubscription, [meaning.subscriptionId]);
    const [before] = rows;
    const owner = isUuid(meaning.accountId) ? await linkToAccount(client, meaning) : undefined;
    if (!owner) return { outcome: this.#ignore(event, 'it names no account of ours') };
    if (owner !== meaning.accountId.toLowerCase())
      return { outcome: this.#ignore(event, 'its customer or subscription is of another account') };
    if (before?.accountId) return { outcome: before.newest > event.created ? 'stale' : 'applied' };
    const entitled = await deriveAccount(client, owner);
    return { outcome: 'applied', paysTwice: entitled > 1 ? owner : undefined };
  }

  #ignore({ id, kind }: PaymentEvent, reason: string): Outcome {
    this.#warn(id, kind, reason);
    return 'ignored';
  }

  #warn(eventId: string, kind: string, reason: string): void {
    this.#parts.logger.warn({ eventId, kind, reason }, 'payment event without its whole effect');
  }
}
