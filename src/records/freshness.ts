import type { RegisterRules, UpdateFrequency } from '../company/register.ts';
import type { ChangeSet, Country, ImportRun, Register } from '../database/client.ts';
import type { Queries } from '../database/pool.ts';
import { sql } from '../database/sql.ts';
import { ResultCache } from '../kernel/result-cache.ts';
import { type DataVersion, VersionMoved, versionColumn } from './data-version.ts';

/** What the code declares about a register. */
type KnownRegister = Pick<RegisterRules, 'id' | 'country' | 'name' | 'licence' | 'sourceUrl' | 'updateFrequency'>;

/** The imported data of a register. */
export interface Served extends Pick<ImportRun, 'file' | 'importedAt' | 'sourceUrl'>, Pick<ChangeSet, 'records'> {
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
export class Freshness {
  readonly #pool: Queries;
  readonly #version: DataVersion;
  readonly #known: readonly KnownRegister[];
  readonly #registers = new ResultCache<RegisterInfo[]>(1);

  constructor(pool: Queries, version: DataVersion, known: readonly KnownRegister[]) {
    this.#pool = pool;
    this.#version = version;
    this.#known = known;
  }

  registers(): Promise<RegisterInfo[]> {
    return this.#version.during((version) => this.#registers.get(version, () => this.#read(version)));
  }

  async #read(version: string): Promise<RegisterInfo[]> {
    const { rows } = await this.#pool.query(listRegisters);
    if (rows.some((row) => row.version !== version)) throw new VersionMoved();
    const served = (id: string) => rows.find(({ registerId }) => registerId === id);
    const known = this.#known.map(({ id, country, name, licence, sourceUrl, updateFrequency }): RegisterInfo => {
      const row = served(id);
      const about = { id, countryCode: country.code, countryName: country.name, name, licence, sourceUrl, updateFrequency };
      if (!row) return { ...about, status: 'available', served: null };
      const { file, importedAt, sourceUrl: from, records, dataVersion } = row;
      const fileDate = dayOf(row);
      return {
        ...about,
        status: 'served',
        served: { file, fileDate, importedAt, sourceUrl: from, records, dataVersion },
      };
    });
    const planned = rows
      .filter(({ countryCode }) => !known.some((register) => register.countryCode === countryCode))
      .map(({ countryCode, countryName }): RegisterInfo => {
        const nothing = { id: null, name: null, licence: null, sourceUrl: null, updateFrequency: null, served: null };
        return { ...nothing, countryCode, countryName, status: 'planned' };
      });
    return [...known, ...planned].sort((one, other) => (one.countryCode < other.countryCode ? -1 : 1));
  }
}

/** A month is no day. */
const dayOf = ({ fileDate }: RegisterRow): string | null => /^\d{4}-\d\d-\d\d$/.exec(fileDate ?? '')?.[0] ?? null;

/** The day in the name of a file, as in BasicCompanyDataAsOneFile-2026-11-01.zip or company_2026.09.14.xlsx. */
export function dateIn(file: string): string | null {
  const [, year, month, day] = /(?:^|\D)((?:19|20)\d\d)[-._]?(\d\d)[-._]?(\d\d)(?!\d)/.exec(file) ?? [];
  const text = `${year}-${month}-${day}`;
  const isDay = !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
  return isDay ? text : null;
}
