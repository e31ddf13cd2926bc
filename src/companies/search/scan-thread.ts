import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Buckets } from './buckets.ts';
import { Matcher } from './matcher.ts';
import type { Answer, Job } from './question.ts';
import { type Kernel, kernelOver } from './scan-module.ts';
import type { Snapshot } from './snapshot.ts';
import { Space } from './space.ts';

/** What a thread is made with. */
export interface ThreadData {
  memory: WebAssembly.Memory;
  thread: number;
  /** Of those who need a workplace: all threads, and the one that asks. */
  workplaces: number;
}

export type Order =
  | { kind: 'read'; databaseUrl: string }
  | { kind: 'use'; snapshot: Snapshot }
  /** The next portion of buckets is taken from a counter that all threads share; the counts by bucket go where all have their own places. */
  | { kind: 'answer'; jobs: Job[]; taken: Int32Array; answers: Answer[] };

export type Report =
  | { kind: 'read'; snapshot: Snapshot }
  | { kind: 'used' }
  | { kind: 'answered'; tallies: Uint32Array[][] }
  | { kind: 'failed'; message: string; code: unknown };

/** So many neighbouring buckets are taken at a time. */
const portion = 8;

/** One of the threads that search the names. */
class ScanThread {
  readonly #data: ThreadData;
  readonly #kernel: Kernel;
  #buckets: Buckets | undefined;
  #matcher: Matcher | undefined;

  constructor(data: ThreadData) {
    this.#data = data;
    this.#kernel = kernelOver(data.memory);
  }

  async follow(order: Order): Promise<Report> {
    if (order.kind === 'read') return { kind: 'read', snapshot: await this.#read(order.databaseUrl) };
    if (order.kind === 'answer') return this.#answer(order);
    this.#matcher = new Matcher(this.#kernel, this.#data.memory, order.snapshot, this.#data.thread);
    return { kind: 'used' };
  }

  #answer({ jobs, taken, answers }: Order & { kind: 'answer' }): Report {
    const own = answers.map(({ counts, tallies }) => ({ counts, tallies: tallies.map((one) => new Uint32Array(one.length)) }));
    if (this.#matcher) this.#matcher.run(jobs, own, portions(taken, this.#matcher.snapshot.extent.buckets));
    return { kind: 'answered', tallies: own.map(({ tallies }) => tallies) };
  }

  async #read(databaseUrl: string): Promise<Snapshot> {
    const { memory, workplaces } = this.#data;
    // One thread reads for all: the others need none of this.
    const [{ connectServing }, { Buckets }] = await Promise.all([import('../../database/connection.ts'), import('./buckets.ts')]);
    this.#buckets ??= new Buckets(memory, new Space(memory), this.#kernel, workplaces);
    const client = await connectServing(databaseUrl, 'company-registry search');
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      return await this.#buckets.read(client);
    } finally {
      // Nobody waits for a server that is gone to take its leave.
      client.end().catch(() => {});
    }
  }
}

/** Gives the numbers of buckets that no other thread was given. */
function portions(taken: Int32Array, buckets: number): () => number | undefined {
  let [next, end] = [0, 0];
  return () => {
    if (next === end) {
      next = Atomics.add(taken, 0, portion);
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
