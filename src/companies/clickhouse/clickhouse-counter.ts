import type { Queries } from '../../database/pool.ts';
import { Failure } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/logging.ts';
import { SingleFlight } from '../../kernel/single-flight.ts';
import { traced } from '../../kernel/tracing.ts';
import { VersionMoved } from '../data/data-version.ts';
import type { Counted, Counter, Counts, Page, Position } from '../search/counter.ts';
import { FairQueue } from '../search/fair-queue.ts';
import { isEverything, type Job, type Question, type Range } from '../search/question.ts';
import { readAnswer, readLines } from './answer-rows.ts';
import { ask, type ClickHouse } from './clickhouse.ts';
import { type IndexState, readIndexState } from './index-state.ts';
import { columnName, conditionOf, countQuery, tallyQuery } from './question-sql.ts';

/** So many questions of this instance are answered at a time. */
const roundSize = 4;
/** In milliseconds: after so long an index that was not whole is looked at again. */
const lookAgain = 5_000;
/** In seconds. */
const retryAfter = 2;

export interface ClickHouseCounterParts {
  clickhouse: ClickHouse;
  pool: Queries;
  logger: Pick<Logger, 'warn'>;
  /** In milliseconds, never going back. */
  now(): number;
  onRefusal(caller: string, waiting: number): void;
}

interface Work {
  job: Job;
  state: IndexState;
}

/**
 * Counts by ClickHouse, for more names than fit into the memory of an instance. PostgreSQL says which buckets there are. Each
 * answer says how many lines it looked at, and is believed only if these are the lines that PostgreSQL has.
 */
export class ClickHouseCounter implements Counter {
  readonly #parts: ClickHouseCounterParts;
  readonly #queue: FairQueue<Work, Counted>;
  readonly #reading = new SingleFlight<IndexState>();
  #state: IndexState | undefined;
  /** The edition that ClickHouse was seen to lack lines of, and until when this is believed. */
  #lacking = { edition: '', until: 0 };

  constructor(parts: ClickHouseCounterParts) {
    this.#parts = parts;
    const perform = (works: Work[]) => Promise.allSettled(works.map((work) => this.#count(work)));
    this.#queue = new FairQueue({ perform, roundSize, onRefusal: parts.onRefusal });
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  get isRunning(): boolean {
    return this.#state !== undefined;
  }

  async directory(version: string): Promise<IndexState> {
    if (this.#state?.version === version) return this.#state;
    this.#state = await this.#reading.do('', () => readIndexState(this.#parts.pool));
    if (this.#state.version !== version) throw new VersionMoved();
    return this.#state;
  }

  async answer(job: Job, version: string, caller: string): Promise<Counted> {
    const state = await this.directory(version);
    if (isEverything(job.question) && job.tallies.length === 0) return { counts: Uint32Array.from(state.sizes), tallies: [] };
    return this.#queue.add(caller, { job, state });
  }

  async positions(question: Question, counts: Counts, { offset, size }: Page, version: string): Promise<Position[]> {
    const state = await this.directory(version);
    const { places, skip } = placesOf(counts, offset, size);
    const listed = isEverything(question)
      ? places.map((place) => Array.from({ length: state.sizes[place] ?? 0 }, (_, line) => line))
      : await this.#lines(question, places, counts, state);
    const all = places.flatMap((bucket, index) => (listed[index] ?? []).map((line) => ({ bucket, line })));
    return all.slice(skip, skip + size);
  }

  async first(question: Question, size: number, version: string, caller: string): Promise<Position[]> {
    const { counts } = await this.answer({ question, tallies: [] }, version, caller);
    return this.positions(question, counts, { offset: 0, size }, version);
  }

  async values(positions: readonly Position[], column: Range['column'], version: string): Promise<number[]> {
    if (positions.length === 0) return [];
    const state = await this.directory(version);
    const [buckets, lines] = [positions.map(({ bucket }) => bucket), positions.map(({ line }) => line)];
    const condition = `${among(buckets, state)} AND line IN (${[...new Set(lines)].join(', ')})`;
    const query = linesQuery(`toUInt32(${columnName(column)})`, condition);
    const rows = readLines(await this.#ask(query, state), state);
    const values = positions.map(({ bucket, line }) => rows.get(bucket)?.get(line));
    if (values.some((value) => value === undefined)) throw this.#lacks(state);
    return values as number[];
  }

  async close(): Promise<void> {
    await this.#parts.clickhouse.close();
  }

  async #count({ job, state }: Work): Promise<Counted> {
    const condition = conditionOf(job.question);
    const tallies = job.tallies.map((tally, index) => tallyQuery(index + 1, tally, condition, state.edition));
    const query = ask`${[countQuery(condition), ...tallies].join(' UNION ALL ')} FORMAT RowBinary`;
    const counted = readAnswer(await this.#ask(query, state), job, state);
    if (!counted) throw this.#lacks(state);
    return counted;
  }

  /** The matching lines of some buckets. */
  async #lines(question: Question, places: number[], counts: Counts, state: IndexState): Promise<number[][]> {
    if (places.length === 0) return [];
    const query = linesQuery('toUInt32(0)', `${among(places, state)} AND ${conditionOf(question)}`);
    const rows = readLines(await this.#ask(query, state), state);
    return places.map((place) => {
      const lines = [...(rows.get(place)?.keys() ?? [])].sort((one, other) => one - other);
      if (lines.length !== counts[place]) throw this.#lacks(state);
      return lines;
    });
  }

  async #ask(query: string, { edition }: IndexState): Promise<Buffer> {
    const { clickhouse, now } = this.#parts;
    if (edition === this.#lacking.edition && now() < this.#lacking.until) throw unavailable('lacks lines of the search index');
    try {
      return await traced('search in ClickHouse', {}, () => clickhouse.read(query));
    } catch (error) {
      throw unavailable('does not answer', error);
    }
  }

  /** Most often an import has moved on and cleaned up: the next version is whole. Otherwise ClickHouse has lost something. */
  #lacks({ edition, version }: IndexState): VersionMoved {
    const { logger, now } = this.#parts;
    this.#lacking = { edition, until: now() + lookAgain };
    logger.warn({ version }, 'ClickHouse lacks lines of the search index: if this goes on, run npm run search:copy');
    return new VersionMoved();
  }
}

const unavailable = (what: string, cause?: unknown): Failure =>
  new Failure('service_unavailable', 'Searches are not possible at the moment. Records by id are.', {
    retryAfter,
    cause: new Error(`ClickHouse ${what}.`, { cause }),
  });

const among = (places: readonly number[], { buckets }: IndexState): string =>
  `bucket IN (${[...new Set(places)].map((place) => `unhex('${buckets[place]}')`).join(', ')})`;

const linesQuery = (value: string, condition: string): string =>
  ask`SELECT bucket, line, ${value} FROM search_line WHERE ${condition} FORMAT RowBinary`;

/** The buckets that a page lies in, and how many matches of the first come before it. */
function placesOf(counts: Counts, offset: number, size: number): { places: number[]; skip: number } {
  const places: number[] = [];
  let [before, reached] = [0, 0];
  for (let place = 0; place < counts.length && reached < offset + size; place++) {
    const count = counts[place] ?? 0;
    if (count > 0 && reached + count > offset) {
      if (places.length === 0) before = reached;
      places.push(place);
    }
    reached += count;
  }
  return { places, skip: offset - before };
}
