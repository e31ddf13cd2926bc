import { countryNumber } from '../company/facts.ts';
import type { Queries } from '../database/pool.ts';
import { sql } from '../database/sql.ts';
import { type EntityRecord, type Part, type Summary, summaryColumns, VersionMoved, versionColumn } from '../records/index.ts';
import { type Counter, type Position, sum } from './counter.ts';
import type { Job, Question } from './query/query.ts';

/** Words that a name must have, in any order. */
export interface CandidateQuestion {
  words: readonly {
    /** Folded. The name has a word that begins so, or one of the whole words that may be meant by it. */
    text: string;
    meant: readonly string[];
  }[];
  /** Unset: in all countries. */
  country?: string | undefined;
  /** Whether few names are expected to match. Such questions are cheaper, and are answered together. */
  isRare?: boolean;
}

/** A counter that cannot rank gives so many times as many records, because the best are not the first by name. */
const timesUnranked = 4;

/** What a candidate is read with. */
const parts = ['registry', 'registrations'] as const satisfies Part[];

type Row = Summary & { version: string } & NonNullable<EntityRecord['parts']>['registry'] &
  NonNullable<EntityRecord['parts']>['registrations'];

const listCandidates = sql<Row>`
  SELECT ${versionColumn} AS version, ${summaryColumns}, registry, unlicensed, licensed, registrations
  FROM unnest($1::uuid[], $2::int[]) AS wanted (bucket, line)
    JOIN search_bucket ON search_bucket.id = bucket
    JOIN entity ON entity.id = encode(substr(ids, line * 16 + 1, 16), 'hex')::uuid
    JOIN import_run ON import_run.id = import_run_id`;

/** Finds the companies that a name may mean, for the matching to compare. */
export class Candidates {
  readonly #pool: Queries;
  readonly #counter: Counter;

  constructor(pool: Queries, counter: Counter) {
    this.#pool = pool;
    this.#counter = counter;
  }

  /** The best records for each question, up to `size`, with their typed fields and registrations. In all of their names. */
  async find(questions: readonly CandidateQuestion[], size: number, version: string, caller: string): Promise<EntityRecord[]> {
    const found = await Promise.all(questions.map((one) => this.#positions(one, size, version, caller)));
    const positions = new Map(found.flat().map((one) => [`${one.bucket} ${one.line}`, one]));
    if (positions.size === 0) return [];
    const { buckets } = await this.#counter.directory(version);
    const all = [...positions.values()];
    const values = [all.map(({ bucket }) => buckets[bucket]), all.map(({ line }) => line)];
    const { rows } = await this.#pool.query({ name: 'candidates', text: listCandidates, values });
    if (rows.some((row) => row.version !== version)) throw new VersionMoved();
    return rows.map(({ version: _, ...row }) => ({ ...row, parts: Object.fromEntries(parts.map((part) => [part, row])) }));
  }

  async #positions(asked: CandidateQuestion, size: number, version: string, caller: string): Promise<Position[]> {
    const question = questionOf(asked);
    const hasLevels = this.#counter.hasLevels;
    const most = hasLevels ? size : timesUnranked * size;
    if (asked.isRare || !hasLevels) {
      const { counts } = await this.#counter.answer({ question, tallies: [] }, version, caller);
      const total = sum(counts);
      if (total <= size || !hasLevels)
        return this.#counter.positions(question, counts, { offset: 0, size: Math.min(most, total) }, version);
    }
    const job: Job = { question, tallies: ['level'], best: size, isBestAlone: true };
    const { counts, tallies, best } = await this.#counter.answer(job, version, caller);
    const [levels] = tallies;
    const page = { offset: 0, size: Math.min(size, sum(counts)) };
    return levels && best && page.size > 0 ? this.#counter.ranked(question, { levels, best }, page, version) : [];
  }
}

const questionOf = ({ words, country }: CandidateQuestion): Question => ({
  words: { typed: words.map(({ text }) => text), isFuzzy: false, meant: words.map(({ meant }) => meant) },
  hasOtherNames: true,
  ranges: country ? [{ column: 'country', from: countryNumber(country), to: countryNumber(country) }] : [],
});
