import type { Queries } from '../../database/pool.ts';
import { Failure } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/logging.ts';
import { SingleFlight } from '../../kernel/running/single-flight.ts';
import { traced } from '../../kernel/tracing.ts';
import { VersionMoved } from '../../records/index.ts';
import { type Counted, type Counter, type Counts, type Page, type Position, segmentsOnPage, sum, type Tier } from '../counter.ts';
import { fairQueue, type QueuedWork } from '../engine/fair-queue.ts';
import { isEverything, type Job, type Query, type Range } from '../query/query.ts';
import { type ListedDocuments, readAnswer, readDocuments, readRanks } from './answer-rows.ts';
import { type ClickHouse, clickhouseSql, unhexed } from './clickhouse.ts';
import { facetCountQuery } from './facet-count-sql.ts';
import { type IndexState, readIndexState } from './index-state.ts';
import { columnName, conditionOf, countQuery, rankOf, rankQuery } from './query-sql.ts';

/** The number of queries of this instance that run at a time. */
const width = 4;
/** After so long an incomplete index is queried again. */
const recheckAfterMs = 5_000;
const retryAfterSeconds = 2;

interface ClickHouseCounterOptions {
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

export type ClickHouseCounter = ReturnType<typeof clickhouseCounter>;

/**
 * Counts by ClickHouse, for more names than fit into the memory of an instance. PostgreSQL has the list of segments. Each answer
 * says how many documents it read, and is used only if PostgreSQL has the same number.
 */
export function clickhouseCounter({ clickhouse, pool, logger, now, onRefusal }: ClickHouseCounterOptions) {
  const reading = new SingleFlight<IndexState>();
  let latest: IndexState | undefined;
  /** An edition whose documents ClickHouse does not have completely, and until when it is not queried. */
  let incomplete = { edition: '', until: 0 };
  // A query that runs is not stopped.
  const perform = (statements: Statement[]) => ({ results: Promise.all(statements.map(run)), stop() {} });
  const queue = fairQueue<Statement & QueuedWork, unknown>({ perform, width, turnSize: 1, onRefusal });

  async function directory(version: string): Promise<IndexState> {
    if (latest?.version === version) return latest;
    latest = await reading.do('', () => readIndexState(pool));
    if (latest.version !== version) throw new VersionMoved();
    return latest;
  }

  /** Statements that read all documents wait for the caller's turn. */
  const inTurn = <Result>(caller: string, statement: Statement<Result>): Promise<Result> =>
    queue.add(caller, { ...statement, left: 1, isShared: false }) as Promise<Result>;

  async function run({ statement, state, read }: Statement): Promise<unknown> {
    const result = read(await ask(statement, state));
    if (result === undefined) throw incompleteAnswer(state);
    return result;
  }

  async function ask(statement: string, { edition }: IndexState): Promise<Buffer> {
    if (edition === incomplete.edition && now() < incomplete.until) throw unavailable('lacks documents of the search index');
    try {
      return await traced('search in ClickHouse', {}, () => clickhouse.read(statement));
    } catch (error) {
      throw unavailable('does not answer', error);
    }
  }

  /** Documents that fit a condition, each with a value. */
  async function list(value: string, condition: string, state: IndexState): Promise<ListedDocuments> {
    const statement = clickhouseSql`SELECT segment, document, toUInt32(${value}) FROM search_document
      WHERE ${condition} FORMAT RowBinary`;
    return readDocuments(await ask(statement, state), state);
  }

  /**
   * Usually an import has deleted the documents of this version, and the next one is complete. Otherwise ClickHouse lost
   * documents.
   */
  function incompleteAnswer({ edition, version }: IndexState): VersionMoved {
    incomplete = { edition, until: now() + recheckAfterMs };
    logger.warn({ version }, 'ClickHouse lacks documents of the search index: if this goes on, run npm run search:copy');
    return new VersionMoved();
  }

  /** The listed documents of some segments, in order. There must be as many as were counted. */
  function listedIn(segments: readonly number[], counts: Counts, rows: ListedDocuments, state: IndexState, rank = 0): Position[] {
    return segments.flatMap((segment) => {
      const listed = [...(rows.get(segment) ?? [])].filter(([, value]) => value === rank);
      if (listed.length !== counts[segment]) throw incompleteAnswer(state);
      return listed.map(([document]) => ({ segment, document })).sort((one, other) => one.document - other.document);
    });
  }

  return {
    /** The query matches all combinations of the segments and the documents. */
    maxValues: 100,
    hasScores: false,
    get waiting(): number {
      return queue.waiting;
    },
    get isRunning(): boolean {
      return latest !== undefined;
    },
    directory,

    async answer(job: Job, version: string, caller: string): Promise<Counted> {
      const state = await directory(version);
      refuse(job);
      if (isEverything(job.query) && job.facetCounts.length === 0)
        return { counts: Uint32Array.from(state.sizes), facetCounts: [] };
      const condition = conditionOf(job.query);
      const counted = { condition, edition: state.edition, job };
      const facetCounts = job.facetCounts.flatMap((facetCount, index) =>
        facetCount === 'score' ? [] : facetCountQuery(index + 1, facetCount, counted),
      );
      const statement = clickhouseSql`${[countQuery(condition), ...facetCounts].join(' UNION ALL ')} FORMAT RowBinary`;
      return inTurn(caller, { statement, state, read: (answer) => readAnswer(answer, job, state) });
    },

    async positions(query: Query, counts: Counts, page: Page, version: string): Promise<Position[]> {
      const state = await directory(version);
      const { items: segments, skip } = segmentsOnPage(counts, page);
      if (segments.length === 0) return [];
      const found = isEverything(query)
        ? segments.flatMap((segment) => allDocuments(segment, state))
        : listedIn(segments, counts, await list('0', `${among(segments, state)} AND ${conditionOf(query)}`, state), state);
      return found.slice(skip, skip + page.size);
    },

    /** `answer` refuses scores, so this is never needed. */
    ranked: async (): Promise<Position[]> => [],

    async best(tiers: readonly Tier[], size: number, version: string, caller: string): Promise<Position[]> {
      const state = await directory(version);
      const rank = rankOf(tiers.map(({ query }) => query));
      const statement = clickhouseSql`${rankQuery(rank)} FORMAT RowBinary`;
      const ranks = await inTurn(caller, { statement, state, read: (answer) => readRanks(answer, tiers.length, state) });
      // The segments of the first ranks that have enough matches together.
      let missing = size;
      const segmentsOf = ranks.map((counts) => {
        const { items } = segmentsOnPage(counts, { offset: 0, size: Math.max(0, missing) });
        missing -= sum(counts);
        return items;
      });
      const segments = segmentsOf.flat();
      if (segments.length === 0) return [];
      const rows = await list(rank, `${among(segments, state)} AND ${rank} > 0`, state);
      return ranks.flatMap((counts, index) => listedIn(segmentsOf[index] ?? [], counts, rows, state, index + 1)).slice(0, size);
    },

    async values(positions: readonly Position[], column: Range['column'], version: string): Promise<number[]> {
      if (positions.length === 0) return [];
      const state = await directory(version);
      const segments = positions.map(({ segment }) => segment);
      const documents = new Set(positions.map(({ document }) => document));
      const condition = `${among(segments, state)} AND document IN (${[...documents].join(', ')})`;
      const rows = await list(columnName(column), condition, state);
      const values = positions.map(({ segment, document }) => rows.get(segment)?.get(document));
      if (values.some((value) => value === undefined)) throw incompleteAnswer(state);
      return values as number[];
    },

    close: () => clickhouse.close(),
  } satisfies Counter;
}

/** What ClickHouse cannot compute. */
function refuse({ query, facetCounts }: Job): void {
  const option = query.words?.isFuzzy ? 'fuzzy=true' : facetCounts.includes('score') ? 'sort=relevance' : undefined;
  if (option) throw new Failure('invalid_request', `This service searches by ClickHouse, which does not have ${option}.`);
}

const unavailable = (what: string, cause?: unknown): Failure =>
  new Failure('service_unavailable', 'Searches are not possible at the moment. Records by id are.', {
    retryAfter: retryAfterSeconds,
    cause: new Error(`ClickHouse ${what}.`, { cause }),
  });

const among = (places: readonly number[], { segments }: IndexState): string =>
  `segment IN (${[...new Set(places)].map((place) => unhexed(segments[place] ?? '')).join(', ')})`;

const allDocuments = (segment: number, { sizes }: IndexState): Position[] =>
  Array.from({ length: sizes[segment] ?? 0 }, (_, document) => ({ segment, document }));
