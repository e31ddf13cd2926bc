import type pg from 'pg';
import type { SearchBucket } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import type { Vocabulary } from './vocabulary.ts';

const listBuckets = sql<Pick<SearchBucket, 'id'>>`SELECT id FROM search_bucket ORDER BY id`;
const readBuckets = sql<Pick<SearchBucket, 'texts' | 'facts' | 'otherNames' | 'words'>>`
  SELECT texts, facts, other_names AS "otherNames", words FROM search_bucket WHERE id = ANY ($1::uuid[])`;

/** Buckets per read: under one megabyte. */
const bucketsPerRead = 8;
const [lineEnd, fieldEnd] = [10, 1];
const isFieldEnd = (byte: number): boolean => byte === fieldEnd || byte === lineEnd;
const isLineEnd = (byte: number): boolean => byte === lineEnd;

/** In bytes: the facts of a line, see the format of the companies. The lowest ten bits of the second number are the country. */
const [factsSize, countryAt, countryMask] = [12, 4, 0x3ff];
/** One of so many lines is enough to learn which words are frequent. */
const sampled = 8;

const codeOf = (number: number): string => String.fromCharCode(65 + Math.floor(number / 26), 65 + (number % 26));

/** Reads the names of companies into a vocabulary. A bucket of the search index never changes, so each is read once. */
export class NameReader {
  readonly #vocabulary: Vocabulary;
  readonly #read = new Set<string>();
  /** By country: how many names were sampled, and how many of them have a word. */
  readonly #samples = new Map<number, { names: number; counts: Map<number, number> }>();

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Words of buckets that are gone stay: they can only be meant in vain. */
  async read(client: pg.Client): Promise<void> {
    const { rows } = await client.query(listBuckets);
    const missing = rows.filter(({ id }) => !this.#read.has(id)).map(({ id }) => id);
    for (let start = 0; start < missing.length; start += bucketsPerRead) {
      const ids = missing.slice(start, start + bucketsPerRead);
      const { rows: buckets } = await client.query(readBuckets, [ids]);
      for (const bucket of buckets) this.#add(bucket);
      for (const id of ids) this.#read.add(id);
    }
  }

  /** How many of the names of each country have a word, for words that at least one of so many names has. */
  frequencies(least: number): Record<string, Record<string, number>> {
    const found = [...this.#samples].map(([country, { names, counts }]): [string, Record<string, number>] => {
      const all = names + prior;
      const words = [...counts].filter(([, count]) => count / all >= least);
      return [codeOf(country), Object.fromEntries(words.map(([word, count]) => [this.#vocabulary.text(word), count / all]))];
    });
    return Object.fromEntries(found);
  }

  #add({ texts, facts, otherNames, words }: Pick<SearchBucket, 'texts' | 'facts' | 'otherNames' | 'words'>): void {
    const text = Buffer.from(texts);
    const numbers = Buffer.from(facts);
    for (let [at, line] = [0, 0]; at < text.length; line++) {
      const sample =
        line % sampled === 0 ? this.#sampleOf(numbers.readUInt32BE(line * factsSize + countryAt) & countryMask) : undefined;
      at = this.#vocabulary.add(text, at, isFieldEnd, sample);
      // The numbers of the record follow.
      while (at < text.length && !isLineEnd(text[at] as number)) at++;
      at++;
    }
    for (const column of [otherNames, words])
      if (column)
        for (let at = 0, all = Buffer.from(column); at < all.length; at++) at = this.#vocabulary.add(all, at, isLineEnd);
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
