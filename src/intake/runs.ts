import { hash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { LayoutColumn } from '../company/content/layout.ts';
import type { RegisterRules } from '../company/register.ts';
import type { ImportRun, SourceLayout } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import type { LoggedImport } from './change-log.ts';
import type { Difference } from './merge.ts';
import type { SignCounts } from './noting/signs.ts';
import type { Repetitions } from './repeated-rows.ts';

/** A file or an archive of a source, its hash, and the parts of the register in it. */
export interface FoundFile {
  name: string;
  sha256: string;
  parts: readonly string[];
}

/** The properties of a source that are known after all of its rows were read. */
export interface ReadSource {
  name: string;
  sha256: string;
  /** Each of its files, if it is several files or may be. */
  found?: readonly FoundFile[] | undefined;
  /** The day of the file, or its month, where it is known. */
  fileDate: string | undefined;
  /** Rows of companies, taken or rejected. */
  read: number;
  rejected: number;
  /** Rows about natural persons, which were dropped. */
  persons: number;
  /** Whether companies are removed though rejected rows may be theirs. */
  removesDoubtful: boolean;
  /** Rows that were joined, though their file should have one of each company. */
  repeated?: Repetitions | undefined;
  /** National states that are in no table of the register, the most frequent first. */
  unknownStates: readonly object[];
  /** National legal forms that the table of the register lacks, the most frequent first. */
  unknownForms: readonly object[];
}

/** The import whose data is served. The next import is compared with it. */
export type ServedRun = NonNullable<Awaited<ReturnType<typeof servedRun>>>;

/** $2 is the URL of samples: invented companies have no edition and no day, and a real file always replaces them. */
const findServed = sql<
  Pick<ImportRun, 'sha256' | 'revision' | 'edition' | 'file' | 'fileDate' | 'heldBack'> & {
    isSample: boolean;
    /** The day of the last file before it that has one. */
    earlierDate: string | null;
    files: FoundFile[] | null;
    columns: readonly LayoutColumn[];
    /** The columns that the content hashes of its records are computed from. */
    base: { id: number; columns: readonly LayoutColumn[] };
  }
>`SELECT served.sha256, revision, file, file_date AS "fileDate", held_back AS "heldBack", source_url = $2 AS "isSample",
    CASE WHEN source_url <> $2 THEN edition END AS edition,
    CASE WHEN source_url <> $2 THEN (SELECT earlier.file_date FROM import_run AS earlier
      WHERE earlier.register_id = $1 AND earlier.file_date IS NOT NULL AND earlier.imported_at < served.imported_at
      ORDER BY earlier.imported_at DESC LIMIT 1) END AS "earlierDate",
    files, layout.columns, json_build_object('id', base.id, 'columns', base.columns) AS base
  FROM register JOIN import_run AS served ON served.id = current_run
    JOIN source_layout AS layout ON layout.id = source_layout_id
    JOIN source_layout AS base ON base.id = base_layout_id
  WHERE register.id = $1`;

export async function servedRun(client: pg.Client, registerId: string, samplesUrl: string) {
  const [row] = (await client.query(findServed, [registerId, samplesUrl])).rows;
  if (!row) return undefined;
  const { files, columns, ...served } = row;
  const inColumns = columns.flatMap((column) => (typeof column === 'string' ? [] : [column.part]));
  /** The parts of the register that it had. */
  const parts = [...inColumns, ...(files ?? []).flatMap((file) => file.parts)];
  return { ...served, parts };
}

const keepLayout = sql<Pick<SourceLayout, 'id'>>`INSERT INTO source_layout (sha256, columns) VALUES ($1, $2)
  ON CONFLICT (sha256) DO UPDATE SET sha256 = excluded.sha256 RETURNING id`;

/** The id of a list of columns, stored once for all rows. Must run outside a transaction, or imports wait for each other. */
export async function layoutOf(client: pg.Client, columns: readonly LayoutColumn[]): Promise<number> {
  const text = JSON.stringify(columns);
  return (await client.query(keepLayout, [hash('sha256', text, 'hex'), text])).rows[0]?.id ?? 0;
}

const putCountry = sql`INSERT INTO country (code, name, native_name, enabled) VALUES ($1, $2, $3, true)
  ON CONFLICT (code) DO UPDATE SET name = excluded.name, native_name = excluded.native_name, enabled = true`;

const putRegister = sql`INSERT INTO register (id, country_code, name, licence) VALUES ($1, $2, $3, $4)
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, licence = excluded.licence`;

/** Writes the register and its country as the code declares them. The first import enables a country. */
export async function describeRegister(client: pg.Client, { id, country, name, licence }: RegisterRules): Promise<void> {
  await client.query(putCountry, [country.code, country.name, country.nativeName]);
  await client.query(putRegister, [id, country.code, name, licence]);
}

const drawOrdinal = sql<Pick<ImportRun, 'ordinal'>>`
  SELECT nextval(pg_get_serial_sequence('import_run', 'ordinal'))::int AS ordinal`;

/** The number of the next import. The search index has the import number of each record. */
export const nextOrdinal = async (client: pg.Client): Promise<number> => (await client.query(drawOrdinal)).rows[0]?.ordinal ?? 0;

const insertRun = sql`
  INSERT INTO import_run (id, ordinal, register_id, file, sha256, edition, file_date, files, source_layout_id, base_layout_id,
    source_url, revision, imported_at, read, added, changed, unchanged, removed, rejected, persons, repeated, unknown_states,
    unknown_forms, held_back, signs)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25)`;

const copyRun = sql`
  INSERT INTO import_run (id, register_id, file, sha256, edition, file_date, files, source_layout_id, base_layout_id,
    source_url, revision, imported_at, read, added, changed, unchanged, removed, rejected, persons, repeated)
  SELECT $1, register_id, file, sha256, edition, file_date, files, source_layout_id, base_layout_id,
    source_url, revision, $3, 0, 0, 1, 0, 0, 0, 0, 0 FROM import_run WHERE id = $2`;

/** Adds a run of the same file for a record that changed without an import, and returns its id. */
export async function repeatRun(client: pg.Client, id: string, now: Date): Promise<string> {
  const runId = randomUUID();
  await client.query(copyRun, [runId, id, now]);
  return runId;
}

const setCurrentRun = sql`UPDATE register SET current_run = $1 WHERE id = $2`;

/** The properties of a run besides those of its source. */
interface Run extends Difference, Pick<LoggedImport, 'runId' | 'importedAt' | 'layoutId'> {
  signs: SignCounts;
  ordinal: number;
  register: RegisterRules;
  sourceUrl: string;
  edition: string | undefined;
  baseLayoutId: number;
  repeated: Repetitions;
}

/** Stores the import as the provenance of its records. */
export async function recordRun(client: pg.Client, run: Run, source: ReadSource): Promise<void> {
  const { runId, ordinal, importedAt, register, sourceUrl, edition, layoutId, baseLayoutId, repeated } = run;
  const { name, sha256, found, fileDate, read, rejected, persons, unknownStates, unknownForms } = source;
  const files = found && JSON.stringify(found);
  const file = [name, sha256, edition, fileDate, files, layoutId, baseLayoutId, sourceUrl, register.revision, importedAt];
  const counts = [read, run.added, run.changed, run.unchanged, run.removed, rejected, persons, repeated.rows];
  const unknown = [unknownStates, unknownForms].map((list) => (list.length > 0 ? JSON.stringify(list) : null));
  const judged = [run.heldBack, JSON.stringify(run.signs)];
  await client.query(insertRun, [runId, ordinal, register.id, ...file, ...counts, ...unknown, ...judged]);
  await client.query(setCurrentRun, [runId, register.id]);
}
