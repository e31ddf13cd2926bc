import type { Queries } from '../../database/pool.ts';
import { Failure } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/logging.ts';
import { SingleFlight } from '../../kernel/running/single-flight.ts';
import { traced } from '../../kernel/tracing.ts';
import { VersionMoved } from '../../records/index.ts';
import type { Counted, Counter, Counts, Page, Position, Tier } from '../counter.ts';
import { FairQueue, type QueuedWork } from '../engine/fair-queue.ts';
import { isEverything, type Job, type Question, type Range } from '../query/query.ts';
import { type ListedLines, readAnswer, readLines, readRanks } from './answer-rows.ts';
import { type ClickHouse, clickhouseSql } from './clickhouse.ts';
import { tallyQuery } from './facet-count-sql.ts';
import { type IndexState, readIndexState } from './index-state.ts';
import { partsOf, placesOf } from './places.ts';
import { columnName, conditionOf, countQuery, rankOf, rankQuery } from './query-sql.ts';

/** The number of questions of this instance that run at a time. */
const width = 4;
/** In milliseconds: after so long an incomplete index is queried again. */
const recheckAfter = 5_000;
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

/** A query, and how its answer is read: undefined if it did not count all lines. */
interface Query<Result = unknown> {
  query: string;
  state: IndexState;
  read(answer: Buffer): Result | undefined;
}

/**
 * Counts by ClickHouse, for more names than fit into the memory of an instance. PostgreSQL has the list of buckets. Each answer
 * says how many lines it read, and is used only if PostgreSQL has the same number.
 */
export class ClickHouseCounter implements Counter {
  /** The query matches all combinations of the buckets and the lines. */
  readonly mostValues = 100;
  readonly hasLevels = false;
  readonly #parts: ClickHouseCounterParts;
  readonly #queue: FairQueue<Query & QueuedWork, unknown>;
  readonly #reading = new SingleFlight<IndexState>();
  #state: IndexState | undefined;
  /** An edition whose lines ClickHouse does not have completely, and until when it is not queried. */
  #incomplete = { edition: '', until: 0 };

  constructor(parts: ClickHouseCounterParts) {
    this.#parts = parts;
    // A query that runs is not stopped.
    const perform = (queries: Query[]) => ({ results: Promise.all(queries.map((query) => this.#perform(query))), stop() {} });
    this.#queue = new FairQueue<Query & QueuedWork, unknown>({ perform, width, turnSize: 1, onRefusal: parts.onRefusal });
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
    refuse(job);
    if (isEverything(job.question) && job.tallies.length === 0) return { counts: Uint32Array.from(state.sizes), tallies: [] };
    const condition = conditionOf(job.question);
    const counted = { condition, edition: state.edition, job };
    const tallies = job.tallies.flatMap((tally, index) => (tally === 'level' ? [] : tallyQuery(index + 1, tally, counted)));
    const query = clickhouseSql`${[countQuery(condition), ...tallies].join(' UNION ALL ')} FORMAT RowBinary`;
    return this.#inTurn(caller, { query, state, read: (answer) => readAnswer(answer, job, state) });
  }

  async positions(question: Question, counts: Counts, { offset, size }: Page, version: string): Promise<Position[]> {
    const state = await this.directory(version);
    const { places, skip } = placesOf(counts, offset, size);
    if (isEverything(question)) return places.flatMap((place) => allLines(place, state)).slice(skip, skip + size);
    if (places.length === 0) return [];
    const query = linesQuery('toUInt32(0)', `${among(places, state)} AND ${conditionOf(question)}`);
    const rows = readLines(await this.#read(query, state), state);
    return places.flatMap((place) => this.#listed(place, counts, rows, state)).slice(skip, skip + size);
  }

  /** `answer` refuses levels, so this is never needed. */
  async ranked(): Promise<Position[]> {
    return [];
  }

  async best(tiers: readonly Tier[], size: number, version: string, caller: string): Promise<Position[]> {
    const state = await this.directory(version);
    const rank = rankOf(tiers.map(({ question }) => question));
    const query = clickhouseSql`${rankQuery(rank)} FORMAT RowBinary`;
    const ranks = await this.#inTurn(caller, { query, state, read: (answer) => readRanks(answer, tiers.length, state) });
    const parts = partsOf(ranks, size);
    const places = parts.flatMap((part) => part.places);
    if (places.length === 0) return [];
    const listed = linesQuery(`toUInt32(${rank})`, `${among(places, state)} AND ${rank} > 0`);
    const rows = readLines(await this.#read(listed, state), state);
    const found = parts.flatMap((part) =>
      part.places.flatMap((bucket) => this.#listed(bucket, part.counts, rows, state, (value) => value === part.rank)),
    );
    return found.slice(0, size);
  }

  async values(positions: readonly Position[], column: Range['column'], version: string): Promise<number[]> {
    if (positions.length === 0) return [];
    const state = await this.directory(version);
    const buckets = positions.map(({ bucket }) => bucket);
    const lines = positions.map(({ line }) => line);
    const condition = `${among(buckets, state)} AND line IN (${[...new Set(lines)].join(', ')})`;
    const query = linesQuery(`toUInt32(${columnName(column)})`, condition);
    const rows = readLines(await this.#read(query, state), state);
    const values = positions.map(({ bucket, line }) => rows.get(bucket)?.get(line));
    if (values.some((value) => value === undefined)) throw this.#incompleteAnswer(state);
    return values as number[];
  }

  async close(): Promise<void> {
    await this.#parts.clickhouse.close();
  }

  /** Queries that read all lines wait for the caller's turn. */
  #inTurn<Result>(caller: string, query: Query<Result>): Promise<Result> {
    return this.#queue.add(caller, { ...query, left: 1, isShared: false }) as Promise<Result>;
  }

  async #perform({ query, state, read }: Query): Promise<unknown> {
    const result = read(await this.#read(query, state));
    if (result === undefined) throw this.#incompleteAnswer(state);
    return result;
  }

  /** The listed lines of a bucket, in order. There must be as many as were counted. */
  #listed(bucket: number, counts: Counts, rows: ListedLines, state: IndexState, isWanted = (_value: number) => true): Position[] {
    const wanted = [...(rows.get(bucket) ?? [])].filter(([, value]) => isWanted(value)).map(([line]) => ({ bucket, line }));
    if (wanted.length !== counts[bucket]) throw this.#incompleteAnswer(state);
    return wanted.sort((one, other) => one.line - other.line);
  }

  async #read(query: string, { edition }: IndexState): Promise<Buffer> {
    const { clickhouse, now } = this.#parts;
    if (edition === this.#incomplete.edition && now() < this.#incomplete.until)
      throw unavailable('lacks lines of the search index');
    try {
      return await traced('search in ClickHouse', {}, () => clickhouse.read(query));
    } catch (error) {
      throw unavailable('does not answer', error);
    }
  }

  /** Usually an import has deleted the lines of this version, and the next one is complete. Otherwise ClickHouse lost lines. */
  #incompleteAnswer({ edition, version }: IndexState): VersionMoved {
    const { logger, now } = this.#parts;
    this.#incomplete = { edition, until: now() + recheckAfter };
    logger.warn({ version }, 'ClickHouse lacks lines of the search index: if this goes on, run npm run search:copy');
    return new VersionMoved();
  }
}

/** What ClickHouse cannot compute. */
function refuse({ question, tallies }: Job): void {
  const option = question.words?.isFuzzy ? 'fuzzy=true' : tallies.includes('level') ? 'sort=relevance' : undefined;
  if (option) throw new Failure('invalid_request', `This service searches by ClickHouse, which does not have ${option}.`);
}

const unavailable = (what: string, cause?: unknown): Failure =>
  new Failure('service_unavailable', 'Searches are not possible at the moment. Records by id are.', {
    retryAfter,
    cause: new Error(`ClickHouse ${what}.`, { cause }),
  });

const among = (places: readonly number[], { buckets }: IndexState): string =>
  `bucket IN (${[...new Set(places)].map((place) => `unhex('${buckets[place]}')`).join(', ')})`;

const linesQuery = (value: string, condition: string): string =>
  clickhouseSql`SELECT bucket, line, ${value} FROM search_line WHERE ${condition} FORMAT RowBinary`;

const allLines = (bucket: number, { sizes }: IndexState): Position[] =>
  Array.from({ length: sizes[bucket] ?? 0 }, (_, line) => ({ bucket, line }));
