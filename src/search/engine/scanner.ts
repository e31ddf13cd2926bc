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
import { FairQueue, type QueuedWork, type Turn } from './fair-queue.ts';
import { Matcher } from './matcher.ts';
import { bestPositions, positionsOf } from './positions.ts';
import { rankedPositions } from './relevance-order.ts';
import type { Report } from './scan-thread.ts';
import { ThreadPool } from './thread-pool.ts';

/** One thread per processor. With more than two, one processor is left for everything else. */
export const defaultThreads = (processors = availableParallelism()): number => (processors > 2 ? processors - 1 : processors);

/** In bytes: the main thread reads up to this much itself, because handing it to the others would take as long. */
const readInPlaceLimit = 512 * 1024;

/** The first thread loads up to so many segments itself, because connecting the others would take as long. */
const loadAloneLimit = 64;

/** So many threads load together, each with a connection: the database could not send much faster to more. */
const mostLoading = 4;

/** In milliseconds: so long after a short query of a caller a processor is left free for the next one. */
const shortInterval = 50;

/** In segments: with fewer, every query is fast enough without being warmed up. */
const warmUpFrom = 256;

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
  /** In bytes; a test that wants the threads to work sets 0. */
  readInPlace?: number;
  /** In segments; a test that wants all threads to load sets 0. */
  loadAlone?: number;
}

/** A query that the threads answer, from the first segment to the last. */
class Scan implements QueuedWork {
  readonly job: Job;
  readonly snapshot: Snapshot;
  readonly answer: Answer;
  readonly caller: string;
  /** In bytes, of the whole. */
  readonly #size: number;
  /** The first segment that was not read yet, and how many matches were found before it, if some are enough. */
  next = 0;
  found = 0;

  constructor(job: Job, snapshot: Snapshot, size: number, caller: string) {
    this.job = job;
    this.caller = caller;
    this.snapshot = snapshot;
    this.answer = emptyAnswer(job, snapshot, SharedArrayBuffer);
    this.#size = size;
  }

  get left(): number {
    return this.#size * (1 - this.next / this.snapshot.extent.segments);
  }

  /** A thread has one place for the counts of each facet. */
  get isShared(): boolean {
    return this.job.facetCounts.length === 0 && this.job.enough === undefined;
  }

  get isDone(): boolean {
    return this.next >= this.snapshot.extent.segments || this.found >= (this.job.enough ?? Infinity);
  }
}

/** Answers queries about all names in memory. Short work is done at once, long work by all threads together. */
export class Scanner implements Counter {
  readonly mostValues = 5_000;
  readonly hasScores = true;
  readonly #options: { databaseUrl: () => string; threads: number; readInPlace: number; loadAlone: number };
  readonly #queue: FairQueue<Scan, Answer>;
  #pool: ThreadPool | undefined;
  /** The last query that was answered in the main thread. */
  #lastShort = { caller: '', time: Number.NEGATIVE_INFINITY };
  /** The turn that is under way, if all processors work for it: what its threads share, and for whom it is. */
  #widest: { caller: string; progress: Int32Array } | undefined;
  #matcher: Matcher | undefined;
  readonly #reading = new SingleFlight<void>();
  /** The threads do one thing at a time. */
  readonly #poolWork = new KeyedQueue();

  constructor(options: ScannerOptions) {
    const { threads = defaultThreads(), onRefusal = () => {}, readInPlace = readInPlaceLimit, databaseUrl } = options;
    const urlOf = typeof databaseUrl === 'string' ? () => databaseUrl : databaseUrl;
    this.#options = { threads, readInPlace, databaseUrl: urlOf, loadAlone: options.loadAlone ?? loadAloneLimit };
    this.#queue = new FairQueue({ perform: (scans) => this.#perform(scans), width: 1, turnSize: slots, onRefusal });
  }

  /** The main thread's matcher for this version. It may be used until the next await. */
  async at(version: string): Promise<Matcher> {
    if (this.#matcher?.snapshot.version === version) return this.#matcher;
    await this.#reading.do('', () => underWay('names of the search', () => this.#read()));
    const matcher = this.#matcher as Matcher | undefined;
    if (matcher?.snapshot.version !== version) throw new VersionMoved();
    return matcher;
  }

  async directory(version: string): Promise<Snapshot> {
    return (await this.at(version)).snapshot;
  }

  async answer(asked: Job, version: string, caller: string): Promise<Counted> {
    const job = completeJob(asked);
    const matcher = await this.at(version);
    const { snapshot } = matcher;
    const { segments, bytes } = matcher.shortlist(job, this.#options.readInPlace);
    if (bytes > this.#options.readInPlace) {
      const scan = new Scan(job, snapshot, bytes, caller);
      const answer = await traced('search in threads', { bytes }, () => this.#queue.add(caller, scan));
      return counted(job, snapshot, answer, scan.next < snapshot.extent.segments);
    }
    this.#makeRoom(caller);
    const answer = emptyAnswer(job, snapshot, ArrayBuffer);
    const listed = (segments ?? snapshot.segments.keys())[Symbol.iterator]();
    matcher.run([job], [answer], () => listed.next().value);
    matcher.addFacetCounts(job, answer);
    return counted(job, snapshot, answer);
  }

  async positions(query: Query, counts: Counts, page: Page, version: string): Promise<Position[]> {
    return positionsOf(await this.at(version), query, counts, page);
  }

  async ranked(query: Query, matches: RankedMatches, page: Page, version: string): Promise<Position[]> {
    return rankedPositions(await this.at(version), query, matches, page);
  }

  async best(tiers: readonly Tier[], size: number, version: string, caller: string): Promise<Position[]> {
    const count = (query: Query, enough?: number) => this.answer({ query, facetCounts: [], enough }, version, caller);
    return bestPositions(tiers, size, { at: () => this.at(version), count });
  }

  async values(positions: readonly Position[], column: Range['column'], version: string): Promise<number[]> {
    const matcher = await this.at(version);
    return positions.map(({ segment, document }) => matcher.value(segment, document, column));
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  get isRunning(): boolean {
    return this.#pool !== undefined;
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }

  /** Goes on with some queries in one pass over the names: after the first one, the names are in the processor's cache. */
  #perform(scans: Scan[]): Turn<Answer> {
    const progress = new Int32Array(new SharedArrayBuffer(12));
    progress.set([scans[0]?.next ?? 0, 0, scans[0]?.found ?? 0]);
    return {
      results: this.#poolWork.run('', () => this.#scan(scans, progress)),
      stop: () => Atomics.store(progress, 1, 1),
    };
  }

  /** Long queries of others go on with one thread less: the main thread and the database need a processor. */
  #makeRoom(caller: string): void {
    this.#lastShort = { caller, time: performance.now() };
    if (this.#widest && this.#widest.caller !== caller) Atomics.store(this.#widest.progress, 1, 1);
  }

  async #scan(scans: Scan[], progress: Int32Array): Promise<Answer[] | undefined> {
    const matcher = this.#matcher;
    const pool = this.#pool;
    if (!matcher || !pool || scans.some(({ snapshot }) => snapshot !== matcher.snapshot)) throw new VersionMoved();
    const jobs = scans.map(({ job }) => job);
    const answers = scans.map(({ answer: { counts, best } }) => ({ counts, best }));
    const caller = scans[0]?.caller ?? '';
    const isWhole = pool.size > 1 && pool.size >= availableParallelism();
    const isBeside = this.#lastShort.caller !== caller && performance.now() - this.#lastShort.time < shortInterval;
    const isNarrow = isWhole && isBeside;
    this.#widest = isWhole && !isNarrow ? { caller, progress } : undefined;
    const reports = await pool.orderAll({ kind: 'answer', jobs, progress, answers }, isNarrow ? pool.size - 1 : pool.size);
    this.#widest = undefined;
    const [next = 0, , found = 0] = progress;
    for (const scan of scans) {
      for (const thread of reports.keys()) matcher.addFacetCounts(scan.job, scan.answer, thread);
      scan.next = next;
      scan.found = found;
    }
    return scans.every(({ isDone }) => isDone) ? scans.map(({ answer }) => answer) : undefined;
  }

  /** The first thread reads what is new. If that is much, all threads help. */
  async #load(pool: ThreadPool, databaseUrl: string): Promise<Report> {
    const report = await pool.orderFirst({ kind: 'read', databaseUrl });
    if (report.kind !== 'shared') return report;
    const { shared } = report;
    const loaded = await pool.orderAll({ kind: 'load', databaseUrl, shared }, mostLoading);
    const parts = loaded.flatMap((one) => (one.kind === 'loaded' && one.part ? one.part : []));
    return pool.orderFirst({ kind: 'finish', shared, parts });
  }

  /** Updates the shared memory from the database. */
  async #read(): Promise<void> {
    await this.#poolWork.run('', async () => {
      const { threads, databaseUrl, loadAlone } = this.#options;
      this.#pool ??= new ThreadPool(threads, loadAlone, () => {
        this.#pool = undefined;
        this.#matcher = undefined;
      });
      const pool = this.#pool;
      this.#matcher = undefined;
      const report = await this.#load(pool, databaseUrl());
      if (report.kind !== 'read') return;
      const { snapshot } = report;
      await pool.orderAll({ kind: 'use', snapshot });
      this.#matcher = new Matcher(pool.scan, pool.memory, snapshot, pool.size);
    });
  }

  /** Answers the queries above, as long as nothing new was read, and finds the best matches of each. */
  async warmUp(version: string): Promise<void> {
    if ((await this.directory(version)).extent.segments < warmUpFrom) return;
    const caller = 'warming up';
    const warmUp = async (job: Job) => {
      const { query } = job;
      const { counts, facetCounts, best } = await this.answer(job, version, caller);
      const [scores] = facetCounts;
      const size = Math.min(10, sum(counts));
      if (!scores || !best) await this.best([{ query, wider: query }], 10, version, caller);
      else if (size > 0) await this.ranked(query, { scores, best }, { offset: 0, size }, version);
    };
    for (const job of Array.from({ length: warmUpTurns }, () => warmUpJobs).flat())
      if (this.#matcher?.snapshot.version === version) await warmUp(job).catch(() => {});
  }
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
