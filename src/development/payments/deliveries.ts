import { setTimeout as delay } from 'node:timers/promises';
import Stripe from 'stripe';
import type { Store } from './store.ts';

/** The wait before the next attempt. It doubles each time, up to the longest. */
const [firstWaitMs, longestWaitMs] = [100, 10_000];

/** Sends the signed events one after another, and repeats each until it is accepted. */
export function deliveries({ entries: { undelivered }, save }: Store, secret: string) {
  const stop = new AbortController();
  let url: string | undefined;
  let running: Promise<void> | undefined;

  const isTaken = async (target: string, payload: string): Promise<boolean> => {
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Stripe-Signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }),
    };
    const sent = fetch(target, { method: 'POST', headers, body: payload, signal: AbortSignal.timeout(10_000) });
    return sent.then(
      ({ ok }) => ok,
      () => false,
    );
  };

  const run = async (target: string): Promise<void> => {
    for (let waitMs = firstWaitMs; undelivered[0] && !stop.signal.aborted; ) {
      if (await isTaken(target, JSON.stringify(undelivered[0]))) {
        undelivered.shift();
        save();
        waitMs = firstWaitMs;
      } else {
        await delay(waitMs, undefined, { signal: stop.signal }).catch(() => {});
        waitMs = Math.min(waitMs * 2, longestWaitMs);
      }
    }
  };

  /** Delivers what waits, to the last URL that was given. Without one it is stored. */
  const start = (target = url): void => {
    url = target;
    if (!target || running) return;
    running = run(target).finally(() => {
      running = undefined;
    });
  };

  /** Waits for an attempt that is under way. The next start delivers the other events. */
  const close = async (): Promise<void> => {
    stop.abort();
    await running;
  };

  return { start, close };
}
