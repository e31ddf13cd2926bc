import { availableParallelism } from 'node:os';
import { columns } from '../../company/facts.ts';
import { KeyedQueue } from '../../kernel/running/keyed-queue.ts';
import { SingleFlight } from '../../kernel/running/single-flight.ts';
import { underWay } from '../../kernel/running/under-way.ts';
import { traced } from '../../kernel/tracing.ts';
import { VersionMoved } from '../../records/index.ts';
import {
  type Counted,
  type Counter,
  type Counts,
  type Page,
  type Position,
  type RankedMatches,
  sum,
  type Tier,
} from '../counter.ts';
import { slots } from '../memory/scratch.ts';
import { facetRange } from '../query/extent.ts';
import { type Answer, completeJob, type FacetCount, type Job, type Query, type Range } from '../query/query.ts';
import type { Snapshot } from '../segments/snapshot.ts';
import { fairQueue, type Turn } from './fair-queue.ts';
import { Matcher } from './matcher.ts';
import { bestPositions, positionsOf } from './positions.ts';
import { rankedPositions } from './relevance-order.ts';
import type { Report } from './scan-thread.ts';
import { openThreads, type ThreadPool } from './thread-pool.ts';

/** One thread per processor. With more than two, one processor is left for everything else. */
export const defaultThreads = (processors = availableParallelism()): number => (processors > 2 ? processors - 1 : processors);

/** The main thread reads up to this much itself, because handing it to the others would take as long. */
const maxBytesInPlace = 512 * 1024;

/** The first thread loads up to so many segments itself, because connecting the others would take as long. */
const maxSegmentsAlone = 64;

/** So many threads load together, each with a connection: the database could not send much faster to more. */
const loadingThreads = 4;

/** After a query in the main thread, one processor is left free for the next one for so long. */
const shortQueryMs = 50;

/** With fewer segments, every query is fast enough without being warmed up. */
const warmUpSegments = 256;

/** So often each query is asked: less, and the first searches of people would take up to twice as long as later ones. */
const warmUpTurns = 3;

const wordsToWarmUp = (...typed: string[]): Query => ({ words: { typed, isFuzzy: false }, ranges: [] });

/**
 * Queries that use the loops of facets, filters, words, typing mistakes and suggestions. V8 compiles a loop well only after it
 * has run for a while.
 */
export const warmUpJobs: readonly Job[] = [
  {
    query: { fragment: { bytes: Buffer.from('and') }, ranges: [] },
    facetCounts: ['status', 'country', 'legalForm', 'unlicensed', 'year'],
  },
  {
    query: {
      ...wordsToWarmUp('and', 'co'),
      hasOtherNames: true,
      ranges: [
        { column: 'status', from: 0, to: columns.status.mask },
        { column: 'day', from: 1, to: columns.day.mask },
      ],
    },
    facetCounts: ['score'],
  },
  { query: wordsToWarmUp('limited', 'and'), facetCounts: ['score'], best: 100 },
  { query: { words: { typed: ['limtied'], isFuzzy: true }, ranges: [] }, facetCounts: ['score'], best: 100 },
  { query: { ...wordsToWarmUp('and', 'c'), hasOtherNames: true }, facetCounts: ['score'], best: 10, isBestAlone: true },
  { query: { fragment: { bytes: Buffer.from('ted'), begins: 'word' }, ranges: [] }, facetCounts: [], enough: 40 },
];

interface ScannerOptions {
  /** The server to read from, which may change. */
  databaseUrl: string | (() => string);
  threads?: number | undefined;
  /** Called when a search is refused because it waited too long. */
  onRefusal?: (caller: string, waiting: number) => void;
  /** A test that wants the threads to work sets 0. */
  readInPlaceBytes?: number;
  /** A test that wants all threads to load sets 0. */
  loadAloneSegments?: number;
}

type Scan = ReturnType<typeof scanOf>;

/** A query that the threads answer, from the first segment to the last. */
function scanOf(job: Job, snapshot: Snapshot, bytes: number, caller: string) {
  const { segments } = snapshot.extent;
  return {
    job,
    snapshot,
    caller,
    answer: emptyAnswer(job, snapshot, SharedArrayBuffer),
    /** The first segment that was not read yet, and how many matches were found before it, if some are enough. */
    next: 0,
    found: 0,
    get left(): number {
      return bytes * (1 - this.next / segments);
    },
    /** A thread has one place for the counts of each facet. */
    isShared: job.facetCounts.length === 0 && job.enough === undefined,
    get isDone(): boolean {
      return this.next >= segments || this.found >= (job.enough ?? Infinity);
    },
  };
}

export type Scanner = ReturnType<typeof openScanner>;

/** Answers queries about all names in memory. Short work is done at once, long work by all threads together. */
export function openScanner({
  databaseUrl,
  threads = defaultThreads(),
  onRefusal = () => {},
  readInPlaceBytes = maxBytesInPlace,
  loadAloneSegments = maxSegmentsAlone,
}: ScannerOptions) {
  let pool: ThreadPool | undefined;
  /** The main thread's matcher. */
  let current: Matcher | undefined;
  /** The last query that was answered in the main thread. */
  let lastShort = { caller: '', time: Number.NEGATIVE_INFINITY };
  /** The turn that is under way, if all processors work for it: what its threads share, and for whom it is. */
  let widest: { caller: string; progress: Int32Array } | undefined;
  const reading = new SingleFlight<void>();
  /** The threads do one thing at a time. */
  const poolWork = new KeyedQueue();
  const queue = fairQueue<Scan, Answer>({ perform, width: 1, turnSize: slots, onRefusal });

  /** Goes on with some queries in one pass over the names: after the first one, the names are in the processor's cache. */
  function perform(scans: Scan[]): Turn<Answer> {
    const progress = new Int32Array(new SharedArrayBuffer(12));
    progress.set([scans[0]?.next ?? 0, 0, scans[0]?.found ?? 0]);
    return { results: poolWork.run('', () => scanAll(scans, progress)), stop: () => Atomics.store(progress, 1, 1) };
  }

  async function scanAll(scans: Scan[], progress: Int32Array): Promise<Answer[] | undefined> {
    const [matcher, using] = [current, pool];
    if (!matcher || !using || scans.some(({ snapshot }) => snapshot !== matcher.snapshot)) throw new VersionMoved();
    const jobs = scans.map(({ job }) => job);
    const answers = scans.map(({ answer: { counts, best } }) => ({ counts, best }));
    const caller = scans[0]?.caller ?? '';
    const isWhole = using.size > 1 && using.size >= availableParallelism();
    const isBeside = lastShort.caller !== caller && performance.now() - lastShort.time < shortQueryMs;
    const isNarrow = isWhole && isBeside;
    widest = isWhole && !isNarrow ? { caller, progress } : undefined;
    const reports = await using.doBy(isNarrow ? using.size - 1 : using.size, { kind: 'answer', jobs, progress, answers });
    widest = undefined;
    const [next = 0, , found = 0] = progress;
    for (const scan of scans) {
      for (const thread of reports.keys()) matcher.addFacetCounts(scan.job, scan.answer, thread);
      Object.assign(scan, { next, found });
    }
    return scans.every(({ isDone }) => isDone) ? scans.map(({ answer }) => answer) : undefined;
  }

  /** Long queries of others go on with one thread less: the main thread and the database need a processor. */
  function makeRoom(caller: string): void {
    lastShort = { caller, time: performance.now() };
    if (widest && widest.caller !== caller) Atomics.store(widest.progress, 1, 1);
  }

  /** The first thread reads what is new. If that is much, all threads help. */
  async function load(using: ThreadPool, url: string): Promise<Report> {
    const report = await using.doByFirst({ kind: 'read', databaseUrl: url });
    if (report.kind !== 'shared') return report;
    const { shared } = report;
    const loaded = await using.doBy(loadingThreads, { kind: 'load', databaseUrl: url, shared });
    const parts = loaded.flatMap((one) => (one.kind === 'loaded' && one.part ? one.part : []));
    return using.doByFirst({ kind: 'finish', shared, parts });
  }

  /** Updates the shared memory from the database. */
  const read = (): Promise<void> =>
    poolWork.run('', async () => {
      pool ??= openThreads(threads, loadAloneSegments, () => {
        pool = undefined;
        current = undefined;
      });
      const using = pool;
      current = undefined;
      const report = await load(using, typeof databaseUrl === 'string' ? databaseUrl : databaseUrl());
      if (report.kind !== 'read') return;
      const { snapshot } = report;
      await using.doBy(using.size, { kind: 'use', snapshot });
      current = new Matcher(using.scan, using.memory, snapshot, using.size);
    });

  /** The main thread's matcher for this version. It may be used until the next await. */
  async function at(version: string): Promise<Matcher> {
    if (current?.snapshot.version === version) return current;
    await reading.do('', () => underWay('names of the search', read));
    if (current?.snapshot.version !== version) throw new VersionMoved();
    return current;
  }

  async function answer(asked: Job, version: string, caller: string): Promise<Counted> {
    const job = completeJob(asked);
    const matcher = await at(version);
    const { snapshot } = matcher;
    const { segments, bytes } = matcher.shortlist(job, readInPlaceBytes);
    if (bytes > readInPlaceBytes) {
      const scan = scanOf(job, snapshot, bytes, caller);
      const counts = await traced('search in threads', { bytes }, () => queue.add(caller, scan));
      return counted(job, snapshot, counts, scan.next < snapshot.extent.segments);
    }
    makeRoom(caller);
    const counts = emptyAnswer(job, snapshot, ArrayBuffer);
    const listed = (segments ?? snapshot.segments.keys())[Symbol.iterator]();
    matcher.run([job], [counts], () => listed.next().value);
    matcher.addFacetCounts(job, counts);
    return counted(job, snapshot, counts);
  }

  const scanner = {
    maxValues: 5_000,
    hasScores: true,
    directory: async (version: string): Promise<Snapshot> => (await at(version)).snapshot,
    answer,
    async positions(query: Query, counts: Counts, page: Page, version: string): Promise<Position[]> {
      return positionsOf(await at(version), query, counts, page);
    },
    async ranked(query: Query, matches: RankedMatches, page: Page, version: string): Promise<Position[]> {
      return rankedPositions(await at(version), query, matches, page);
    },
    async best(tiers: readonly Tier[], size: number, version: string, caller: string): Promise<Position[]> {
      const count = (query: Query, enough?: number) => answer({ query, facetCounts: [], enough }, version, caller);
      return bestPositions(tiers, size, { at: () => at(version), count });
    },
    async values(positions: readonly Position[], column: Range['column'], version: string): Promise<number[]> {
      const matcher = await at(version);
      return positions.map(({ segment, document }) => matcher.value(segment, document, column));
    },
    get waiting(): number {
      return queue.waiting;
    },
    get isRunning(): boolean {
      return pool !== undefined;
    },

    /** Answers the queries above, as long as nothing new was read, and finds the best matches of each. */
    async warmUp(version: string): Promise<void> {
      if ((await at(version)).snapshot.extent.segments < warmUpSegments) return;
      const caller = 'warming up';
      const warmUp = async (job: Job) => {
        const { query } = job;
        const { counts, facetCounts, best } = await answer(job, version, caller);
        const [scores] = facetCounts;
        const size = Math.min(10, sum(counts));
        if (!scores || !best) await scanner.best([{ query, wider: query }], 10, version, caller);
        else if (size > 0) await scanner.ranked(query, { scores, best }, { offset: 0, size }, version);
      };
      for (const job of Array.from({ length: warmUpTurns }, () => warmUpJobs).flat())
        if (current?.snapshot.version === version) await warmUp(job).catch(() => {});
    },

    async close(): Promise<void> {
      await pool?.close();
    },
  } satisfies Counter;
  return scanner;
}

/** Adds the first value to the counts by value. */
const counted = ({ facetCounts }: Job, { extent }: Snapshot, answer: Answer, isPart = false): Counted => ({
  isPart,
  counts: answer.counts,
  best: answer.best,
  facetCounts: answer.facetCounts.map((counts, index) => ({
    base: facetRange(facetCounts[index] as FacetCount, extent).base,
    counts,
  })),
});

/** The threads write the counts of segments into shared memory; the main thread needs none. */
function emptyAnswer({ facetCounts }: Job, { extent }: Snapshot, Memory: typeof ArrayBuffer | typeof SharedArrayBuffer): Answer {
  return {
    counts: new Uint32Array(new Memory(4 * extent.segments)),
    facetCounts: facetCounts.map((facetCount) => new Uint32Array(1 + facetRange(facetCount, extent).size)),
    best: facetCounts.includes('score') ? new Uint16Array(new Memory(2 * extent.segments)) : undefined,
  };
}
