import { parentPort, workerData } from 'node:worker_threads';
import type pg from 'pg';
import { scanModuleOver } from '../memory/scan-module.ts';
import type { Answer, Job } from '../query/query.ts';
import type { HandedOver, SegmentLoader, SharedLoad } from '../segments/segment-loader.ts';
import type { Snapshot } from '../segments/snapshot.ts';
import { Matcher } from './matcher.ts';

/** What a thread is started with. */
export interface ThreadData {
  memory: WebAssembly.Memory;
  thread: number;
  /** The number of threads that need scratch memory, with the main one. */
  threads: number;
  /** The first thread loads up to so many segments without the others. */
  loadAloneSegments: number;
}

export type Task =
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
const portionSegments = 8;

/** One of the threads that search the names, and read them from the database: the first one, or all if there are many. */
function scanThread({ memory, thread, threads, loadAloneSegments }: ThreadData) {
  const scan = scanModuleOver(memory);
  let segments: SegmentLoader | undefined;
  /** The connection of the first thread, while all threads load. */
  let client: pg.Client | undefined;
  let matcher: Matcher | undefined;
  const tasks: { [Kind in Task['kind']]: (task: Extract<Task, { kind: Kind }>) => Report | Promise<Report> } = {
    use({ snapshot }) {
      matcher = new Matcher(scan, memory, snapshot, thread);
      return { kind: 'used' };
    },

    answer({ jobs, progress, answers }) {
      const counted = { counts: answers[0]?.counts, enough: jobs[0]?.enough };
      matcher?.run(jobs, answers, portions(progress, matcher.snapshot.extent.segments, counted));
      return { kind: 'answered' };
    },

    async read({ databaseUrl }) {
      // Not all threads need these modules.
      const { segmentLoader } = await import('../segments/segment-loader.ts');
      segments ??= segmentLoader({ memory, scan, threads, loadAloneSegments });
      const reading = await connect(databaseUrl);
      try {
        const ids = await segments.list(reading);
        const shared = await segments.share(reading, ids);
        if (shared) {
          client = reading;
          return { kind: 'shared', shared };
        }
        await segments.load(reading, ids);
        return { kind: 'read', snapshot: segments.publish() };
      } finally {
        if (!client) leave(reading);
      }
    },

    /** Never fails: the first thread reads at the end what is missing. */
    async load({ databaseUrl, shared }) {
      if (segments && client) {
        await segments.load(client, shared.ids, shared.progress).catch(() => {});
        return { kind: 'loaded' };
      }
      const { helpToLoad } = await import('../segments/segment-loader.ts');
      return { kind: 'loaded', part: await helpToLoad(() => connect(databaseUrl), shared, { memory, scan }) };
    },

    async finish({ shared, parts }) {
      const reading = client;
      client = undefined;
      if (!segments || !reading) throw new Error('There is nothing to finish.');
      try {
        await segments.finish(reading, shared.ids, parts);
        return { kind: 'read', snapshot: segments.publish() };
      } finally {
        leave(reading);
      }
    },
  };
  return async (task: Task): Promise<Report> => tasks[task.kind](task as never);
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
      next = Atomics.add(progress, 0, portionSegments);
      start = next;
      end = Math.min(next + portionSegments, segments);
    }
    return next < end ? next++ : undefined;
  };
}

// The main thread loads this file too, for Node's compile cache.
if (parentPort) {
  const port = parentPort;
  const perform = scanThread(workerData);
  port.on('message', (task: Task) => {
    perform(task)
      .catch((error): Report => ({ kind: 'failed', message: error.message, code: error.code }))
      .then((report) => port.postMessage(report));
  });
}
