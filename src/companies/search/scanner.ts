import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { traced } from '../../kernel/tracing.ts';
import { VersionMoved } from '../data-version.ts';
import { Matcher } from './matcher.ts';
import type { Answer, Job } from './question.ts';
import { createMemory, type Kernel, kernelOver } from './scan-module.ts';
import type { Order, Report, ThreadData } from './scan-thread.ts';
import { type Snapshot, slots, tallyRange } from './snapshot.ts';
import { Turns } from './turns.ts';

/** As many threads as the machine gives; where there are more than two, one is left to everything else. */
export const usualThreads = (processors = availableParallelism()): number => (processors > 2 ? processors - 1 : processors);

/** What a thread reads is outside of its own memory, of which it needs little. */
const maxYoungGenerationSizeMb = 4;

/** In bytes of names: so little is read on the spot, for asking a thread would take as long. */
const littleReading = 512 * 1024;

export interface ScannerOptions {
  /** The server that is read, which may change. */
  databaseUrl: string | (() => string);
  threads?: number | undefined;
  /** Told of a search that waited in vain. */
  onRefusal?: (caller: string, waiting: number) => void;
  /** In bytes; a test that wants the threads to work says 0. */
  readInPlace?: number;
}

/** A job, and the version of the data that it belongs to. */
interface Work {
  job: Job;
  version: string;
}

/** A thread that does one thing at a time. */
interface Thread {
  worker: Worker;
  waiting?: { resolve(report: Report): void; reject(error: Error): void };
}

/** The threads, and the memory that they share with us. */
interface Crew {
  memory: WebAssembly.Memory;
  kernel: Kernel;
  threads: Thread[];
}

/**
 * All names and what they are filtered by, in memory that several threads read, as of one version of the data. What takes little time is done on the
 * spot; everything else is done by all threads together, a few questions in one go.
 */
export class Scanner {
  readonly #options: { databaseUrl: () => string; threads: number; readInPlace: number };
  readonly #turns: Turns<Work, Answer>;
  #crew: Crew | undefined;
  #matcher: Matcher | undefined;
  #reading: Promise<void> | undefined;
  /** The threads do one thing at a time. */
  #last: Promise<unknown> = Promise.resolve();

  constructor({ threads = usualThreads(), onRefusal = () => {}, readInPlace = littleReading, databaseUrl }: ScannerOptions) {
    this.#options = { threads, readInPlace, databaseUrl: typeof databaseUrl === 'string' ? () => databaseUrl : databaseUrl };
    this.#turns = new Turns((works) => this.#round(works), slots, onRefusal);
  }

  /** What matches of this version. Whoever is given it must be done with it before they wait for anything. */
  async at(version: string): Promise<Matcher> {
    if (this.#matcher?.snapshot.version === version) return this.#matcher;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
    const matcher = this.#matcher as Matcher | undefined;
    if (matcher?.snapshot.version !== version) throw new VersionMoved();
    return matcher;
  }

  async answer(job: Job, version: string, caller: string): Promise<Answer> {
    const matcher = await this.at(version);
    const { buckets, bytes } = matcher.shortlist(job);
    if (bytes > this.#options.readInPlace)
      return traced('search in threads', { bytes }, () => this.#turns.take(caller, { job, version }));
    const answer = emptyAnswer(job, matcher.snapshot, ArrayBuffer);
    const listed = (buckets ?? matcher.snapshot.buckets.keys())[Symbol.iterator]();
    matcher.run([job], [answer], () => listed.next().value);
    return answer;
  }

  /** How many questions wait for the threads. */
  get waiting(): number {
    return this.#turns.waiting;
  }

  get isRunning(): boolean {
    return this.#crew !== undefined;
  }

  async close(): Promise<void> {
    const threads = this.#crew?.threads ?? [];
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  }

  /** Answers some questions in one pass over the names: all but the first find them in the processor's cache. */
  async #round(works: Work[]): Promise<PromiseSettledResult<Answer>[]> {
    const results = new Map<Work, Promise<Answer>>();
    // Counts by value have one place in each thread, so a job with them goes alone.
    const together = Map.groupBy(works, (work) => (work.job.tallies.length > 0 ? work : work.version));
    for (const group of together.values()) {
      const answers = this.#alone(() => this.#answerAll(group));
      for (const [index, work] of group.entries())
        results.set(
          work,
          answers.then((all) => all[index] as Answer),
        );
    }
    return Promise.allSettled(works.map((work) => results.get(work) as Promise<Answer>));
  }

  async #answerAll(works: Work[]): Promise<Answer[]> {
    const [matcher, crew] = [this.#matcher, this.#crew];
    if (!matcher || !crew || works.some(({ version }) => version !== matcher.snapshot.version)) throw new VersionMoved();
    const jobs = works.map(({ job }) => job);
    const answers = jobs.map((job) => emptyAnswer(job, matcher.snapshot, SharedArrayBuffer));
    const taken = new Int32Array(new SharedArrayBuffer(4));
    const reports = await Promise.all(crew.threads.map((thread) => order(thread, { kind: 'answer', jobs, taken, answers })));
    for (const report of reports) if (report.kind === 'answered') addTallies(answers, report.tallies);
    return answers;
  }

  /** Brings what is in memory up to what the database has now. */
  async #read(): Promise<void> {
    await this.#alone(async () => {
      const crew = this.#startCrew();
      const [first] = crew.threads as [Thread];
      this.#matcher = undefined;
      const report = await order(first, { kind: 'read', databaseUrl: this.#options.databaseUrl() });
      if (report.kind !== 'read') return;
      const { snapshot } = report;
      await Promise.all(crew.threads.map((thread) => order(thread, { kind: 'use', snapshot })));
      this.#matcher = new Matcher(crew.kernel, crew.memory, snapshot, crew.threads.length);
    });
  }

  async #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  #startCrew(): Crew {
    if (this.#crew) return this.#crew;
    const memory = createMemory();
    const { threads: count } = this.#options;
    const threads = Array.from({ length: count }, (_, thread) => this.#startThread({ memory, thread, workplaces: count + 1 }));
    this.#crew = { memory, kernel: kernelOver(memory), threads };
    return this.#crew;
  }

  #startThread(data: ThreadData): Thread {
    const thread: Thread = {
      worker: new Worker(new URL('./scan-thread.ts', import.meta.url), {
        workerData: data,
        resourceLimits: { maxYoungGenerationSizeMb },
      }),
    };
    thread.worker.unref();
    thread.worker.on('message', (report: Report) => {
      const { waiting } = thread;
      delete thread.waiting;
      if (report.kind === 'failed') waiting?.reject(Object.assign(new Error(report.message), { code: report.code }));
      else waiting?.resolve(report);
    });
    // A thread that ends takes everything with it; the next question starts anew.
    thread.worker.on('error', (error) => this.#end(thread, error instanceof Error ? error : new Error(String(error))));
    thread.worker.on('exit', () => this.#end(thread, new Error('A search thread ended.')));
    return thread;
  }

  #end(ended: Thread, error: Error): void {
    const crew = this.#crew;
    if (!crew?.threads.includes(ended)) return;
    this.#crew = undefined;
    this.#matcher = undefined;
    for (const thread of crew.threads) {
      thread.waiting?.reject(error);
      thread.worker.terminate();
    }
  }
}

const order = (thread: Thread, order: Order): Promise<Report> =>
  new Promise((resolve, reject) => {
    thread.waiting = { resolve, reject };
    thread.worker.postMessage(order);
  });

function addTallies(answers: Answer[], tallies: Uint32Array[][]): void {
  for (const [index, answer] of answers.entries())
    for (const [place, sums] of answer.tallies.entries())
      for (let value = 0; value < sums.length; value++) (sums[value] as number) += tallies[index]?.[place]?.[value] ?? 0;
}

/** The threads write their counts into the same memory; whoever is alone needs none that is shared. */
function emptyAnswer(
  { parts, tallies }: Job,
  { extent }: Snapshot,
  Memory: typeof ArrayBuffer | typeof SharedArrayBuffer,
): Answer {
  return {
    counts: new Uint32Array(new Memory(4 * parts.length * extent.buckets)),
    tallies: tallies.map((tally) => new Uint32Array(1 + tallyRange(tally, extent).size)),
  };
}
