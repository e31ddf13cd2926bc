import type { RegisterRules, UpdateFrequency } from '../company/register.ts';
import type { ChangeSet, Country, ImportRun, Register } from '../database/client.ts';
import type { Queries } from '../database/pool.ts';
import { sql } from '../database/sql.ts';
import { type DataVersion, versionColumn } from './data-version.ts';

/** The imported data of a register. */
interface Served extends Pick<ImportRun, 'file' | 'importedAt' | 'sourceUrl'>, Pick<ChangeSet, 'records'> {
  /** The day of the file, if known. */
  fileDate: string | null;
  dataVersion: number;
}

/** A register, imported or not; or a planned one, whose name and licence are not known yet. */
export interface RegisterInfo {
  id: string | null;
  countryCode: string;
  countryName: string;
  name: string | null;
  licence: string | null;
  sourceUrl: string | null;
  updateFrequency: UpdateFrequency | null;
  status: 'served' | 'available' | 'planned';
  served: Served | null;
}

interface RegisterRow extends Served {
  version: string;
  countryCode: Country['code'];
  countryName: Country['name'];
  registerId: Register['id'] | null;
}

const listRegisters = sql<RegisterRow>`SELECT ${versionColumn} AS version, country.code AS "countryCode",
    country.name AS "countryName", register.id AS "registerId", file, file_date AS "fileDate",
    imported_at AS "importedAt", source_url AS "sourceUrl", records,
    change_set.version AS "dataVersion"
  FROM country LEFT JOIN
    (register JOIN import_run ON import_run.id = current_run JOIN change_set ON import_run_id = current_run)
    ON register.country_code = country.code`;

const listLastImports = sql<{ register: string; at: Date }>`
  SELECT register.id AS register, imported_at AS at FROM register JOIN import_run ON import_run.id = current_run
  UNION ALL SELECT source, imported_at FROM identifier_run WHERE is_current`;

/** The served import of each register, and that of the identifiers. */
export const lastImports = async (pool: Queries) => (await pool.query(listLastImports)).rows;

/** How fresh each register is. Read once for each version of the data. */
export const registerFreshness = (version: DataVersion, declared: readonly RegisterRules[]) => ({
  registers: version.perVersion(listRegisters, (rows): RegisterInfo[] => {
    const known = declared.map(({ id, country, name, licence, sourceUrl, updateFrequency }): RegisterInfo => {
      const row = rows.find(({ registerId }) => registerId === id);
      const about = { id, countryCode: country.code, countryName: country.name, name, licence, sourceUrl, updateFrequency };
      return row ? { ...about, status: 'served', served: servedOf(row) } : { ...about, status: 'available', served: null };
    });
    const nothing = { id: null, name: null, licence: null, sourceUrl: null, updateFrequency: null, served: null };
    const planned = rows
      .filter(({ countryCode }) => !known.some((register) => register.countryCode === countryCode))
      .map(({ countryCode, countryName }): RegisterInfo => ({ ...nothing, countryCode, countryName, status: 'planned' }));
    return [...known, ...planned].sort((one, other) => (one.countryCode < other.countryCode ? -1 : 1));
  }),
});

/** A month is no day. */
const dayOf = (fileDate: string | null): string | null => /^\d{4}-\d\d-\d\d$/.exec(fileDate ?? '')?.[0] ?? null;

function servedOf({ file, fileDate, importedAt, sourceUrl, records, dataVersion }: RegisterRow): Served {
  return { file, fileDate: dayOf(fileDate), importedAt, sourceUrl, records, dataVersion };
}
