import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type Stripe from 'stripe';
import type { eventObject, PaidPlan } from './objects.ts';

export interface OpenCheckout {
  session: Stripe.Checkout.Session;
  plan: PaidPlan;
  /** Of the subscription that the checkout makes. */
  metadata: Stripe.Metadata;
}

interface Reply {
  request: string;
  status: number;
  body: unknown;
}

/** All that the provider knows. */
interface Entries {
  customers: Record<string, Stripe.Customer>;
  checkouts: Record<string, OpenCheckout>;
  portals: Record<string, Stripe.BillingPortal.Session>;
  subscriptions: Record<string, Stripe.Subscription>;
  /** By invoice. */
  payments: Record<string, Stripe.InvoicePayment>;
  refunds: Record<string, Stripe.Refund>;
  /** Events that were not delivered yet, in order. */
  undelivered: ReturnType<typeof eventObject>[];
  /** By idempotency key. */
  replies: Record<string, Reply>;
}

/** Without the names that every object has: they come from addresses, and `constructor` is no checkout. */
const book = <Kept extends object>(kept?: Kept): Kept => Object.assign(Object.create(null), kept);

/** The provider's memory. In a file it outlives the process, as the accounts of its customers do. */
export class Books {
  readonly entries: Entries = {
    customers: book(),
    checkouts: book(),
    portals: book(),
    subscriptions: book(),
    payments: book(),
    refunds: book(),
    undelivered: [],
    replies: book(),
  };
  readonly #file: string | undefined;

  constructor(file: string | undefined) {
    this.#file = file;
    const kept = Object.entries(file ? readIfThere(file) : {});
    Object.assign(this.entries, Object.fromEntries(kept.map(([name, one]) => [name, Array.isArray(one) ? one : book(one)])));
  }

  save(): void {
    if (!this.#file) return;
    mkdirSync(dirname(this.#file), { recursive: true });
    // A rename, so that the file is never half written.
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
