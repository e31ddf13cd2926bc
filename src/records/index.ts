import { repeat } from '../background/repeat.ts';
import type { RegisterRules } from '../company/register.ts';
import type { Config } from '../config/config.ts';
import { openPool } from '../database/connection.ts';
import type { Pool } from '../database/pool.ts';
import { IdentifierReads } from '../identifiers/index.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { CompanyReads, checkPauses } from './company-reads.ts';
import { DataVersion, versionPauses } from './data-version.ts';
import { DerivedFields } from './derived-fields.ts';
import { Freshness } from './freshness.ts';
import { PastRecords } from './past-records.ts';
import { RecordIdentifiers } from './record-identifiers.ts';
import { Records } from './records.ts';
import { SourceTerms } from './source-terms.ts';

export { DataVersion, readVersion, VersionMoved, versionColumn } from './data-version.ts';
export { DerivedFields, identifiedChanges } from './derived-fields.ts';
export { exportRecords } from './exported-records.ts';
export { lastImports, type RegisterInfo } from './freshness.ts';
export type { Provenance } from './provenance.ts';
export { publishedChanges } from './published-changes.ts';
export { erasedAmong, type RecordIdentifiers, type ServedIdentifier } from './record-identifiers.ts';
export type { Country, EntityRecord, Part, Records } from './records.ts';
export { SourceTerms } from './source-terms.ts';
export { Summaries, type Summary, summaryColumns } from './summaries.ts';

interface RecordParts {
  primary: { url: string; pool: Pool };
  /** The servers that company data is read from before the primary. */
  replicas: Pick<Config['database'], 'replicaUrls' | 'poolSize'>;
  registers: readonly RegisterRules[];
  now(): number;
  logger: Logger;
  teardown: Teardown;
}

/** The records of companies, now and in the past, and what follows from them. */
export function openRecords(parts: RecordParts) {
  const { primary, registers, logger, teardown } = parts;
  const reads = openReads(parts);
  const dataVersion = new DataVersion(reads);
  repeat({ name: 'version of the data', ...versionPauses, run: () => dataVersion.refresh(), logger, teardown });
  const sourceTerms = new SourceTerms(primary.pool);
  const records = new Records(reads, dataVersion);
  const derived = new DerivedFields(registers);
  const identifierReads = new IdentifierReads(reads);
  return {
    services: {
      dataVersion,
      records,
      sourceTerms,
      derived,
      identifiers: new RecordIdentifiers({ pool: reads, reads: identifierReads, records, derived }),
      freshness: new Freshness(reads, dataVersion, registers),
    },
    /** The servers that the records come from. */
    reads,
    identifierReads,
    /** Records of the past. */
    pastRecords: new PastRecords({ pool: primary.pool, terms: sourceTerms, registers }),
  };
}

export type OpenRecords = ReturnType<typeof openRecords>;

/** The primary with its pool, and the replicas with one each. */
function openReads({ primary, now, logger, teardown, ...parts }: RecordParts): CompanyReads {
  const { replicaUrls, poolSize } = parts.replicas;
  const replicas = replicaUrls.map((url) => ({ url, pool: openPool(url, poolSize) }));
  const reads = new CompanyReads({ primary, replicas, now, logger });
  for (const { pool } of replicas) teardown.push(() => pool.end());
  if (replicas.length > 0) repeat({ name: 'replicas', ...checkPauses, run: () => reads.check(), logger, teardown });
  return reads;
}
