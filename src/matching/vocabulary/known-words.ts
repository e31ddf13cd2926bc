import { Worker } from 'node:worker_threads';
import { BoundedCache } from '../../kernel/bounded-cache.ts';
import { within } from '../../kernel/running/deadline.ts';
import { AlternatingQueue } from '../../kernel/running/keyed-queue.ts';
import { SingleFlight } from '../../kernel/running/single-flight.ts';
import { underWay } from '../../kernel/running/under-way.ts';
import type { WeightOf } from '../names/name.ts';
import { weightsOf } from '../weights.ts';
import type { FoundWord, Order, Report, VocabularySize } from './vocabulary-thread.ts';

type Outcome<Kind extends Report['kind']> = Extract<Report, { kind: Kind }>;
type Request = Order extends infer One ? (One extends Order ? Omit<One, 'id'> : never) : never;

/**
 * In milliseconds: matches wait so long for the words of a start or of an import. Then they go on with those that are read so
 * far: names without mistakes are found by the search alone.
 */
const patience = 1_000;
/** In milliseconds: so long after an import that removed names, all words are read again, without those of the removed ones. */
const usualRebuild = 600_000;
const mostCached = 20_000;
/** So many words are compared in one turn: each may take milliseconds. */
const mostInTurn = 8;
/** So many turns are given at a time, so that the thread has the next one when it has ended one. */
const ahead = 2;

/** The words of all names. A thread of their own keeps and compares them. It starts with the service, or with the first match. */
export class KnownWords {
  readonly #databaseUrl: () => string;
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, { resolve(report: Report): void; reject(error: Error): void }>();
  #orders = 0;
  readonly #turns = new AlternatingQueue(ahead);
  readonly #reading = new SingleFlight<VocabularySize>();
  /** The version whose words are all read. */
  #version: string | undefined;
  #isThere = false;
  /** The version whose words are waited for, and how long all matches wait together. */
  #awaited: { version: string; patience: Promise<unknown> } | undefined;
  readonly #rebuildAfter: number;
  #rebuild: NodeJS.Timeout | undefined;
  #cache = new BoundedCache<FoundWord>(mostCached);
  /** How much words say, learnt from the names of each country. */
  weightOf: WeightOf = weightsOf({});

  constructor(databaseUrl: () => string, { rebuildAfter = usualRebuild } = {}) {
    this.#databaseUrl = databaseUrl;
    this.#rebuildAfter = rebuildAfter;
  }

  /** How often words occur, and which words may be meant by them. Callers have their turns one after another. */
  async find(words: readonly string[], version: string, caller: string): Promise<Map<string, FoundWord>> {
    await this.read(version);
    const wanted = [...new Set(words)];
    const missing = wanted.filter((word) => !this.#cache.get(word));
    const cache = this.#cache;
    for (let from = 0; from < missing.length; from += mostInTurn) {
      const some = missing.slice(from, from + mostInTurn);
      const found = (await this.#inTurn(caller, { kind: 'find', words: some })) as Outcome<'found'>;
      for (const [place, word] of some.entries()) cache.set(word, found.words[place] as FoundWord);
    }
    return new Map(wanted.map((word) => [word, cache.get(word) ?? { count: 0, meant: [] }]));
  }

  /** The words among some that occur. */
  async among(words: readonly string[], caller: string): Promise<string[]> {
    if (words.length === 0) return [];
    const { counts } = (await this.#inTurn(caller, { kind: 'count', words })) as Outcome<'counted'>;
    return words.filter((_, place) => (counts[place] ?? 0) > 0);
  }

  /** Waits for the words of a version, but not for long. */
  async read(version: string): Promise<void> {
    if (this.#version === version) return;
    if (this.#awaited?.version !== version) {
      const reading: Promise<unknown> = this.readAll(version);
      reading.catch(() => (this.#awaited = undefined));
      this.#awaited = { version, patience: within(patience, reading, () => {}) };
    }
    await this.#awaited.patience;
  }

  /** Reads the words of a version. */
  readAll(version: string): Promise<VocabularySize> {
    return this.#reading.do(version, () => underWay('words of all names', () => this.#read('read', version)));
  }

  /** Whether the words of a version were read, by a thread that still runs. */
  get isThere(): boolean {
    return this.#isThere;
  }

  async close(): Promise<void> {
    clearTimeout(this.#rebuild);
    await this.#worker?.terminate();
  }

  async #read(kind: 'read' | 'rebuild', version: string | undefined): Promise<VocabularySize> {
    const report = (await this.#order({ kind, databaseUrl: this.#databaseUrl() })) as Outcome<'read'>;
    this.weightOf = weightsOf(report.frequencies);
    this.#cache = new BoundedCache(mostCached);
    this.#version = version;
    this.#isThere = true;
    if (report.hasGone) this.#rebuildLater();
    return report.size;
  }

  /** Not at once, because imports may follow each other. The next match reads what was imported during the reading. */
  #rebuildLater(): void {
    this.#rebuild ??= setTimeout(() => {
      const again = () => this.#rebuildLater();
      this.#rebuild = undefined;
      this.#awaited = undefined;
      this.#read('rebuild', undefined).catch(again);
    }, this.#rebuildAfter).unref();
  }

  #inTurn(caller: string, request: Request): Promise<Report> {
    return this.#turns.run(caller, () => this.#order(request));
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
      this.#isThere = false;
      this.#awaited = undefined;
      for (const { reject } of this.#waiting.values()) reject(error instanceof Error ? error : new Error('The thread ended.'));
      this.#waiting.clear();
    };
    worker.on('error', end);
    worker.on('exit', end);
    return worker;
  }
}
