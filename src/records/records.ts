import type { Content } from '../company/content/content.ts';
import type { RecordIdentifier } from '../company/identifiers.ts';
import type { OtherName } from '../company/other-names.ts';
import type { Country as CountryRow, Entity } from '../database/client.ts';
import type { Queries } from '../database/pool.ts';
import { type Statement, sql } from '../database/sql.ts';
import { Failure } from '../kernel/errors.ts';
import { ResultCache } from '../kernel/result-cache.ts';
import { checkVersion, type DataVersion, versionColumn } from './data-version.ts';
import { type Provenance, provenanceColumns } from './provenance.ts';
import { type Summary, summaryColumns } from './summaries.ts';
import { tickBatch } from './tick-batch.ts';

export type Country = Pick<CountryRow, 'code' | 'name' | 'nativeName' | 'enabled'>;

/** What a record has besides its summary, by the GraphQL field that needs it. Activities and provenance are ids here. */
interface Parts {
  registry: { registry: object } & Pick<Entity, 'unlicensed' | 'licensed'>;
  sourceData: { sourceCells: unknown[] | object } & Pick<Entity, 'layoutId'>;
  registrations: { registrations: object[] };
  provenance: Pick<Entity, 'registerId' | 'importRunId'>;
}
export type Part = keyof Parts;

const columns: Record<Part, string> = {
  registry: 'registry, unlicensed, licensed',
  sourceData: 'source_cells AS "sourceCells", layout_id AS "layoutId"',
  registrations: 'registrations',
  provenance: 'entity.register_id AS "registerId", import_run_id AS "importRunId"',
};
const allParts = Object.keys(columns) as Part[];
/** The fields that need the typed fields of a record, besides those themselves. */
const derivedFields = ['otherNames', 'identifiers', 'address'];
/** The parts that some fields need. */
const partsAmong = (fields: readonly string[]): Part[] =>
  allParts.filter(
    (part) => fields.includes(part) || (part === 'registry' && derivedFields.some((field) => fields.includes(field))),
  );

/** A record with the parts that were read of it. */
export interface CompanyRecord extends Summary {
  parts?: { [Name in Part]?: Parts[Name] };
  /** Set for a record as it was in the past: all its parts are here. */
  past?: Pick<Content, 'registry' | 'sourceData' | 'registrations'> & {
    provenance: Provenance;
    servedSince: Date;
    /** The moment that was asked for. */
    moment: Date;
    /** Its identifiers then, if they changed since. */
    identifiers?: RecordIdentifier[] | undefined;
    /** Its other names then, if they changed since. */
    otherNames?: OtherName[] | undefined;
  };
}

/** A row of a batch: the requested columns, or only the version if there is no such record. */
type RecordRow = Summary & Parts[Part] & { version: string };

const listCountries = sql<Country & { version: string }>`
  SELECT ${versionColumn} AS version, code, name, native_name AS "nativeName", enabled FROM country ORDER BY code`;

/** An origin is the id of an import, a blank, and the id of a register. */
const listProvenance = sql<Provenance & { origin: string }>`
  SELECT origin, ${provenanceColumns} FROM unnest($1::text[]) AS wanted (origin)
    JOIN import_run ON import_run.id = split_part(origin, ' ', 1)::uuid
    JOIN register ON register.id = split_part(origin, ' ', 2)`;

/** All combinations of parts, each in the order of allParts. */
const shapes = allParts.reduce<Part[][]>((some, part) => some.concat(some.map((parts) => [...parts, part])), [[]]);

/** By shape. The outer join returns the version of the same moment even if no record is found. */
const listRecords: ReadonlyMap<string, Statement<RecordRow>> = new Map(
  shapes.map((parts) => [
    parts.join(' '),
    sql<RecordRow>`SELECT ${versionColumn} AS version, ${[summaryColumns, ...parts.map((part) => columns[part])].join(', ')}
      FROM unnest($1::uuid[]) AS wanted (id) LEFT JOIN entity ON entity.id = wanted.id
        LEFT JOIN import_run ON import_run.id = import_run_id`,
  ]),
);

/** Reads records by id, and countries and provenance once for each version of the data. */
export function companyRecords(pool: Queries, dataVersion: DataVersion) {
  async function read(version: string, ids: readonly string[], parts: readonly Part[]): Promise<Map<string, CompanyRecord>> {
    const shape = parts.join(' ');
    const text = listRecords.get(shape) as Statement<RecordRow>;
    const { rows } = await pool.query({ name: `records ${shape}`, text, values: [ids] });
    checkVersion(rows, version);
    const found = rows.filter(({ id }) => id !== null);
    return new Map(
      found.map(({ version: _, ...row }) => [row.id, { ...row, parts: Object.fromEntries(parts.map((part) => [part, row])) }]),
    );
  }

  /** By shape. */
  const batches = new Map(
    shapes.map((parts) => [
      parts.join(' '),
      tickBatch((ids: string[]) => dataVersion.during((version) => read(version, ids, parts))),
    ]),
  );

  /**
   * A record with the parts that some fields need, or undefined if there is none. One query reads all records that are requested
   * in one tick.
   */
  const find = async (id: string, fields: readonly string[]): Promise<CompanyRecord | undefined> =>
    batches.get(partsAmong(fields).join(' '))?.(id);

  const origins = tickBatch(async (wanted: string[]) => {
    const { rows } = await pool.query({ name: 'provenance', text: listProvenance, values: [wanted] });
    return new Map(rows.map(({ origin, ...provenance }) => [origin, provenance as Provenance]));
  });
  const knownProvenance = new ResultCache<Provenance>(1_000);

  return {
    find,

    /** By code. */
    countries: dataVersion.perVersion(listCountries, (rows) => rows.map(({ version: _, ...country }): Country => country)),

    /** Several records by id, with the parts that some fields need. Throws VersionMoved if the data has another version. */
    ofVersion: async (version: string, ids: readonly string[], fields: readonly string[]) =>
      ids.length === 0 ? new Map<string, CompanyRecord>() : read(version, ids, partsAmong(fields)),

    /** A part of a record, read if it is not there yet; undefined if the record is gone. */
    async part<Name extends Part>(record: CompanyRecord, name: Name): Promise<Parts[Name] | undefined> {
      const { parts } = record.parts?.[name] ? record : ((await find(record.id, [name])) ?? {});
      return parts?.[name] as Parts[Name] | undefined;
    },

    /** One query reads all that are requested in one tick. */
    async provenance({ importRunId, registerId }: Parts['provenance']): Promise<Provenance> {
      const origin = `${importRunId} ${registerId}`;
      return knownProvenance.get(`${await dataVersion.current()} ${origin}`, async () => {
        const found = await origins(origin);
        // The connection has moved to another server, which lacks the import.
        if (!found) throw new Failure('service_unavailable');
        return found;
      });
    },
  };
}

export type Records = ReturnType<typeof companyRecords>;
