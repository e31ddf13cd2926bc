import { setTimeout as delay } from 'node:timers/promises';
import Stripe from 'stripe';
import type { Store } from './store.ts';

/** In milliseconds: the wait before the next attempt. It doubles each time, up to the longest. */
const waits = { first: 100, longest: 10_000 };

/** Sends the signed events one after another, and repeats each until it is accepted. */
export class Deliveries {
  readonly #store: Store;
  readonly #secret: string;
  readonly #stop = new AbortController();
  #target: string | undefined;
  #running: Promise<void> | undefined;

  constructor(store: Store, secret: string) {
    this.#store = store;
    this.#secret = secret;
  }

  to(target: string): void {
    this.#target = target;
    this.start();
  }

  start(): void {
    if (!this.#target || this.#running) return;
    this.#running = this.#run(this.#target).finally(() => {
      this.#running = undefined;
    });
  }

  /** Waits for an attempt that is under way. The next start delivers the other events. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(target: string): Promise<void> {
    const { undelivered } = this.#store.entries;
    let wait = waits.first;
    while (undelivered[0] && !this.#stop.signal.aborted) {
      if (await this.#send(target, JSON.stringify(undelivered[0]))) {
        undelivered.shift();
        this.#store.save();
        wait = waits.first;
      } else {
        await delay(wait, undefined, { signal: this.#stop.signal }).catch(() => {});
        wait = Math.min(wait * 2, waits.longest);
      }
    }
  }

  async #send(target: string, payload: string): Promise<boolean> {
    try {
      const { ok } = await fetch(target, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Stripe-Signature': Stripe.webhooks.generateTestHeaderString({ payload, secret: this.#secret }),
        },
        body: payload,
        signal: AbortSignal.timeout(10_000),
      });
      return ok;
    } catch {
      return false;
    }
  }
}
