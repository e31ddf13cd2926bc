import type pg from 'pg';
import type { SearchSegment } from '../../database/client.ts';
import { readBinary } from '../../database/copy-out.ts';
import { sql } from '../../database/sql.ts';
import { freeBuffers } from '../../kernel/running/heap.ts';
import { Vocabulary } from './vocabulary.ts';

const listBuckets = sql<Pick<SearchSegment, 'id'>>`SELECT id FROM search_segment ORDER BY id`;
/** COPY takes no parameters; the ids are UUIDs from the database. */
const copyBuckets = (ids: readonly string[]) => `COPY (
    SELECT texts, facts, other_names, words FROM search_segment WHERE id IN ('${ids.join("', '")}')
  ) TO STDOUT (FORMAT binary)`;
type BucketRow = [texts: Buffer, facts: Buffer, otherNames: Buffer | null, words: Buffer | null];

/** Segments per read: under one megabyte. */
const bucketsPerRead = 8;
/** In milliseconds, for a server that no longer answers. */
const timeLimit = 5_000;
const [lineEnd, fieldEnd] = [10, 1];
const isFieldEnd = (byte: number): boolean => byte === fieldEnd || byte === lineEnd;
const isLineEnd = (byte: number): boolean => byte === lineEnd;

/** In bytes: the facts of a line, see the format of the companies. The lowest ten bits of the second number are the country. */
const [factsBytes, countryAt, countryMask] = [12, 4, 0x3ff];
/** One of so many lines is enough to learn which words are frequent. */
const sampled = 8;

const codeOf = (number: number): string => String.fromCharCode(65 + Math.floor(number / 26), 65 + (number % 26));

/** Reads the names of companies into a vocabulary. A segment of the search index never changes, so each is read once. */
export class NameReader {
  readonly vocabulary = new Vocabulary();
  readonly #read = new Set<string>();
  /** By country: how many names were sampled, and how many of them have a word. */
  readonly #samples = new Map<number, { names: number; counts: Map<number, number> }>();
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Reads the segments that are new, one call after the other. The words can be used meanwhile. Says whether
   * segments are gone that were read before: their words stay until another reader reads everything again.
   */
  read(client: pg.Client): Promise<{ hasGone: boolean }> {
    const turn = this.#last.then(() => this.#readNew(client));
    this.#last = turn.catch(() => {});
    return turn;
  }

  async #readNew(client: pg.Client): Promise<{ hasGone: boolean }> {
    const { rows } = await client.query(listBuckets);
    const there = new Set(rows.map(({ id }) => id));
    const missing = [...there].filter((id) => !this.#read.has(id));
    for (let start = 0; start < missing.length; start += bucketsPerRead) {
      const ids = missing.slice(start, start + bucketsPerRead);
      for (const bucket of await readBinary(client, copyBuckets(ids), { timeLimit })) this.#add(bucket as BucketRow);
      for (const id of ids) this.#read.add(id);
      freeBuffers();
    }
    this.vocabulary.trim();
    return { hasGone: [...this.#read].some((id) => !there.has(id)) };
  }

  /** How many of the names of each country have a word, for words that at least one of so many names has. */
  frequencies(least: number): Record<string, Record<string, number>> {
    const found = [...this.#samples].map(([country, { names, counts }]): [string, Record<string, number>] => {
      const all = names + prior;
      const words = [...counts].filter(([, count]) => count / all >= least);
      return [codeOf(country), Object.fromEntries(words.map(([word, count]) => [this.vocabulary.text(word), count / all]))];
    });
    return Object.fromEntries(found);
  }

  #add([text, facts, ...others]: BucketRow): void {
    for (let [at, line] = [0, 0]; at < text.length; line++) {
      const sample =
        line % sampled === 0 ? this.#sampleOf(facts.readUInt32BE(line * factsBytes + countryAt) & countryMask) : undefined;
      at = this.vocabulary.add(text, at, isFieldEnd, sample);
      // The numbers of the record follow.
      while (at < text.length && !isLineEnd(text[at] as number)) at++;
      at++;
    }
    for (const column of others)
      if (column) for (let at = 0; at < column.length; at++) at = this.vocabulary.add(column, at, isLineEnd);
  }

  /** Counts the words of a name of a country, each once. */
  #sampleOf(country: number): (word: number) => void {
    const sample = this.#samples.get(country) ?? { names: 0, counts: new Map<number, number>() };
    this.#samples.set(country, sample);
    sample.names += 1;
    const met = new Set<number>();
    return (word) => {
      if (met.has(word)) return;
      met.add(word);
      sample.counts.set(word, (sample.counts.get(word) ?? 0) + 1);
    };
  }
}

/** A few names say little about how frequent a word is, so this many are added in which no word occurs. */
const prior = 1_000;
