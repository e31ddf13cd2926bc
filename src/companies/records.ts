import type { Queries } from '../database/pool.ts';
import { Failure } from '../kernel/errors.ts';
import { Remembered } from '../kernel/remember.ts';
import { type DataVersion, VersionMoved, versionColumn } from './data-version.ts';
import { type Summary, summary } from './summaries.ts';

export interface Country {
  code: string;
  name: string;
  nativeName: string;
  enabled: boolean;
}

/** What a record has beside its summary, by the field that needs it: terms and provenance by their ids. */
interface Parts {
  registry: { registry: object; unlicensed: number[]; licensed: number[] };
  sourceData: { sourceCells: unknown[]; layoutId: number };
  registrations: { registrations: object[] };
  provenance: { registerId: string; importRunId: string };
}
export type Part = keyof Parts;

const columns: Record<Part, string> = {
  registry: 'registry, unlicensed, licensed',
  sourceData: 'source_cells AS "sourceCells", layout_id AS "layoutId"',
  registrations: 'registrations',
  provenance: 'register_id AS "registerId", import_run_id AS "importRunId"',
};
const allParts = Object.keys(columns) as Part[];
/** The parts among some fields. */
export const partsAmong = (fields: readonly string[]): Part[] => allParts.filter((part) => fields.includes(part));

/** A record with the parts that were read of it. */
export interface EntityRecord extends Summary {
  parts?: { [Name in Part]?: Parts[Name] };
}

/** Where a record comes from. */
export interface Provenance {
  register: string;
  file: string;
  sha256: string;
  importedAt: Date;
  sourceUrl: string;
  licence: string;
}

interface Waiting {
  found: Promise<EntityRecord | undefined>;
  resolve: (record: EntityRecord | undefined) => void;
  reject: (error: unknown) => void;
}

/** Those who ask for the same parts at the same time, by the id of the record. */
interface Batch {
  parts: readonly Part[];
  waiting: Map<string, Waiting>;
}

/** Records by id, and the few things around them, which are read once for each version of the data. */
export class Records {
  readonly #pool: Queries;
  readonly #version: DataVersion;
  readonly #countries = new Remembered<Country[]>(1);
  readonly #provenance = new Remembered<Provenance>(1_000);
  readonly #batches = new Map<string, Batch>();

  constructor(pool: Queries, version: DataVersion) {
    this.#pool = pool;
    this.#version = version;
  }

  /** By code. */
  async countries(): Promise<Country[]> {
    const text = `SELECT ${versionColumn} AS version, code, name, native_name AS "nativeName", enabled FROM country ORDER BY code`;
    return this.#version.during((version) =>
      this.#countries.get(version, async () => {
        const { rows } = await this.#pool.query<Country & { version: string }>(text);
        if (rows.some((row) => row.version !== version)) throw new VersionMoved();
        return rows.map(({ version: _, ...country }) => country);
      }),
    );
  }

  /** A record with these parts, or undefined where there is none. What is asked for at the same time, by whomever, is one question to the database. */
  find(id: string, parts: readonly Part[]): Promise<EntityRecord | undefined> {
    const shape = parts.join(' ');
    const { waiting } = this.#batches.get(shape) ?? this.#open(shape, parts);
    const known = waiting.get(id);
    if (known) return known.found;
    const { promise: found, resolve, reject } = Promise.withResolvers<EntityRecord | undefined>();
    waiting.set(id, { found, resolve, reject });
    return found;
  }

  /** A part of a record, read where it is not there yet; undefined where there is no such record. */
  async part<Name extends Part>(record: EntityRecord, name: Name): Promise<Parts[Name] | undefined> {
    const known = record.parts?.[name] as Parts[Name] | undefined;
    return known ?? ((await this.find(record.id, [name]))?.parts?.[name] as Parts[Name] | undefined);
  }

  async provenance({ importRunId, registerId }: Parts['provenance']): Promise<Provenance> {
    return this.#provenance.get(`${await this.#version.current()} ${importRunId} ${registerId}`, async () => {
      const { rows } = await this.#pool.query({
        name: 'provenance',
        text: `SELECT register.name AS register, file, sha256, imported_at AS "importedAt", source_url AS "sourceUrl", licence
          FROM import_run, register WHERE import_run.id = $1 AND register.id = $2`,
        values: [importRunId, registerId],
      });
      // Another server is read now, and lacks the import.
      if (!rows[0]) throw new Failure('service_unavailable');
      return rows[0];
    });
  }

  #open(shape: string, parts: readonly Part[]): Batch {
    const batch = { parts, waiting: new Map() };
    this.#batches.set(shape, batch);
    setImmediate(() => {
      this.#batches.delete(shape);
      this.#read(shape, batch);
    });
    return batch;
  }

  async #read(shape: string, { parts, waiting }: Batch): Promise<void> {
    const selected = [summary, ...parts.map((part) => columns[part])].join(', ');
    try {
      const rows = await this.#version.during(async (version) => {
        const found = await this.#pool.query({
          name: `records ${shape}`,
          // The version comes from the same moment as the records, even where there are none.
          text: `SELECT ${versionColumn} AS version, ${selected} FROM entity RIGHT JOIN unnest($1::uuid[]) AS wanted (id) ON entity.id = wanted.id`,
          values: [[...waiting.keys()]],
        });
        if (found.rows.some((row) => row.version !== version)) throw new VersionMoved();
        return found.rows;
      });
      for (const { version: _, ...row } of rows)
        waiting.get(row.id)?.resolve({ ...row, parts: Object.fromEntries(parts.map((part) => [part, row])) });
      for (const { resolve } of waiting.values()) resolve(undefined);
    } catch (error) {
      for (const { reject } of waiting.values()) reject(error);
    }
  }
}
