import { parentPort, workerData } from 'node:worker_threads';
import type { Buckets } from './buckets.ts';
import { kernelOver } from './kernel.ts';
import { Matcher } from './matcher.ts';
import type { Answer, Job } from './question.ts';
import type { Snapshot } from './snapshot.ts';
import { Space } from './space.ts';

/** What a thread is made with. */
export interface ThreadData {
  memory: WebAssembly.Memory;
  thread: number;
  /** Of those who need a workplace: all threads, and the one that asks. */
  workplaces: number;
  databaseUrl: string;
}

export type Order =
  | { kind: 'read' }
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

const { memory, thread, workplaces, databaseUrl } = workerData as ThreadData;
const kernel = kernelOver(memory);
let buckets: Buckets | undefined;
let matcher: Matcher | undefined;

async function follow(order: Order): Promise<Report> {
  if (order.kind === 'read') return { kind: 'read', snapshot: await read() };
  if (order.kind === 'use') {
    matcher = new Matcher(kernel, memory, order.snapshot, thread);
    return { kind: 'used' };
  }
  const answers = order.answers.map(({ counts, tallies }) => ({
    counts,
    tallies: tallies.map((one) => new Uint32Array(one.length)),
  }));
  matcher?.run(order.jobs, answers, portions(order.taken, matcher.snapshot.extent.buckets));
  return { kind: 'answered', tallies: answers.map(({ tallies }) => tallies) };
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

async function read(): Promise<Snapshot> {
  // One thread reads for all: the others need none of this.
  const [{ openServingClient }, { Buckets }] = await Promise.all([import('../database/connection.ts'), import('./buckets.ts')]);
  buckets ??= new Buckets(memory, new Space(memory), kernel, workplaces);
  const client = openServingClient(databaseUrl, 'company-registry search');
  try {
    await client.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return await buckets.read(client);
  } finally {
    await client.end();
  }
}

parentPort?.on('message', (order: Order) => {
  follow(order)
    .catch((error): Report => ({ kind: 'failed', message: error.message, code: error.code }))
    .then((report) => parentPort?.postMessage(report));
});
