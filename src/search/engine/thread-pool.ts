import { Worker } from 'node:worker_threads';
import { createMemory, type ScanModule, scanModuleOver } from '../memory/scan-module.ts';
import type { Order, Report, ThreadData } from './scan-thread.ts';

/** In megabytes. A thread reads memory outside of its own heap, so the heap can be small. */
const maxYoungGenerationSizeMb = 4;

/** A thread that follows one order at a time. */
interface Thread {
  worker: Worker;
  waiting?: { resolve(report: Report): void; reject(error: Error): void };
}

/** The threads of the search, and the memory that they share with the main thread. */
export class ThreadPool {
  readonly memory: WebAssembly.Memory = createMemory();
  readonly scan: ScanModule;
  readonly size: number;
  readonly #threads: Thread[];
  readonly #onEnd: () => void;
  #hasEnded = false;

  /** If one thread ends, the whole pool ends, because the memory may be half written. The owner can start another on `onEnd`. */
  constructor(size: number, loadAlone: number, onEnd: () => void) {
    this.scan = scanModuleOver(this.memory);
    this.size = size;
    this.#onEnd = onEnd;
    this.#threads = Array.from({ length: size }, (_, thread) =>
      this.#start({ memory: this.memory, thread, scratches: size + 1, loadAlone }),
    );
  }

  /** Gives an order to one thread. */
  async orderFirst(order: Order): Promise<Report> {
    return this.#order(this.#threads[0] as Thread, order);
  }

  /** Gives an order to all threads, or to the first so many. */
  async orderAll(order: Order, threads = this.size): Promise<Report[]> {
    return Promise.all(this.#threads.slice(0, threads).map((thread) => this.#order(thread, order)));
  }

  async close(): Promise<void> {
    await this.#end(new Error('The search threads have ended.'));
  }

  #order(thread: Thread, order: Order): Promise<Report> {
    const { promise, resolve, reject } = Promise.withResolvers<Report>();
    thread.waiting = { resolve, reject };
    thread.worker.postMessage(order);
    return promise;
  }

  #start(data: ThreadData): Thread {
    const worker = new Worker(new URL('./scan-thread.ts', import.meta.url), {
      workerData: data,
      resourceLimits: { maxYoungGenerationSizeMb },
    });
    const thread: Thread = { worker };
    worker.unref();
    worker.on('message', (report: Report) => {
      const { waiting } = thread;
      delete thread.waiting;
      if (report.kind === 'failed') waiting?.reject(Object.assign(new Error(report.message), { code: report.code }));
      else waiting?.resolve(report);
    });
    worker.on('error', (error) => this.#end(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => this.#end(new Error('A search thread ended.')));
    return thread;
  }

  async #end(error: Error): Promise<void> {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#onEnd();
    for (const { waiting } of this.#threads) waiting?.reject(error);
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }
}
