import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type Stripe from 'stripe';
import type {
  CheckoutSession,
  Customer,
  eventObject,
  InvoicePayment,
  PaidPlan,
  PortalSession,
  Refund,
  Subscription,
} from './objects.ts';

export interface OpenCheckout {
  session: CheckoutSession;
  plan: PaidPlan;
  /** The metadata of the subscription that the checkout makes. */
  metadata: Stripe.Metadata;
}

/** An object without a prototype: ids come from URLs, and `constructor` must not be found. */
const byId = <Item>(stored?: Record<string, Item>): Record<string, Item> => Object.assign(Object.create(null), stored);

/** The data of the provider. With a file, it outlives the process. */
export function openStore(file: string | undefined) {
  const stored = file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const entries = {
    customers: byId<Customer>(stored.customers),
    checkouts: byId<OpenCheckout>(stored.checkouts),
    portals: byId<PortalSession>(stored.portals),
    subscriptions: byId<Subscription>(stored.subscriptions),
    /** By invoice. */
    payments: byId<InvoicePayment>(stored.payments),
    /** By payment intent. */
    refunds: byId<Refund>(stored.refunds),
    /** Events that have not been delivered, oldest first. */
    undelivered: (stored.undelivered ?? []) as ReturnType<typeof eventObject>[],
    /** By idempotency key. */
    replies: byId<{ request: string; status: number; body: unknown }>(stored.replies),
  };
  const save = (): void => {
    if (!file) return;
    mkdirSync(dirname(file), { recursive: true });
    // Renames the new file, so that the file is never half written.
    writeFileSync(`${file}.new`, JSON.stringify(entries, null, 1), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  return { entries, save };
}

export type Store = ReturnType<typeof openStore>;
