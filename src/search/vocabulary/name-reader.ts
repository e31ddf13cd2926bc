import type pg from 'pg';
import { columns, countryCode, factsSize } from '../../company/facts.ts';
import type { SearchSegment } from '../../database/client.ts';
import { readBinary } from '../../database/copy-out.ts';
import { sql } from '../../database/sql.ts';
import { freeBuffers } from '../../kernel/running/heap.ts';
import { lineEnd, nameEnd } from '../segments/packed-documents.ts';
import { Vocabulary } from './vocabulary.ts';

const listSegments = sql<Pick<SearchSegment, 'id'>>`SELECT id FROM search_segment ORDER BY id`;
/** COPY takes no parameters; the ids are UUIDs from the database. */
const copySegments = (ids: readonly string[]) => `COPY (
    SELECT texts, facts, other_names, words FROM search_segment WHERE id IN ('${ids.join("', '")}')
  ) TO STDOUT (FORMAT binary)`;
type SegmentRow = [texts: Buffer, facts: Buffer, ...otherNamesAndWords: (Buffer | null)[]];

/** Under one megabyte. */
const segmentsPerRead = 8;
/** For a server that no longer answers. */
const timeLimitMs = 5_000;
/** One of so many documents is enough to learn which words are frequent. */
const sampleInterval = 8;
/** A few names say little about how frequent a word is, so this many are added in which no word occurs. */
const prior = 1_000;
/** A word that fewer of the names of a country have is not listed as frequent there. */
const minShare = 0.001;

/** Reads the names of companies into a vocabulary. A segment of the search index never changes, so each is read once. */
export class NameReader {
  readonly vocabulary = new Vocabulary();
  readonly #read = new Set<string>();
  /** By country: how many names were sampled, and how many of them have a word. */
  readonly #samples = new Map<number, { names: number; counts: Map<number, number> }>();
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Reads the segments that are new, one call after the other. The words can be used meanwhile. Says whether segments are gone
   * that were read before: their words stay until another reader reads everything again.
   */
  read(client: pg.Client): Promise<{ hasGone: boolean }> {
    const turn = this.#last.then(() => this.#readNew(client));
    this.#last = turn.catch(() => {});
    return turn;
  }

  async #readNew(client: pg.Client): Promise<{ hasGone: boolean }> {
    const { rows } = await client.query(listSegments);
    const served = new Set(rows.map(({ id }) => id));
    const missing = [...served].filter((id) => !this.#read.has(id));
    for (let start = 0; start < missing.length; start += segmentsPerRead) {
      const ids = missing.slice(start, start + segmentsPerRead);
      for (const row of await readBinary(client, copySegments(ids), { timeLimit: timeLimitMs })) this.#add(row as SegmentRow);
      for (const id of ids) this.#read.add(id);
      freeBuffers();
    }
    this.vocabulary.trim();
    return { hasGone: [...this.#read].some((id) => !served.has(id)) };
  }

  /** By country, the share of the names that have a word, for frequent words. */
  shares(): Map<string, Map<string, number>> {
    const sharesOf = ({ names, counts }: { names: number; counts: Map<number, number> }) =>
      new Map(
        [...counts]
          .map(([word, count]) => [word, count / (names + prior)] as const)
          .filter(([, share]) => share >= minShare)
          .map(([word, share]) => [this.vocabulary.text(word), share]),
      );
    return new Map([...this.#samples].map(([country, sample]) => [countryCode(country), sharesOf(sample)]));
  }

  #add([texts, facts, ...others]: SegmentRow): void {
    const { word, shift, mask } = columns.country;
    for (let [document, start] = [0, 0]; start < texts.length; document++) {
      const end = texts.indexOf(nameEnd, start);
      const country = document % sampleInterval === 0 && (facts.readUInt32BE(document * factsSize + word) >>> shift) & mask;
      this.vocabulary.add(texts, start, end, country === false ? undefined : this.#sampleOf(country));
      // The numbers of the record follow its name.
      start = texts.indexOf(lineEnd, end) + 1;
    }
    for (const column of others) if (column) this.vocabulary.add(column, 0, column.length);
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
