import type { Queries } from '../../database/pool.ts';
import { Failure } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/logging.ts';
import { SingleFlight } from '../../kernel/running/single-flight.ts';
import { traced } from '../../kernel/tracing.ts';
import { VersionMoved } from '../../records/index.ts';
import type { Counted, Counter, Counts, Page, Position, Tier } from '../counter.ts';
import { FairQueue, type QueuedWork } from '../engine/fair-queue.ts';
import { isEverything, type Job, type Query, type Range } from '../query/query.ts';
import { type ListedDocuments, readAnswer, readDocuments, readRanks } from './answer-rows.ts';
import { type ClickHouse, clickhouseSql } from './clickhouse.ts';
import { facetCountQuery } from './facet-count-sql.ts';
import { type IndexState, readIndexState } from './index-state.ts';
import { partsOf, placesOf } from './places.ts';
import { columnName, conditionOf, countQuery, rankOf, rankQuery } from './query-sql.ts';

/** The number of queries of this instance that run at a time. */
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

/** A statement, and how its answer is read: undefined if it did not count all documents. */
interface Statement<Result = unknown> {
  statement: string;
  state: IndexState;
  read(answer: Buffer): Result | undefined;
}

/**
 * Counts by ClickHouse, for more names than fit into the memory of an instance. PostgreSQL has the list of segments. Each answer
 * says how many documents it read, and is used only if PostgreSQL has the same number.
 */
export class ClickHouseCounter implements Counter {
  /** The query matches all combinations of the segments and the documents. */
  readonly maxValues = 100;
  readonly hasScores = false;
  readonly #parts: ClickHouseCounterParts;
  readonly #queue: FairQueue<Statement & QueuedWork, unknown>;
  readonly #reading = new SingleFlight<IndexState>();
  #state: IndexState | undefined;
  /** An edition whose documents ClickHouse does not have completely, and until when it is not queried. */
  #incomplete = { edition: '', until: 0 };

  constructor(parts: ClickHouseCounterParts) {
    this.#parts = parts;
    // A query that runs is not stopped.
    const perform = (statements: Statement[]) => ({
      results: Promise.all(statements.map((statement) => this.#perform(statement))),
      stop() {},
    });
    this.#queue = new FairQueue<Statement & QueuedWork, unknown>({ perform, width, turnSize: 1, onRefusal: parts.onRefusal });
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
    if (isEverything(job.query) && job.facetCounts.length === 0)
      return { counts: Uint32Array.from(state.sizes), facetCounts: [] };
    const condition = conditionOf(job.query);
    const counted = { condition, edition: state.edition, job };
    const facetCounts = job.facetCounts.flatMap((facetCount, index) =>
      facetCount === 'score' ? [] : facetCountQuery(index + 1, facetCount, counted),
    );
    const statement = clickhouseSql`${[countQuery(condition), ...facetCounts].join(' UNION ALL ')} FORMAT RowBinary`;
    return this.#inTurn(caller, { statement, state, read: (answer) => readAnswer(answer, job, state) });
  }

  async positions(query: Query, counts: Counts, { offset, size }: Page, version: string): Promise<Position[]> {
    const state = await this.directory(version);
    const { places, skip } = placesOf(counts, offset, size);
    if (isEverything(query)) return places.flatMap((place) => allDocuments(place, state)).slice(skip, skip + size);
    if (places.length === 0) return [];
    const statement = documentsQuery('toUInt32(0)', `${among(places, state)} AND ${conditionOf(query)}`);
    const rows = readDocuments(await this.#read(statement, state), state);
    return places.flatMap((place) => this.#listed(place, counts, rows, state)).slice(skip, skip + size);
  }

  /** `answer` refuses scores, so this is never needed. */
  async ranked(): Promise<Position[]> {
    return [];
  }

  async best(tiers: readonly Tier[], size: number, version: string, caller: string): Promise<Position[]> {
    const state = await this.directory(version);
    const rank = rankOf(tiers.map(({ query }) => query));
    const statement = clickhouseSql`${rankQuery(rank)} FORMAT RowBinary`;
    const ranks = await this.#inTurn(caller, { statement, state, read: (answer) => readRanks(answer, tiers.length, state) });
    const parts = partsOf(ranks, size);
    const places = parts.flatMap((part) => part.places);
    if (places.length === 0) return [];
    const listed = documentsQuery(`toUInt32(${rank})`, `${among(places, state)} AND ${rank} > 0`);
    const rows = readDocuments(await this.#read(listed, state), state);
    const found = parts.flatMap((part) =>
      part.places.flatMap((segment) => this.#listed(segment, part.counts, rows, state, (value) => value === part.rank)),
    );
    return found.slice(0, size);
  }

  async values(positions: readonly Position[], column: Range['column'], version: string): Promise<number[]> {
    if (positions.length === 0) return [];
    const state = await this.directory(version);
    const segments = positions.map(({ segment }) => segment);
    const documents = positions.map(({ document }) => document);
    const condition = `${among(segments, state)} AND document IN (${[...new Set(documents)].join(', ')})`;
    const statement = documentsQuery(`toUInt32(${columnName(column)})`, condition);
    const rows = readDocuments(await this.#read(statement, state), state);
    const values = positions.map(({ segment, document }) => rows.get(segment)?.get(document));
    if (values.some((value) => value === undefined)) throw this.#incompleteAnswer(state);
    return values as number[];
  }

  async close(): Promise<void> {
    await this.#parts.clickhouse.close();
  }

  /** Statements that read all documents wait for the caller's turn. */
  #inTurn<Result>(caller: string, statement: Statement<Result>): Promise<Result> {
    return this.#queue.add(caller, { ...statement, left: 1, isShared: false }) as Promise<Result>;
  }

  async #perform({ statement, state, read }: Statement): Promise<unknown> {
    const result = read(await this.#read(statement, state));
    if (result === undefined) throw this.#incompleteAnswer(state);
    return result;
  }

  /** The listed documents of a segment, in order. There must be as many as were counted. */
  #listed(
    segment: number,
    counts: Counts,
    rows: ListedDocuments,
    state: IndexState,
    isWanted = (_value: number) => true,
  ): Position[] {
    const wanted = [...(rows.get(segment) ?? [])]
      .filter(([, value]) => isWanted(value))
      .map(([document]) => ({ segment, document }));
    if (wanted.length !== counts[segment]) throw this.#incompleteAnswer(state);
    return wanted.sort((one, other) => one.document - other.document);
  }

  async #read(statement: string, { edition }: IndexState): Promise<Buffer> {
    const { clickhouse, now } = this.#parts;
    if (edition === this.#incomplete.edition && now() < this.#incomplete.until)
      throw unavailable('lacks documents of the search index');
    try {
      return await traced('search in ClickHouse', {}, () => clickhouse.read(statement));
    } catch (error) {
      throw unavailable('does not answer', error);
    }
  }

  /**
   * Usually an import has deleted the documents of this version, and the next one is complete. Otherwise ClickHouse lost
   * documents.
   */
  #incompleteAnswer({ edition, version }: IndexState): VersionMoved {
    const { logger, now } = this.#parts;
    this.#incomplete = { edition, until: now() + recheckAfter };
    logger.warn({ version }, 'ClickHouse lacks documents of the search index: if this goes on, run npm run search:copy');
    return new VersionMoved();
  }
}

/** What ClickHouse cannot compute. */
function refuse({ query, facetCounts }: Job): void {
  const option = query.words?.isFuzzy ? 'fuzzy=true' : facetCounts.includes('score') ? 'sort=relevance' : undefined;
  if (option) throw new Failure('invalid_request', `This service searches by ClickHouse, which does not have ${option}.`);
}

const unavailable = (what: string, cause?: unknown): Failure =>
  new Failure('service_unavailable', 'Searches are not possible at the moment. Records by id are.', {
    retryAfter,
    cause: new Error(`ClickHouse ${what}.`, { cause }),
  });

const among = (places: readonly number[], { segments }: IndexState): string =>
  `segment IN (${[...new Set(places)].map((place) => `unhex('${segments[place]}')`).join(', ')})`;

const documentsQuery = (value: string, condition: string): string =>
  clickhouseSql`SELECT segment, document, ${value} FROM search_document WHERE ${condition} FORMAT RowBinary`;

const allDocuments = (segment: number, { sizes }: IndexState): Position[] =>
  Array.from({ length: sizes[segment] ?? 0 }, (_, document) => ({ segment, document }));
