import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Asks an instance again and again whether it is alive, in a thread of its own. */
export function startProbe(url: string) {
  const thread = new Worker(new URL('./probe-thread.ts', import.meta.url), { workerData: url });
  return {
    /** How often it was answered since the last report, and the longest wait for an answer, in milliseconds. */
    report: async (): Promise<{ longestMs: number; asked: number }> => {
      thread.postMessage('');
      return (await once(thread, 'message'))[0];
    },
    end: () => thread.terminate(),
  };
}
