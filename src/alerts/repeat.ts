import { setTimeout as delay } from 'node:timers/promises';
import { isUnreachable } from '../database/outage.ts';
import type { Logger } from '../kernel/logging.ts';
import { underWay } from '../kernel/running/under-way.ts';

/**
 * Repeats some work until the signal ends it, with a pause in between. Of failures in a row the first is logged. Readiness
 * reports a database that is away.
 */
export async function repeat(pause: number, work: () => Promise<void>, signal: AbortSignal, logger: Logger): Promise<void> {
  let hasFailed = false;
  while (!signal.aborted) {
    try {
      await underWay('alerts', work);
      hasFailed = false;
    } catch (error) {
      if (!hasFailed && !isUnreachable(error)) logger.warn({ err: error }, 'alerts could not be handled, and are tried again');
      hasFailed = true;
    }
    await delay(pause, undefined, { signal, ref: false }).catch(() => {});
  }
}
