import type pg from 'pg';
import type { DataVersion } from './data-version.ts';
import { Remembered } from './remember.ts';
import type { Summary } from './search.ts';

export interface Country {
  code: string;
  name: string;
  nativeName: string;
  enabled: boolean;
}

/** A record as it is stored: terms and provenance by their ids. */
export interface EntityRecord extends Summary {
  registerId: string;
  importRunId: string;
  layoutId: number;
  registry: object;
  sourceCells: unknown[];
  registrations: object[];
  unlicensed: number[];
  licensed: number[];
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

/** Records by id, and the few things around them, which are read once for each version of the data. */
export class Records {
  readonly #pool: pg.Pool;
  readonly #version: DataVersion;
  readonly #countries = new Remembered<Country[]>(1);
  readonly #provenance = new Remembered<Provenance>(1_000);
  #waiting: Map<string, Waiting> | undefined;

  constructor(pool: pg.Pool, version: DataVersion) {
    this.#pool = pool;
    this.#version = version;
  }

  /** By code. */
  async countries(): Promise<Country[]> {
    const text = 'SELECT code, name, native_name AS "nativeName", enabled FROM country ORDER BY code';
    return this.#countries.get(String(await this.#version.current()), async () => (await this.#pool.query(text)).rows);
  }

  /** Undefined where there is none. What is asked for at the same time, by whomever, is one question to the database. */
  find(id: string): Promise<EntityRecord | undefined> {
    if (!this.#waiting) {
      this.#waiting = new Map();
      setImmediate(() => this.#read());
    }
    const known = this.#waiting.get(id);
    if (known) return known.found;
    const { promise: found, resolve, reject } = Promise.withResolvers<EntityRecord | undefined>();
    this.#waiting.set(id, { found, resolve, reject });
    return found;
  }

  async provenance({ importRunId, registerId }: EntityRecord): Promise<Provenance> {
    return this.#provenance.get(`${await this.#version.current()} ${importRunId} ${registerId}`, async () => {
      const { rows } = await this.#pool.query({
        name: 'provenance',
        text: `SELECT register.name AS register, file, sha256, imported_at AS "importedAt", source_url AS "sourceUrl", licence
          FROM import_run, register WHERE import_run.id = $1 AND register.id = $2`,
        values: [importRunId, registerId],
      });
      return rows[0];
    });
  }

  async #read(): Promise<void> {
    const asked = this.#waiting ?? new Map<string, Waiting>();
    this.#waiting = undefined;
    try {
      const { rows } = await this.#pool.query({ name: 'records', text: recordsById, values: [[...asked.keys()]] });
      for (const row of rows as EntityRecord[]) asked.get(row.id)?.resolve(row);
      for (const { resolve } of asked.values()) resolve(undefined);
    } catch (error) {
      for (const { reject } of asked.values()) reject(error);
    }
  }
}

const recordsById = `
SELECT id, country_code AS "countryCode", canonical_name AS "canonicalName", status, legal_form AS "legalForm",
  registered_at::timestamp AT TIME ZONE 'UTC' AS "registeredAt", updated_at AS "updatedAt",
  register_id AS "registerId", import_run_id AS "importRunId", layout_id AS "layoutId",
  registry, source_cells AS "sourceCells", registrations, unlicensed, licensed
FROM entity WHERE id = ANY ($1::uuid[])`;
