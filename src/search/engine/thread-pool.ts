import { Worker } from 'node:worker_threads';
import { createMemory, scanModuleOver } from '../memory/scan-module.ts';
import type { Report, Task, ThreadData } from './scan-thread.ts';

/** A thread reads memory outside of its own heap, so the heap can be small. */
const resourceLimits = { maxYoungGenerationSizeMb: 4 };

/** A thread that does one task at a time. */
interface Thread {
  worker: Worker;
  waiting?: PromiseWithResolvers<Report> | undefined;
}

export type ThreadPool = ReturnType<typeof openThreads>;

/**
 * The threads of the search, and the memory that they share with the main thread. If one thread ends, the whole pool ends,
 * because the memory may be half written. The owner can start another on `onEnd`.
 */
export function openThreads(size: number, loadAloneSegments: number, onEnd: () => void) {
  const memory = createMemory();
  let hasEnded = false;

  const end = async (error: Error): Promise<void> => {
    if (hasEnded) return;
    hasEnded = true;
    onEnd();
    for (const { waiting } of threads) waiting?.reject(error);
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  };
  const start = (thread: number): Thread => {
    const workerData: ThreadData = { memory, thread, threads: size + 1, loadAloneSegments };
    const worker = new Worker(new URL('./scan-thread.ts', import.meta.url), { workerData, resourceLimits });
    const started: Thread = { worker };
    worker.unref();
    worker.on('message', (report: Report) => {
      const { waiting } = started;
      started.waiting = undefined;
      if (report.kind === 'failed') waiting?.reject(Object.assign(new Error(report.message), { code: report.code }));
      else waiting?.resolve(report);
    });
    worker.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => end(new Error('A search thread ended.')));
    return started;
  };
  const threads = Array.from({ length: size }, (_, thread) => start(thread));

  /** Gives a task to the first threads. */
  const doBy = (count: number, task: Task): Promise<Report[]> =>
    Promise.all(
      threads.slice(0, count).map((thread) => {
        thread.waiting = Promise.withResolvers<Report>();
        thread.worker.postMessage(task);
        return thread.waiting.promise;
      }),
    );

  return {
    memory,
    scan: scanModuleOver(memory),
    size,
    doBy,
    doByFirst: async (task: Task): Promise<Report> => (await doBy(1, task))[0] as Report,
    close: () => end(new Error('The search threads have ended.')),
  };
}
