import type { Config } from '../config/config.ts';
import { openPool } from '../database/connection.ts';
import type { Pool } from '../database/pool.ts';
import { gleif, IdentifierReads, servedIdentifiers } from '../identifiers/index.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { Candidates } from './candidates/candidates.ts';
import { ChangedMatches } from './changed/changed-matches.ts';
import type { IndexCopy } from './clickhouse/index-copy.ts';
import { CompanyReads } from './data/company-reads.ts';
import { DataVersion } from './data/data-version.ts';
import { DerivedFields } from './data/derived-fields.ts';
import { Freshness, lastImports } from './data/freshness.ts';
import { PastRecords } from './data/past-records.ts';
import { RecordIdentifiers } from './data/record-identifiers.ts';
import { Records } from './data/records.ts';
import { SourceTerms } from './data/source-terms.ts';
import type { RegisterRules } from './format/register.ts';
import { Groups } from './identified/groups.ts';
import { failedImports } from './import-log.ts';
import { recordKilledImports } from './intake/lock.ts';
import { Lookup } from './lookup/lookup.ts';
import type { Counter } from './search/counter.ts';
import { Scanner } from './search/scanner.ts';
import { Search } from './search/search.ts';
import { countryProblem } from './unknown-country.ts';
import { daysBetweenUpdates } from './update-frequency.ts';

export { fullRecordCost } from './costs.ts';
export { exportRecords } from './data/exported-records.ts';
export { publishedChanges } from './data/published-changes.ts';
export { type Company, plainNumber, RowProblem } from './format/company.ts';
export type { RegisterRules } from './format/register.ts';
export { wordsOf } from './format/words.ts';
export { openIdentifierIntake } from './identified/identifier-intake.ts';
export { importLog } from './import-log.ts';
export { eraseRecord } from './intake/erase-record.ts';
export { type Intake, openIntake } from './intake/intake.ts';
export { facetRules, filterRules, pageRules, suggestionRules } from './limits.ts';
export { lookups } from './lookup/rules.ts';
export { facetNames, filterValues, sorts } from './values.ts';

interface CompaniesParts {
  primary: { url: string; pool: Pool };
  /** The servers that company data is read from before the primary. */
  replicas: Pick<Config['database'], 'replicaUrls' | 'poolSize'>;
  /** The threads that scan the names, or ClickHouse, which counts instead of them. */
  search: Config['search'];
  registers: readonly RegisterRules[];
  now(): number;
  logger: Logger;
  teardown: Teardown;
}

/** Company records and the search in them. */
export async function openCompanies(parts: CompaniesParts) {
  const { primary, registers, teardown } = parts;
  /** All that is imported. */
  const sources = [...registers, gleif];
  const reads = openReads(parts);
  const dataVersion = new DataVersion(reads);
  dataVersion.watch();
  teardown.push(() => dataVersion.close());
  const counter = await openCounter(parts, reads);
  const sourceTerms = new SourceTerms(primary.pool);
  teardown.push(() => counter.close());
  // The next search reports this error.
  const keepUp = (version: string) => counter.directory(version).catch(() => {});
  dataVersion.on('moved', (version) => counter.isRunning && keepUp(version));
  const records = new Records(reads, dataVersion);
  const derived = new DerivedFields(registers);
  const search = new Search({ pool: reads, version: dataVersion, counter, registers });
  const freshness = new Freshness(reads, dataVersion, registers);
  const identifierReads = new IdentifierReads(reads);
  const identifiers = new RecordIdentifiers({ pool: reads, reads: identifierReads, records, derived });
  return {
    services: {
      dataVersion,
      records,
      candidates: new Candidates(reads, counter),
      problemOfCountry: async (code: string) => countryProblem(await records.countries(), code),
      lookup: new Lookup({ pool: reads, version: dataVersion, counter, records, registers, identifiers: identifierReads }),
      search,
      sourceTerms,
      derived,
      identifiers,
      groups: new Groups({ reads: identifierReads, identifiers, search }),
      freshness,
      recordKilledImports: () => recordKilledImports(primary.pool),
    },
    /** Records of the past. */
    pastRecords: new PastRecords({ pool: primary.pool, terms: sourceTerms, registers }),
    /** Which changes fit filters. */
    changedMatches: new ChangedMatches({ pool: primary.pool, terms: sourceTerms, registers }),
    /** The served edition of each register, and of the identifiers. */
    editions: async () => {
      const served = (await servedIdentifiers(primary.pool)) ?? null;
      return [...(await freshness.registers()), { id: gleif.id, served }];
    },
    /** The servers that the records come from. */
    reads,
    /** Values for the metrics. */
    gauges: {
      waitingSearches: () => counter.waiting,
      replicaLag: () => reads.lag,
      isOnReplica: () => reads.isOnReplica,
      lastImports: () => lastImports(primary.pool),
      failedImports: () =>
        failedImports(
          primary.pool,
          sources.map(({ id }) => id),
        ),
      updateIntervals: sources.map(({ id, updateFrequency }) => ({ register: id, days: daysBetweenUpdates[updateFrequency] })),
    },
    /** Reads the names in advance, because the first broad search would wait for them, and asks the first questions. */
    warmUp: async () => {
      const version = await dataVersion.current();
      await keepUp(version);
      await counter.warmUp?.(version).catch(() => {});
    },
  };
}

export type Companies = Awaited<ReturnType<typeof openCompanies>>;

/** Counts in the memory of this process or in ClickHouse. The client of ClickHouse is loaded only if it is used. */
async function openCounter({ search, logger, now }: CompaniesParts, reads: CompanyReads): Promise<Counter> {
  const { clickhouseUrl, threads } = search;
  const onRefusal = (accountId: string, waiting: number) =>
    logger.warn({ accountId, waiting }, 'a search was refused, because it waited too long');
  if (!clickhouseUrl) return new Scanner({ databaseUrl: () => reads.url, threads, onRefusal });
  const [{ ClickHouse }, { ClickHouseCounter }] = await Promise.all([
    import('./clickhouse/clickhouse.ts'),
    import('./clickhouse/clickhouse-counter.ts'),
  ]);
  return new ClickHouseCounter({ clickhouse: new ClickHouse(clickhouseUrl), pool: reads, logger, now, onRefusal });
}

/** Writes the copy of the search index in ClickHouse, for commands. Undefined if ClickHouse is not used. */
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
function openReads({ primary, now, logger, teardown, ...parts }: CompaniesParts): CompanyReads {
  const { replicaUrls, poolSize } = parts.replicas;
  const replicas = replicaUrls.map((url) => ({ url, pool: openPool(url, poolSize) }));
  const reads = new CompanyReads({ primary, replicas, now, logger });
  for (const { pool } of replicas) teardown.push(() => pool.end());
  reads.watch();
  teardown.push(() => reads.close());
  return reads;
}
