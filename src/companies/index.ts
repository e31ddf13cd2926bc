import type { Database } from '../database/client.ts';
import { openPool } from '../database/connection.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Teardown } from '../kernel/teardown.ts';
import type { IndexCopy } from './clickhouse/index-copy.ts';
import { CompanyReads } from './data/company-reads.ts';
import { DataVersion } from './data/data-version.ts';
import { Records } from './data/records.ts';
import { SourceTerms } from './data/source-terms.ts';
import { newestFolding } from './format/search-text.ts';
import type { Counter } from './search/counter.ts';
import { Scanner } from './search/scanner.ts';
import { Search, type SearchParts } from './search/search.ts';

export type { Editions, IndexCopy } from './clickhouse/index-copy.ts';
export { fullRecordCost } from './costs.ts';
export type { CompanyReads } from './data/company-reads.ts';
export {
  before,
  type Content,
  contentOf,
  type FieldChange,
  isSame,
  type Stored,
  storedColumns,
  storedValue,
} from './data/content.ts';
export { type DataVersion, VersionMoved, versionColumn } from './data/data-version.ts';
export type { Paged } from './data/paged.ts';
export { Personal, type PersonalData, type PersonalFields } from './data/personal.ts';
export { type EntityRecord, filesColumn, type Provenance, partsAmong } from './data/records.ts';
export { type LayoutColumn, SourceTerms, sourceFields } from './data/source-terms.ts';
export {
  type Activity,
  type Cell,
  type Company,
  type EndKind,
  type JsonObject,
  type JsonValue,
  plainNumber,
  type Registration,
  type SourceRow,
} from './format/company.ts';
export { type EntityStatus, statuses } from './format/facts.ts';
export type { NumberRules } from './format/search-text.ts';
export { alignment } from './intake/alignment.ts';
export { isBaseline, publishChanges } from './intake/change-log.ts';
export type { ImportedRows } from './intake/company-row.ts';
export { type Erased, eraseFields, keepErased } from './intake/erasure.ts';
export { companyId, keepIds, keptIds, noteFormerIds } from './intake/kept-ids.ts';
export { type Losses, lossesOf } from './intake/losses.ts';
export { type Difference, dropRepeated, merge, type Repetitions } from './intake/merge.ts';
export { RowProblem, WrongFile } from './intake/problems.ts';
export { type Refolded, refold } from './intake/refolding.ts';
export { dropSamples } from './intake/sample-records.ts';
export { takeScattered } from './intake/scattered.ts';
export { Staging } from './intake/staging.ts';
export { StoredSources } from './intake/stored-sources.ts';
export { facetRules, filterRules, pageRules, searchLimits, suggestionRules } from './limits.ts';
export { facetNames } from './search/facets.ts';

interface CompaniesParts {
  database: Database;
  databaseUrl: string;
  /** Servers that company data is read from before the primary. */
  replicaUrls: readonly string[];
  poolSize: number;
  /** That scan the names, for broad searches. */
  threads: number | undefined;
  /** Counts in place of this process. */
  clickhouseUrl: string | undefined;
  registers: NonNullable<SearchParts['registers']>;
  now(): number;
  logger: Logger;
  teardown: Teardown;
}

/** Company records and the search in them. */
export async function openCompanies(parts: CompaniesParts) {
  const { database, registers, teardown } = parts;
  const reads = openReads(parts);
  const dataVersion = new DataVersion(reads);
  dataVersion.watch();
  teardown.push(() => dataVersion.close());
  const counter = await openCounter(parts, reads);
  teardown.push(() => counter.close());
  // Whoever searches next is told of what fails here.
  const keepUp = (version: string) => counter.directory(version).catch(() => {});
  dataVersion.on('moved', (version) => counter.isRunning && keepUp(version));
  return {
    services: {
      dataVersion,
      records: new Records(reads, dataVersion),
      search: new Search({ pool: reads, version: dataVersion, counter, registers }),
      sourceTerms: new SourceTerms(database.pool),
    },
    /** The servers that the records come from. */
    reads,
    /** What an operator wants to see. */
    watched: {
      waitingSearches: () => counter.waiting,
      replicaLag: () => reads.lag,
      isOnReplica: () => reads.isOnReplica,
    },
    /** Reads the names ahead, which the first broad search would wait for. */
    warmUp: async () => {
      const directory = await keepUp(await dataVersion.current());
      if (directory && directory.folding < newestFolding)
        parts.logger.warn('the search index is in an old folding until npm run migrate is done without older builds');
    },
  };
}

/** The memory of this process, or ClickHouse, whose client is loaded only if it is used. */
async function openCounter({ clickhouseUrl, threads, logger, now }: CompaniesParts, reads: CompanyReads): Promise<Counter> {
  const onRefusal = (accountId: string, waiting: number) =>
    logger.warn({ accountId, waiting }, 'a search waited in vain for its turn');
  if (!clickhouseUrl) return new Scanner({ databaseUrl: () => reads.url, threads, onRefusal });
  const [{ ClickHouse }, { ClickHouseCounter }] = await Promise.all([
    import('./clickhouse/clickhouse.ts'),
    import('./clickhouse/clickhouse-counter.ts'),
  ]);
  return new ClickHouseCounter({ clickhouse: new ClickHouse(clickhouseUrl), pool: reads, logger, now, onRefusal });
}

/** What keeps the search index in ClickHouse, for commands. Undefined where ClickHouse is not used. */
export async function openIndexCopy(clickhouseUrl: string | undefined, teardown: Teardown): Promise<IndexCopy | undefined> {
  if (!clickhouseUrl) return undefined;
  const [{ ClickHouse }, { IndexCopy }] = await Promise.all([
    import('./clickhouse/clickhouse.ts'),
    import('./clickhouse/index-copy.ts'),
  ]);
  const copy = new IndexCopy(new ClickHouse(clickhouseUrl));
  teardown.push(() => copy.close());
  return copy;
}

/** The primary with its pool, and the replicas with one each. */
function openReads({ database, databaseUrl, replicaUrls, poolSize, now, logger, teardown }: CompaniesParts): CompanyReads {
  const replicas = replicaUrls.map((url) => ({ url, pool: openPool(url, poolSize) }));
  const reads = new CompanyReads({ primary: { url: databaseUrl, pool: database.pool }, replicas, now, logger });
  for (const { pool } of replicas) teardown.push(() => pool.end());
  reads.watch();
  teardown.push(() => reads.close());
  return reads;
}
