import { Worker } from 'node:worker_threads';
import { BoundedCache } from '../../kernel/bounded-cache.ts';
import { within } from '../../kernel/deadline.ts';
import { SingleFlight } from '../../kernel/single-flight.ts';
import type { WeightOf } from '../names/name.ts';
import { weightsOf } from '../weights.ts';
import type { FoundWord, Order, Report } from './vocabulary-thread.ts';

type Outcome<Kind extends Report['kind']> = Extract<Report, { kind: Kind }>;
type Request = Order extends infer One ? (One extends Order ? Omit<One, 'id'> : never) : never;

/** In milliseconds: a match waits so long for the words of an import. Then it goes on with those that are known. */
const patience = 1_000;
const mostCached = 20_000;

/** The words of all names. A thread of their own keeps and compares them; it starts when the first name is matched. */
export class KnownWords {
  readonly #databaseUrl: () => string;
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, { resolve(report: Report): void; reject(error: Error): void }>();
  #orders = 0;
  readonly #reading = new SingleFlight<void>();
  #version: string | undefined;
  #cache = new BoundedCache<FoundWord>(mostCached);
  /** How much words say, learnt from the names of each country. */
  weightOf: WeightOf = weightsOf({});

  constructor(databaseUrl: () => string) {
    this.#databaseUrl = databaseUrl;
  }

  /** How often words occur, and which words may be meant by them. */
  async find(words: readonly string[], version: string): Promise<Map<string, FoundWord>> {
    await this.read(version);
    const wanted = [...new Set(words)];
    const missing = wanted.filter((word) => !this.#cache.get(word));
    const cache = this.#cache;
    if (missing.length > 0) {
      const found = (await this.#order({ kind: 'find', words: missing })) as Outcome<'found'>;
      for (const [place, word] of missing.entries()) cache.set(word, found.words[place] as FoundWord);
    }
    return new Map(wanted.map((word) => [word, cache.get(word) ?? { count: 0, meant: [] }]));
  }

  /** Reads the names of a version. The first time, everybody waits for it. */
  async read(version: string): Promise<void> {
    if (this.#version === version) return;
    const reading = this.#reading.do(version, () => this.#read(version));
    await (this.#version === undefined ? reading : within(patience, reading, () => {}));
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  async #read(version: string): Promise<void> {
    const report = (await this.#order({ kind: 'read', databaseUrl: this.#databaseUrl() })) as Outcome<'read'>;
    this.weightOf = weightsOf(report.frequencies);
    this.#cache = new BoundedCache(mostCached);
    this.#version = version;
  }

  #order(request: Request): Promise<Report> {
    const { promise, resolve, reject } = Promise.withResolvers<Report>();
    const id = ++this.#orders;
    this.#waiting.set(id, { resolve, reject });
    this.#worker ??= this.#start();
    this.#worker.postMessage({ ...request, id });
    return promise;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./vocabulary-thread.ts', import.meta.url));
    worker.unref();
    worker.on('message', (report: Report) => {
      const waiting = this.#waiting.get(report.id);
      this.#waiting.delete(report.id);
      if (report.kind === 'failed') waiting?.reject(new Error(report.message));
      else waiting?.resolve(report);
    });
    // The next match starts another thread.
    const end = (error: unknown) => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#version = undefined;
      for (const { reject } of this.#waiting.values()) reject(error instanceof Error ? error : new Error('The thread ended.'));
      this.#waiting.clear();
    };
    worker.on('error', end);
    worker.on('exit', end);
    return worker;
  }
}
