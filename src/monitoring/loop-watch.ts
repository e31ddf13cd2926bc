import type { Logger } from '../kernel/logging.ts';
import { forgetEnded, namesUnderWay } from '../kernel/running/under-way.ts';
import type { Teardown } from '../kernel/teardown.ts';

/** Nothing else runs while a piece of code holds the event loop: no answer is written, and no probe is answered. */
export const loopLimits = {
  /** How often the loop is looked at. A stop is measured so exactly. */
  lookMs: 20,
  /** From this length on a stop is counted. */
  countedMs: 50,
  /** From this length on it is logged. */
  loggedMs: 100,
  /** How many names of what ran are logged. */
  maxNames: 10,
} as const;

/** Measures how long the event loop stands still, and says what ran at that time. */
export function watchLoop(options: { onStop(seconds: number): void; logger: Logger; teardown: Teardown }): void {
  const { onStop, logger, teardown } = options;
  const { lookMs, countedMs, loggedMs, maxNames } = loopLimits;
  let lastLook = performance.now();
  let lastUsage = process.threadCpuUsage();
  const look = () => {
    const time = performance.now();
    const stopMs = time - lastLook - lookMs;
    const usage = process.threadCpuUsage(lastUsage);
    lastLook = time;
    lastUsage = process.threadCpuUsage();
    if (stopMs >= countedMs) onStop(stopMs / 1000);
    if (stopMs >= loggedMs) {
      // Much less than the stop: our code did not run either, because the machine had no processor for it.
      const cpuMs = Math.round((usage.user + usage.system) / 1000);
      logger.warn({ ms: Math.round(stopMs), cpuMs, ran: namesUnderWay(maxNames) }, 'the event loop stood still');
    }
    forgetEnded();
  };
  const timer = setInterval(look, lookMs).unref();
  teardown.push(() => clearInterval(timer));
}
