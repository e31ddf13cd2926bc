import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../src/kernel/logging.ts';
import { within } from '../../src/kernel/running/deadline.ts';
import { keepHeapSmall } from '../../src/kernel/running/heap.ts';
import { underWay } from '../../src/kernel/running/under-way.ts';
import type { Teardown } from '../../src/kernel/teardown.ts';
import { warmingUp } from '../../src/monitoring/index.ts';
import type { Service } from '../service-options.ts';

/** After so long the service is ready without it: the first requests then wait for what is not loaded. */
const longestWarmUpMs = 120_000;
/** So long after a failed attempt the next one begins. */
const pauseMs = 1_000;

/**
 * Warms the service up, and makes it ready. What holds the event loop comes before that, so that no request waits for it. Returns
 * false if the database cannot be used: then the service is not ready anyway, and nothing can be loaded yet.
 */
export async function warmUp(service: Service, logger: Logger): Promise<boolean> {
  const failure = await within<unknown>(
    longestWarmUpMs,
    underWay('warming up', () => service.warmUp()).then(
      () => undefined,
      (error: unknown) => error,
    ),
    () => new Error(`The service was not warm after ${longestWarmUpMs} ms.`),
  );
  if (failure) {
    if ((await service.problem()) !== warmingUp) return false;
    logger.warn({ err: failure }, 'not warmed up, so the first requests take longer');
  }
  keepHeapSmall();
  service.becomeWarm();
  logger.debug('warmed up');
  return true;
}

/** Warms the service up as soon as its database can be used. */
export async function warmUpLater(service: Service, logger: Logger, { signal }: Teardown): Promise<void> {
  do await delay(pauseMs, undefined, { ref: false, signal }).catch(() => {});
  while (!signal.aborted && !(await warmUp(service, logger)));
}
