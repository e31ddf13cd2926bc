import { repeat } from '../background/repeat.ts';
import type { RegisterRules } from '../company/register.ts';
import type { Config } from '../config/config.ts';
import { openPool } from '../database/connection.ts';
import type { Pool } from '../database/pool.ts';
import { IdentifierReads } from '../identifiers/index.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { checkPauses, companyReads } from './company-reads.ts';
import { DataVersion, versionPauses } from './data-version.ts';
import { DerivedFields } from './derived-fields.ts';
import { registerFreshness } from './freshness.ts';
import { pastRecords } from './past-records.ts';
import { recordIdentifiers } from './record-identifiers.ts';
import { companyRecords } from './records.ts';
import { SourceTerms } from './source-terms.ts';

export { checkVersion, DataVersion, readVersion, VersionMoved, versionColumn } from './data-version.ts';
export { DerivedFields, identifiedChanges } from './derived-fields.ts';
export { exportRecords } from './exported-records.ts';
export { lastImports, type RegisterInfo } from './freshness.ts';
export type { Provenance } from './provenance.ts';
export { publishedChanges } from './published-changes.ts';
export { erasedAmong, type RecordIdentifiers, type ServedIdentifier } from './record-identifiers.ts';
export type { CompanyRecord, Country, Part, Records } from './records.ts';
export { SourceTerms } from './source-terms.ts';
export { Summaries, type Summary, summaryColumns } from './summaries.ts';

interface RecordOptions {
  primary: { url: string; pool: Pool };
  /** The servers that company data is read from before the primary. */
  replicas: Pick<Config['database'], 'replicaUrls' | 'poolSize'>;
  registers: readonly RegisterRules[];
  now(): number;
  logger: Logger;
  teardown: Teardown;
}

/** The records of companies, now and in the past, and what follows from them. */
export function openRecords({ primary, replicas: { replicaUrls, poolSize }, registers, now, logger, teardown }: RecordOptions) {
  const replicas = replicaUrls.map((url) => ({ url, pool: openPool(url, poolSize) }));
  const reads = companyReads({ primary, replicas, now, logger });
  for (const { pool } of replicas) teardown.push(() => pool.end());
  if (replicas.length > 0) repeat({ name: 'replicas', ...checkPauses, run: reads.check, logger, teardown });
  const dataVersion = new DataVersion(reads);
  repeat({ name: 'version of the data', ...versionPauses, run: () => dataVersion.refresh(), logger, teardown });
  const sourceTerms = new SourceTerms(primary.pool);
  const records = companyRecords(reads, dataVersion);
  const derived = new DerivedFields(registers);
  const identifierReads = new IdentifierReads(reads);
  return {
    services: {
      dataVersion,
      records,
      sourceTerms,
      derived,
      identifiers: recordIdentifiers(reads, identifierReads, records, derived),
      freshness: registerFreshness(dataVersion, registers),
    },
    /** The servers that the records come from. */
    reads,
    identifierReads,
    pastRecords: pastRecords(primary.pool, sourceTerms, registers),
  };
}

export type OpenRecords = ReturnType<typeof openRecords>;
