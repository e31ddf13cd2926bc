import { Worker } from 'node:worker_threads';
import { BoundedCache } from '../../kernel/bounded-cache.ts';
import { within } from '../../kernel/running/deadline.ts';
import { AlternatingQueue } from '../../kernel/running/keyed-queue.ts';
import { SingleFlight } from '../../kernel/running/single-flight.ts';
import { underWay } from '../../kernel/running/under-way.ts';
import type { Report, Tasks } from './vocabulary-thread.ts';

type Result<Task extends keyof Tasks> = Awaited<ReturnType<Tasks[Task]>>;
type KnownWord = Result<'find'>[number];

/**
 * Callers wait so long for the words of a start or of an import. Then they go on with those that are read so far: names without
 * mistakes are found by the search alone.
 */
const patienceMs = 1_000;
const maxCached = 20_000;
/** So many words are compared in one turn: each may take milliseconds. */
const wordsPerTurn = 8;
/** So many turns are given at a time, so that the thread has the next one when it has ended one. */
const turnsAhead = 2;

/**
 * The words of all names. A thread of their own keeps and compares them. It starts with the service, or with the first caller.
 * Some time after an import that removed names, all words are read again, without those of the removed ones.
 */
export class KnownWords {
  readonly #databaseUrl: () => string;
  readonly #rebuildAfterMs: number;
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  #lastId = 0;
  readonly #turns = new AlternatingQueue(turnsAhead);
  readonly #reading = new SingleFlight<Result<'read'>['size']>();
  /** The version whose words are all read. */
  #version: string | undefined;
  /** The version whose words are waited for, and how long all callers wait together. */
  #awaited: { version: string; patience: Promise<unknown> } | undefined;
  #rebuild: NodeJS.Timeout | undefined;
  #cache = new BoundedCache<KnownWord>(maxCached);
  /**
   * The share of the names of a country that have a word; 0 if it is small. Without a country: where the word has most. It is
   * another function when other words were read.
   */
  shareOf = sharesIn(new Map());
  /** Whether the words of a version were read, by a thread that still runs. */
  isThere = false;

  constructor(databaseUrl: () => string, { rebuildAfterMs = 600_000 } = {}) {
    this.#databaseUrl = databaseUrl;
    this.#rebuildAfterMs = rebuildAfterMs;
  }

  /** How often words occur, and which words may be meant by them. Callers have their turns one after another. */
  async find(words: readonly string[], version: string, caller: string): Promise<Map<string, KnownWord>> {
    await this.read(version);
    const wanted = [...new Set(words)];
    const missing = wanted.filter((word) => !this.#cache.get(word));
    const cache = this.#cache;
    for (let from = 0; from < missing.length; from += wordsPerTurn) {
      const some = missing.slice(from, from + wordsPerTurn);
      const found = await this.#turns.run(caller, () => this.#do('find', some));
      for (const [place, word] of some.entries()) cache.set(word, found[place] as KnownWord);
    }
    return new Map(wanted.map((word) => [word, cache.get(word) ?? { count: 0, meant: [] }]));
  }

  /** The words among some that occur. */
  async among(words: readonly string[], caller: string): Promise<string[]> {
    if (words.length === 0) return [];
    const counts = await this.#turns.run(caller, () => this.#do('count', words));
    return words.filter((_, place) => (counts[place] ?? 0) > 0);
  }

  /** Waits for the words of a version, but not for long. */
  async read(version: string): Promise<void> {
    if (this.#version === version) return;
    if (this.#awaited?.version !== version) {
      const reading: Promise<unknown> = this.readAll(version);
      reading.catch(() => (this.#awaited = undefined));
      this.#awaited = { version, patience: within(patienceMs, reading, () => {}) };
    }
    await this.#awaited.patience;
  }

  /** Reads the words of a version. Says how many different ones there are, and the memory that they need. */
  readAll(version: string) {
    return this.#reading.do(version, () => underWay('words of all names', () => this.#read(version)));
  }

  async close(): Promise<void> {
    clearTimeout(this.#rebuild);
    await this.#worker?.terminate();
  }

  async #read(version: string | undefined, isAnew = false) {
    const { shares, hasGone, size } = await this.#do('read', this.#databaseUrl(), isAnew);
    this.shareOf = sharesIn(shares);
    this.#cache = new BoundedCache(maxCached);
    this.#version = version;
    this.isThere = true;
    if (hasGone) this.#rebuildLater();
    return size;
  }

  /** Not at once, because imports may follow each other. The next caller reads what was imported during the reading. */
  #rebuildLater(): void {
    this.#rebuild ??= setTimeout(() => {
      this.#rebuild = undefined;
      this.#awaited = undefined;
      this.#read(undefined, true).catch(() => this.#rebuildLater());
    }, this.#rebuildAfterMs).unref();
  }

  #do<Task extends keyof Tasks>(task: Task, ...input: Parameters<Tasks[Task]>): Promise<Result<Task>> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const id = ++this.#lastId;
    this.#waiting.set(id, { resolve, reject });
    this.#worker ??= this.#start();
    this.#worker.postMessage({ id, task, input });
    return promise as Promise<Result<Task>>;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./vocabulary-thread.ts', import.meta.url));
    worker.unref();
    worker.on('message', ({ id, result, error }: Report) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(result);
      else waiting?.reject(new Error(error));
    });
    // The next caller starts another thread.
    const end = (error: unknown) => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#version = undefined;
      this.isThere = false;
      this.#awaited = undefined;
      for (const { reject } of this.#waiting.values()) reject(error instanceof Error ? error : new Error('The thread ended.'));
      this.#waiting.clear();
    };
    worker.on('error', end);
    worker.on('exit', end);
    return worker;
  }
}

function sharesIn(byCountry: Result<'read'>['shares']): (word: string, country: string | undefined) => number {
  const highest = new Map<string, number>();
  for (const shares of byCountry.values())
    for (const [word, share] of shares) highest.set(word, Math.max(share, highest.get(word) ?? 0));
  return (word, country) => (byCountry.get(country ?? '') ?? highest).get(word) ?? 0;
}
