import type pg from 'pg';
import type { ImportRun } from '../../database/client.ts';
import type { Queries } from '../../database/pool.ts';
import { sql } from '../../database/sql.ts';
import { Failure } from '../../kernel/errors.ts';
import { readFolding, readVersion } from '../data/data-version.ts';
import { DerivedFields } from '../data/derived-fields.ts';
import type { SourceTerms } from '../data/source-terms.ts';
import { identifierIn, plainLei } from '../format/lei.ts';
import type { RegisterRules } from '../format/register.ts';
import { type Folding, foldingOf } from '../format/search-text.ts';
import { checkedFilter, type FilterInput, givenFilter } from '../search/checked-filter.ts';
import { Classes } from '../search/classes/classes.ts';
import { type Filter, normalize, Questions } from '../search/filter.ts';
import type { Matcher } from '../search/matcher.ts';
import { isEverything, type Question } from '../search/question.ts';
import { type ChangedRecord, changedRecords } from './changed-records.ts';
import { FewLines, mostLines } from './few-lines.ts';
import { IndexedStates } from './indexed-states.ts';

/** Each record has up to two lines. */
const batchSize = mostLines / 2;

const listRuns = sql<Pick<ImportRun, 'ordinal' | 'importedAt'>>`SELECT ordinal, imported_at AS "importedAt" FROM import_run`;

/** The changes of one batch that fit a filter. */
export interface ChangedMatch {
  /** The places of the filters among those that were given. They mean the same. */
  filters: number[];
  /** The positions of the changes. */
  positions: number[];
  at: Date;
}

/** A question, and for a filter by LEI what it asks besides. */
interface Asked {
  places: number[];
  question: Question | undefined;
  lei: { values: readonly string[]; others: Question | undefined } | undefined;
}

/** The index as searches have it. */
interface Context {
  folding: Folding;
  version: string;
  runTimes: [number: number, time: number][];
}

interface Parts {
  /** The primary. */
  pool: pg.Pool;
  terms: SourceTerms;
  registers: readonly RegisterRules[];
}

/**
 * Finds the changes whose records fit filters, before the change or after it. The changed records are put into a small index of
 * their own, which is asked by the code of a search. So the time depends on what changed and on the number of different filters.
 */
export class ChangedMatches {
  readonly #parts: Parts;
  readonly #questions: Questions;
  readonly #derived: DerivedFields;
  #index: FewLines | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#derived = new DerivedFields(parts.registers);
    this.#questions = new Questions(parts.pool, parts.registers, new Classes(parts.pool, parts.registers));
  }

  /**
   * A filter as it is stored. Throws for one that a search refuses, for one that every record fits, and for a country that has no
   * register.
   */
  async checked(input: FilterInput): Promise<FilterInput> {
    checkedFilter(input);
    const filter = givenFilter(input);
    const { question } = await this.#asked(filter, [], await this.#context(this.#parts.pool));
    if (question && isEverything(question)) throw new Failure('invalid_request', 'filter: must have something to filter by.');
    const known = this.#parts.registers.map(({ country }) => country.code);
    const country = filter.country?.toUpperCase();
    if (country && !known.includes(country))
      throw new Failure('invalid_request', `country: no register has ${country}; there are ${known.join(', ')}.`);
    return filter;
  }

  /** The matches of the changes of a version of the data, batch by batch. */
  async *of(client: Queries, version: number, filters: readonly FilterInput[]): AsyncGenerator<ChangedMatch[]> {
    const { terms, registers } = this.#parts;
    const context = await this.#context(client);
    const { folding, runTimes } = context;
    const same = Map.groupBy(filters.keys(), (place) =>
      JSON.stringify(normalize(filterOf(filters[place] as FilterInput), folding)),
    );
    const asked: Asked[] = [];
    for (const places of same.values()) {
      const one = await this.#asked(filters[places[0] as number] as FilterInput, places, context).catch(ignored);
      if (one) asked.push(one);
    }
    const states = new IndexedStates({ database: client, registers, derived: this.#derived, folding });
    const lastRun = Math.max(0, ...runTimes.map(([number]) => number));
    for (let after = 0; ; ) {
      const records = await changedRecords(client, terms, { version, after, most: batchSize });
      const last = records.at(-1);
      if (!last) return;
      after = last.position;
      const lines = await states.lines(records);
      if (lines.length === 0) continue;
      this.#index ??= new FewLines();
      const matcher = this.#index.load(
        lines.map(({ line }) => line),
        lastRun,
      );
      const owners = lines.map(({ record }) => record);
      yield asked.flatMap((one) => {
        const positions = positionsOf(one, matcher, owners);
        return positions.length > 0 ? [{ filters: one.places, positions, at: last.at }] : [];
      });
    }
  }

  async #context(database: Queries): Promise<Context> {
    const { rows: foldings } = await database.query(readFolding);
    const { rows: versions } = await database.query(readVersion);
    const { rows: runs } = await database.query(listRuns);
    const runTimes = runs.map(({ ordinal, importedAt }): Context['runTimes'][number] => [ordinal, importedAt.getTime()]);
    return { folding: foldingOf(foldings[0]?.folding ?? 1), version: versions[0]?.version ?? '', runTimes };
  }

  async #asked(stored: FilterInput, places: number[], context: Context): Promise<Asked> {
    const { lei, identifier, ...filter } = normalize(filterOf(stored), context.folding);
    const question = await this.#questions.of({ ...filter, lei, identifier }, context, context);
    const named = identifier ? identifierIn(identifier) : undefined;
    const byIdentifier = typeof named === 'object' && named.scheme === 'LEI' ? named.value : undefined;
    const values = [...(lei ? [plainLei(lei)] : []), ...(byIdentifier ? [byIdentifier] : [])];
    if (values.length === 0) return { places, question, lei: undefined };
    const others = await this.#questions.of({ ...filter, ...(!byIdentifier && { identifier }) }, context, context);
    return { places, question, lei: { values, others } };
  }
}

const filterOf = ({ updatedSince, ...filter }: FilterInput): Filter => ({
  ...filter,
  ...(updatedSince && { updatedSince: new Date(updatedSince) }),
});

/** What an earlier build allowed may be refused by now. It must not hold up all others. */
function ignored(error: unknown): undefined {
  if (!(error instanceof Failure && error.code === 'invalid_request')) throw error;
}

/** An LEI names one company, as of now. The one that had it before a change is found by the change. */
function positionsOf({ question, lei }: Asked, matcher: Matcher, owners: readonly ChangedRecord[]): number[] {
  const found = (asked: Question | undefined) =>
    (asked ? matcher.lines(asked, 0) : []).map((line) => owners[line] as ChangedRecord);
  const moved = found(lei?.others).filter(({ leis }) => lei?.values.every((value) => leis.has(value)));
  return [...new Set([...found(question), ...moved].map(({ position }) => position))];
}
