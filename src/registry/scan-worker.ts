import { parentPort, workerData } from 'node:worker_threads';
import type pg from 'pg';
import { openServingClient } from '../database/connection.ts';
import { Bucket, bytesOf, type Question } from './bucket.ts';

export interface Asked {
  id: number;
  /** The version of the data that the question belongs to: what is here is brought up to it first. */
  version: number;
  /** Without one, the data is only brought up to the version. */
  question: Question | undefined;
}

export interface Told {
  id: number;
  /** Of the data that was counted. */
  version: number;
  buckets: number[];
  counts: number[];
  error?: { message: string; code: unknown };
}

/** So many buckets are read at a time, some ten megabytes. */
const step = 256;

/** All buckets as of one version of the data. */
class Buckets {
  readonly #buckets = new Map<number, Bucket>();
  #version = 0;

  async keepUp(version: number): Promise<void> {
    if (this.#version >= version) return;
    const client = openServingClient(workerData, 'company-registry search');
    try {
      await client.connect();
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await this.#read(client);
    } finally {
      await client.end();
    }
  }

  /** Reads what changed since. They are replaced one by one, for there is no room for two of each: should it fail half-way, all are read anew. */
  async #read(client: pg.Client): Promise<void> {
    const known = this.#version;
    this.#version = 0;
    const { rows: versions } = await client.query('SELECT version FROM data_version');
    const { rows: all } = await client.query('SELECT bucket, version FROM search_bucket ORDER BY bucket');
    const kept = new Set(all.map(({ bucket }) => bucket));
    for (const bucket of this.#buckets.keys()) if (!kept.has(bucket)) this.#buckets.delete(bucket);
    const changed: number[] = all.filter(({ version }) => version > known).map(({ bucket }) => bucket);
    for (let start = 0; start < changed.length; start += step) {
      const { rows } = await client.query({
        name: 'buckets',
        text: 'SELECT bucket, texts, facts FROM search_bucket WHERE bucket = ANY ($1)',
        values: [changed.slice(start, start + step)],
      });
      for (const { bucket, texts, facts } of rows) this.#buckets.set(bucket, new Bucket(texts, facts));
    }
    this.#version = versions[0].version;
  }

  count({ q, ...facts }: Question): Omit<Told, 'id'> {
    const question = { ...facts, q: q === undefined ? undefined : bytesOf(q) };
    const told: Omit<Told, 'id'> = { version: this.#version, buckets: [], counts: [] };
    for (const bucket of [...this.#buckets.keys()].sort((a, b) => a - b)) {
      const count = this.#buckets.get(bucket)?.count(question) ?? 0;
      if (count === 0) continue;
      told.buckets.push(bucket);
      told.counts.push(count);
    }
    return told;
  }
}

const buckets = new Buckets();
let last = Promise.resolve();

async function answer({ id, version, question }: Asked): Promise<void> {
  try {
    await buckets.keepUp(version);
    if (question) parentPort?.postMessage({ id, ...buckets.count(question) } satisfies Told);
  } catch (error) {
    const { message, code } = error as Error & { code?: unknown };
    parentPort?.postMessage({ id, version, buckets: [], counts: [], error: { message, code } } satisfies Told);
  }
}

// One after the other: what is being read is not counted.
parentPort?.on('message', (asked: Asked) => {
  last = last.then(() => answer(asked));
});
