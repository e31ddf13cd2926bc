import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { Allocator } from './allocator.ts';
import type { BucketLoader } from './bucket-loader.ts';
import { Matcher } from './matcher.ts';
import type { Answer, Job } from './question.ts';
import { type ScanModule, scanModuleOver } from './scan-module.ts';
import type { Snapshot } from './snapshot.ts';

/** What a thread is started with. */
export interface ThreadData {
  memory: WebAssembly.Memory;
  thread: number;
  /** The number of threads that need scratch memory, with the main one. */
  scratches: number;
}

export type Order =
  | { kind: 'read'; databaseUrl: string }
  | { kind: 'use'; snapshot: Snapshot }
  /** All threads share `progress`: the next bucket, and whether to stop. The counts are written into shared memory. */
  | { kind: 'answer'; jobs: Job[]; progress: Int32Array; answers: Answer[] };

export type Report =
  | { kind: 'read'; snapshot: Snapshot }
  | { kind: 'used' }
  | { kind: 'answered'; tallies: Uint32Array[][] }
  | { kind: 'failed'; message: string; code: unknown };

/** The number of neighbouring buckets that a thread takes at a time. */
const portion = 8;

/** One of the threads that search the names; the first one also reads them from the database. */
class ScanThread {
  readonly #data: ThreadData;
  readonly #scan: ScanModule;
  #buckets: BucketLoader | undefined;
  #matcher: Matcher | undefined;

  constructor(data: ThreadData) {
    this.#data = data;
    this.#scan = scanModuleOver(data.memory);
  }

  async follow(order: Order): Promise<Report> {
    if (order.kind === 'read') return { kind: 'read', snapshot: await this.#read(order.databaseUrl) };
    if (order.kind === 'answer') return this.#answer(order);
    this.#matcher = new Matcher(this.#scan, this.#data.memory, order.snapshot, this.#data.thread);
    return { kind: 'used' };
  }

  #answer({ jobs, progress, answers }: Order & { kind: 'answer' }): Report {
    const own = answers.map((answer) => ({ ...answer, tallies: answer.tallies.map((one) => new Uint32Array(one.length)) }));
    if (this.#matcher) this.#matcher.run(jobs, own, portions(progress, this.#matcher.snapshot.extent.buckets));
    return { kind: 'answered', tallies: own.map(({ tallies }) => tallies) };
  }

  async #read(databaseUrl: string): Promise<Snapshot> {
    const { memory, scratches } = this.#data;
    // Only the thread that reads the database needs these modules.
    const [{ connectServing }, { BucketLoader }] = await Promise.all([
      import('../../database/connection.ts'),
      import('./bucket-loader.ts'),
    ]);
    this.#buckets ??= new BucketLoader({ memory, allocator: new Allocator(memory), scan: this.#scan, scratches });
    const client = await connectServing(databaseUrl, 'company-registry search');
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      return await this.#buckets.read(client);
    } finally {
      // Not awaited: the server may be gone.
      client.end().catch(() => {});
    }
  }
}

/** Returns the numbers of buckets that no other thread has taken, until the scan is stopped: at least one portion. */
export function portions(progress: Int32Array, buckets: number): () => number | undefined {
  let next = 0;
  let end = 0;
  return () => {
    if (next === end) {
      if (end > 0 && Atomics.load(progress, 1) !== 0) return undefined;
      next = Atomics.add(progress, 0, portion);
      end = Math.min(next + portion, buckets);
    }
    return next < end ? next++ : undefined;
  };
}

function serve(port: MessagePort, thread: ScanThread): void {
  port.on('message', (order: Order) => {
    thread
      .follow(order)
      .catch((error): Report => ({ kind: 'failed', message: error.message, code: error.code }))
      .then((report) => port.postMessage(report));
  });
}

// The main thread loads this file too, for Node's compile cache.
if (parentPort) serve(parentPort, new ScanThread(workerData as ThreadData));
