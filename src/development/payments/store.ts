import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type Stripe from 'stripe';
import type { eventObject, PaidPlan } from './objects.ts';

export interface OpenCheckout {
  session: Stripe.Checkout.Session;
  plan: PaidPlan;
  /** The metadata of the subscription that the checkout makes. */
  metadata: Stripe.Metadata;
}

interface Reply {
  request: string;
  status: number;
  body: unknown;
}

/** All data of the provider. */
interface Entries {
  customers: Record<string, Stripe.Customer>;
  checkouts: Record<string, OpenCheckout>;
  portals: Record<string, Stripe.BillingPortal.Session>;
  subscriptions: Record<string, Stripe.Subscription>;
  /** By invoice. */
  payments: Record<string, Stripe.InvoicePayment>;
  refunds: Record<string, Stripe.Refund>;
  /** Events that have not been delivered, in order. */
  undelivered: ReturnType<typeof eventObject>[];
  /** By idempotency key. */
  replies: Record<string, Reply>;
}

/** An object without a prototype: ids come from URLs, and `constructor` must not be found. */
const withoutPrototype = <Data extends object>(data?: Data): Data => Object.assign(Object.create(null), data);

/** The data of the provider. With a file, it outlives the process. */
export class Store {
  readonly entries: Entries = {
    customers: withoutPrototype(),
    checkouts: withoutPrototype(),
    portals: withoutPrototype(),
    subscriptions: withoutPrototype(),
    payments: withoutPrototype(),
    refunds: withoutPrototype(),
    undelivered: [],
    replies: withoutPrototype(),
  };
  readonly #file: string | undefined;

  constructor(file: string | undefined) {
    this.#file = file;
    const stored = Object.entries(file ? readIfThere(file) : {});
    Object.assign(
      this.entries,
      Object.fromEntries(stored.map(([name, one]) => [name, Array.isArray(one) ? one : withoutPrototype(one)])),
    );
  }

  save(): void {
    if (!this.#file) return;
    mkdirSync(dirname(this.#file), { recursive: true });
    // Renames the new file, so that the file is never half written.
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.entries, null, 1), { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
  }
}

function readIfThere(file: string): Partial<Entries> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
