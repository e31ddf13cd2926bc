import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/*
 * Asks whether an instance is alive, again and again, in a thread of its own: what the test does meanwhile delays no answer.
 * Tells the longest time that an answer took, in milliseconds, when it is asked.
 */
let longestMs = 0;
let asked = 0;
parentPort?.on('message', () => {
  parentPort?.postMessage({ longestMs, asked });
  longestMs = 0;
  asked = 0;
});
for (;;) {
  const begunAt = performance.now();
  await (await fetch(`${workerData}/api/v1/health/live`)).text();
  longestMs = Math.max(longestMs, performance.now() - begunAt);
  asked += 1;
  await delay(10);
}
