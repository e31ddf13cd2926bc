import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type pg from 'pg';
import { type ScanModule, scanModuleOver } from '../memory/scan-module.ts';
import type { Answer, Job } from '../query/query.ts';
import type { HandedOver, SegmentLoader, SharedLoad } from '../segments/segment-loader.ts';
import type { Snapshot } from '../segments/snapshot.ts';
import { Matcher } from './matcher.ts';

/** What a thread is started with. */
export interface ThreadData {
  memory: WebAssembly.Memory;
  thread: number;
  /** The number of threads that need scratch memory, with the main one. */
  scratches: number;
  /** The first thread loads up to so many segments without the others. */
  loadAlone: number;
}

export type Order =
  /** For the first thread: it reads the database. If there is much to load, it shares it, and finishes after all have loaded. */
  | { kind: 'read'; databaseUrl: string }
  | { kind: 'load'; databaseUrl: string; shared: SharedLoad }
  | { kind: 'finish'; shared: SharedLoad; parts: HandedOver[] }
  | { kind: 'use'; snapshot: Snapshot }
  /** All threads share `progress`, see `portions`. The counts are written into shared memory. A job with `enough` is alone. */
  | { kind: 'answer'; jobs: Job[]; progress: Int32Array; answers: Pick<Answer, 'counts' | 'best'>[] };

export type Report =
  | { kind: 'read'; snapshot: Snapshot }
  | { kind: 'shared'; shared: SharedLoad }
  /** Without a part if the thread is the first one. */
  | { kind: 'loaded'; part?: HandedOver }
  | { kind: 'used' }
  | { kind: 'answered' }
  | { kind: 'failed'; message: string; code: unknown };

/** The number of neighbouring segments that a thread takes at a time. */
const portion = 8;

/** One of the threads that search the names, and read them from the database: the first one, or all if there are many. */
class ScanThread {
  readonly #data: ThreadData;
  readonly #scan: ScanModule;
  #segments: SegmentLoader | undefined;
  /** The connection of the first thread, while all threads load. */
  #client: pg.Client | undefined;
  #matcher: Matcher | undefined;

  constructor(data: ThreadData) {
    this.#data = data;
    this.#scan = scanModuleOver(data.memory);
  }

  async follow(order: Order): Promise<Report> {
    if (order.kind === 'answer') return this.#answer(order);
    if (order.kind === 'read') return this.#read(order.databaseUrl);
    if (order.kind === 'load') return this.#load(order);
    if (order.kind === 'finish') return this.#finish(order);
    this.#matcher = new Matcher(this.#scan, this.#data.memory, order.snapshot, this.#data.thread);
    return { kind: 'used' };
  }

  #answer({ jobs, progress, answers }: Order & { kind: 'answer' }): Report {
    const counted = { counts: answers[0]?.counts, enough: jobs[0]?.enough };
    this.#matcher?.run(jobs, answers, portions(progress, this.#matcher.snapshot.extent.segments, counted));
    return { kind: 'answered' };
  }

  async #read(databaseUrl: string): Promise<Report> {
    const { memory, scratches, loadAlone } = this.#data;
    // Not all threads need these modules.
    const { SegmentLoader } = await import('../segments/segment-loader.ts');
    this.#segments ??= new SegmentLoader({ memory, scan: this.#scan, scratches, loadAlone });
    const segments = this.#segments;
    const client = await connect(databaseUrl);
    try {
      const ids = await segments.list(client);
      const shared = await segments.share(client, ids);
      if (shared) {
        this.#client = client;
        return { kind: 'shared', shared };
      }
      await segments.load(client, ids);
      return { kind: 'read', snapshot: segments.publish() };
    } finally {
      if (!this.#client) leave(client);
    }
  }

  /** Never fails: the first thread reads at the end what is missing. */
  async #load({ databaseUrl, shared }: Order & { kind: 'load' }): Promise<Report> {
    if (this.#segments && this.#client) {
      await this.#segments.load(this.#client, shared.ids, shared.progress).catch(() => {});
      return { kind: 'loaded' };
    }
    const { helpToLoad } = await import('../segments/segment-loader.ts');
    const target = { memory: this.#data.memory, scan: this.#scan };
    return { kind: 'loaded', part: await helpToLoad(() => connect(databaseUrl), shared, target) };
  }

  async #finish({ shared, parts }: Order & { kind: 'finish' }): Promise<Report> {
    const [segments, client] = [this.#segments, this.#client];
    this.#client = undefined;
    if (!segments || !client) throw new Error('There is nothing to finish.');
    try {
      await segments.finish(client, shared.ids, parts);
      return { kind: 'read', snapshot: segments.publish() };
    } finally {
      leave(client);
    }
  }
}

/** A connection on which all statements see the same state. */
async function connect(databaseUrl: string): Promise<pg.Client> {
  const { connectServing } = await import('../../database/connection.ts');
  const client = await connectServing(databaseUrl, 'company-registry search');
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY').catch((error) => {
    leave(client);
    throw error;
  });
  return client;
}

/** Not awaited: the server may be gone. */
const leave = (client: pg.Client): void => void client.end().catch(() => {});

/** What was counted in each segment, and how many matches are enough. */
interface Enough {
  counts?: Uint32Array | undefined;
  enough?: number | undefined;
}

/**
 * Returns the numbers of segments that no other thread has taken, until the scan is stopped or has enough: at least one portion.
 * The threads share `progress`: the next segment, whether to stop, and how many matches were found.
 */
export function portions(progress: Int32Array, segments: number, { counts, enough }: Enough = {}): () => number | undefined {
  let start = 0;
  let next = 0;
  let end = 0;
  const hasEnough = () => {
    if (!counts || enough === undefined) return false;
    const found = counts.subarray(start, end).reduce((sum, count) => sum + count, 0);
    return Atomics.add(progress, 2, found) + found >= enough;
  };
  return () => {
    if (next === end) {
      if (end > 0 && (hasEnough() || Atomics.load(progress, 1) !== 0)) return undefined;
      next = Atomics.add(progress, 0, portion);
      start = next;
      end = Math.min(next + portion, segments);
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
