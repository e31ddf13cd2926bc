import { countryNumber } from '../company/facts.ts';
import type { Queries } from '../database/pool.ts';
import { sql } from '../database/sql.ts';
import { type EntityRecord, type Part, type Summary, summaryColumns, VersionMoved, versionColumn } from '../records/index.ts';
import { bestByScore, type Counter, type Position, sum } from './counter.ts';
import type { Query } from './query/query.ts';

/** Words that a name must have, in any order. */
export interface CandidateQuery {
  words: readonly {
    /** Normalized. The name has a word that begins so, or one of the whole words that may be meant by it. */
    text: string;
    meant: readonly string[];
  }[];
  /** Unset: in all countries. */
  country?: string | undefined;
  /** Whether few names are expected to match. Such queries are cheaper, and are answered together. */
  isRare?: boolean;
}

/** A counter that cannot rank gives so many times as many records, because the best are not the first by name. */
const timesUnranked = 4;

/** What a candidate is read with. */
const parts = ['registry', 'registrations'] as const satisfies Part[];

type CandidateRow = Summary & { version: string } & NonNullable<EntityRecord['parts']>['registry'] &
  NonNullable<EntityRecord['parts']>['registrations'];

const listCandidates = sql<CandidateRow>`
  SELECT ${versionColumn} AS version, ${summaryColumns}, registry, unlicensed, licensed, registrations
  FROM unnest($1::uuid[], $2::int[]) AS wanted (segment, document)
    JOIN search_segment ON search_segment.id = segment
    JOIN entity ON entity.id = encode(substr(ids, document * 16 + 1, 16), 'hex')::uuid
    JOIN import_run ON import_run.id = import_run_id`;

/** Finds the companies that a name may mean, for the matching to compare. */
export class Candidates {
  readonly #pool: Queries;
  readonly #counter: Counter;

  constructor(pool: Queries, counter: Counter) {
    this.#pool = pool;
    this.#counter = counter;
  }

  /** The best records for each query, up to `size`, with their typed fields and registrations. In all of their names. */
  async find(queries: readonly CandidateQuery[], size: number, version: string, caller: string): Promise<EntityRecord[]> {
    const found = await Promise.all(queries.map((one) => this.#positions(one, size, version, caller)));
    const positions = new Map(found.flat().map((one) => [`${one.segment} ${one.document}`, one]));
    if (positions.size === 0) return [];
    const { segments } = await this.#counter.directory(version);
    const all = [...positions.values()];
    const values = [all.map(({ segment }) => segments[segment]), all.map(({ document }) => document)];
    const { rows } = await this.#pool.query({ name: 'candidates', text: listCandidates, values });
    if (rows.some((row) => row.version !== version)) throw new VersionMoved();
    return rows.map(({ version: _, ...row }) => ({ ...row, parts: Object.fromEntries(parts.map((part) => [part, row])) }));
  }

  async #positions(asked: CandidateQuery, size: number, version: string, caller: string): Promise<Position[]> {
    const query = queryOf(asked);
    const hasScores = this.#counter.hasScores;
    const limit = hasScores ? size : timesUnranked * size;
    if (asked.isRare || !hasScores) {
      const { counts } = await this.#counter.answer({ query, facetCounts: [] }, version, caller);
      const total = sum(counts);
      if (total <= size || !hasScores)
        return this.#counter.positions(query, counts, { offset: 0, size: Math.min(limit, total) }, version);
    }
    return bestByScore(query, size, { counter: this.#counter, version, caller });
  }
}

const queryOf = ({ words, country }: CandidateQuery): Query => ({
  words: { typed: words.map(({ text }) => text), isFuzzy: false, meant: words.map(({ meant }) => meant) },
  hasOtherNames: true,
  ranges: country ? [{ column: 'country', from: countryNumber(country), to: countryNumber(country) }] : [],
});
