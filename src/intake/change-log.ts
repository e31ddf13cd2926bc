import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import type { FieldChange } from '../company/content/content.ts';
import type { Personal } from '../company/personal/personal.ts';
import type { ChangeSet } from '../database/client.ts';
import { CopyIn } from '../database/copy-in.ts';
import { type Statement, sql } from '../database/sql.ts';
import { type DerivedFields, SourceTerms } from '../records/index.ts';
import { fieldsOf, type Noted, termsIn } from './noting/differences.ts';
import { Signs } from './noting/signs.ts';

/*
 * The log of changes, which the import writes in its own transaction. Changes are noted in a temporary table while the old values
 * are still there. When other imports wait anyway, the import updates the row of "data_version", which locks it until the commit,
 * and publishes the notes under the new version. So versions are in the order of commits, and a reader of a version sees all
 * versions before it.
 */

/** In characters: at least so much is written at a time, because each write delays the next statement. */
const writtenSize = 1_000_000;
/** After so many records the connection is served, so that the database does not wait. */
const sliceSize = 25;

export interface LoggedImport {
  registerId: string;
  countryCode: string;
  runId: string;
  layoutId: number;
  importedAt: Date;
  personal: Personal;
  derived: DerivedFields;
}

const findChangeSet = sql`SELECT FROM change_set WHERE register_id = $1 LIMIT 1`;

/** Whether no change of the register was ever published: then its import is one entry, however many records it has. */
export async function isBaseline(client: pg.Client, registerId: string): Promise<boolean> {
  const { rowCount } = await client.query(findChangeSet, [registerId]);
  return rowCount === 0;
}

const createNoted = sql`CREATE TEMPORARY TABLE noted (
    position INTEGER, entity_id UUID, type TEXT, number TEXT, canonical_name TEXT, previous_run UUID, fields JSON
  ) ON COMMIT DROP`;

interface NotesParts {
  client: pg.Client;
  /** A second connection, which reads the terms of changes while the first one works. */
  side: pg.Client;
  about: LoggedImport;
}

/** Notes changes, which come with the values before and after. */
export class ChangeNotes {
  readonly #client: pg.Client;
  readonly #about: LoggedImport;
  readonly #terms: SourceTerms;
  #position = 0;
  /** What the changes have in common. */
  readonly signs = new Signs();
  /** Those that are not written yet, and the size of their JSON. */
  #notes: Note[] = [];
  #size = 0;

  private constructor({ client, side, about }: NotesParts) {
    this.#client = client;
    this.#about = about;
    this.#terms = new SourceTerms(side);
  }

  static async open(parts: NotesParts): Promise<ChangeNotes> {
    await parts.client.query(createNoted);
    return new ChangeNotes(parts);
  }

  async add(rows: Iterable<Noted>): Promise<void> {
    let slice: Noted[] = [];
    for (const row of rows) {
      slice.push(row);
      if (slice.length < sliceSize) continue;
      await this.#note(slice);
      slice = [];
      // Meanwhile the connection is served.
      await setImmediate();
    }
    await this.#note(slice);
  }

  async #note(rows: readonly Noted[]): Promise<void> {
    const { activities, layouts } = termsIn(rows);
    await this.#terms.learn({ activities });
    await this.#terms.learn({ layouts });
    for (const row of rows) {
      const { entityId, type, number, canonicalName, previousRun } = row;
      const fields = fieldsOf(row, this.#about, this.#terms);
      if (type === 'updated') this.signs.see(number ?? '', fields);
      const json = JSON.stringify(fields);
      // Without the values of the row, which take much more memory.
      this.#notes.push({ entityId, type, number, canonicalName, previousRun, position: ++this.#position, json });
      this.#size += json.length;
    }
  }

  /** Writes the notes if they are many. */
  async writeMany(): Promise<void> {
    if (this.#size >= writtenSize) await this.write();
  }

  async write(): Promise<void> {
    const notes = this.#notes;
    [this.#notes, this.#size] = [[], 0];
    if (notes.length > 0) await write(this.#client, notes);
  }

  /** Writes what is left. Positions are consecutive afterwards, also if notes were deleted meanwhile. */
  async finish(): Promise<void> {
    await this.write();
    const { rows } = await this.#client.query(countNoted);
    if (rows[0]?.count !== this.#position) await this.#client.query(renumber);
  }
}

const countNoted = sql<{ count: number }>`SELECT count(*)::int FROM noted`;
const renumber = sql`UPDATE noted SET position = numbered.place
  FROM (SELECT position, row_number() OVER (ORDER BY position) AS place FROM noted) AS numbered
  WHERE noted.position = numbered.position`;

/** Notes one change alone. */
export async function noteChange(
  client: pg.Client,
  { fields, ...change }: Omit<Note, 'position' | 'json'> & { fields: readonly FieldChange[] },
): Promise<void> {
  await client.query(createNoted);
  await write(client, [{ ...change, position: 1, json: JSON.stringify(fields) }]);
}

interface Note extends Pick<Noted, 'entityId' | 'type' | 'number' | 'canonicalName' | 'previousRun'> {
  position: number;
  /** What differs. */
  json: string;
}

async function write(client: pg.Client, notes: readonly Note[]): Promise<void> {
  const copy = new CopyIn(client, 'noted');
  for (const { position, entityId, type, number, canonicalName, previousRun, json } of notes) {
    const texts = [type, number, canonicalName];
    const sent = copy.begin(
      7,
      texts.reduce((sum, text) => sum + (text?.length ?? 0), json.length),
    );
    copy.values.integer(position);
    copy.values.uuid(entityId);
    for (const text of texts) copy.values.text(text);
    copy.values.uuid(previousRun);
    copy.values.text(json);
    if (sent) await sent;
  }
  await copy.close();
}

const raiseVersion = sql<Pick<ChangeSet, 'version' | 'epoch'>>`
  UPDATE data_version SET version = version + 1, epoch = gen_random_uuid() RETURNING version, epoch`;

const makeMonth = sql`SELECT make_change_month($1)`;

const changeColumns = 'version, at, position, entity_id, type, number, canonical_name, previous_run, fields';

const insertBaseline = sql`
  INSERT INTO change (${changeColumns}) SELECT $1, $2, 1, NULL, 'baseline', NULL, NULL, NULL, '[]'`;

const insertNoted = sql`INSERT INTO change (${changeColumns}) SELECT $1, $2, noted.* FROM noted WHERE ctid >= $3::tid`;
const insertSome = sql`INSERT INTO change (${changeColumns})
  SELECT $1, $2, noted.* FROM noted WHERE ctid >= $3::tid AND ctid < $4::tid`;
/** In pages of the table "noted", which hold about 20 changes each. */
const publishedPages = 64;

const insertChangeSet = sql`
  INSERT INTO change_set (version, epoch, import_run_id, register_id, country_code, at, reason, size, records)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

interface PublicationParts {
  client: pg.Client;
  /** A second connection, which creates the partition for the month: it commits at once, so its lock delays no query. */
  side: pg.Client;
  now(): Date;
}

interface Published extends Pick<ChangeSet, 'reason' | 'records'> {
  isBaseline: boolean;
}

/**
 * Raises the version of the data and publishes the noted changes under it. From here to the commit other imports wait. The moment
 * from which they are served is not known yet: COMMIT sets it, by the trigger of "change_set". Until then there is the present
 * one, which stays with the changes and says in which month they are kept.
 */
export class Publication {
  readonly #parts: PublicationParts;
  #begun: (Pick<ChangeSet, 'version' | 'epoch'> & { at: Date }) | undefined;
  /** The first page of the table "noted" that is not published. */
  #page = 0;
  #size = 0;

  constructor(parts: PublicationParts) {
    this.#parts = parts;
  }

  /** Publishes some of the noted changes. The import must hold the lock of the search index, for which other imports wait. */
  async some(): Promise<void> {
    const from = this.#page;
    this.#page += publishedPages;
    await this.#insert(insertSome, [`(${from},0)`, `(${this.#page},0)`]);
  }

  /** Publishes what is left, and describes the changes. */
  async finish(
    { registerId, countryCode, runId }: Pick<LoggedImport, 'registerId' | 'countryCode' | 'runId'>,
    { reason, records, isBaseline }: Published,
  ): Promise<void> {
    if (isBaseline) await this.#insert(insertBaseline, []);
    else await this.#insert(insertNoted, [`(${this.#page},0)`]);
    const { version, epoch, at } = await this.#begin();
    const values = [version, epoch, runId, registerId, countryCode, at, reason, this.#size, records];
    await this.#parts.client.query(insertChangeSet, values);
  }

  async #insert(statement: Statement<object>, range: readonly string[]): Promise<void> {
    const { version, at } = await this.#begin();
    const { rowCount } = await this.#parts.client.query(statement, [version, at, ...range]);
    this.#size += rowCount ?? 0;
  }

  async #begin() {
    if (this.#begun) return this.#begun;
    const { client, side, now } = this.#parts;
    const { rows } = await client.query(raiseVersion);
    this.#begun = { ...(rows[0] ?? { version: 0, epoch: '' }), at: now() };
    await side.query(makeMonth, [this.#begun.at]);
    return this.#begun;
  }
}

/** The changes that an import of identifiers makes of records, by country. */
export const createNotedIdentifiers = sql`CREATE TEMPORARY TABLE noted_identifiers (
    country_code TEXT, entity_id UUID, number TEXT, canonical_name TEXT, previous_run UUID, fields JSON
  ) ON COMMIT DROP`;

const listNotedCountries = sql<{ code: string }>`SELECT DISTINCT country_code AS code FROM noted_identifiers ORDER BY code`;
const listFirstRegisters = sql<{ registerId: string }>`
  SELECT DISTINCT register_id AS "registerId" FROM lei JOIN register ON register.id = register_id ORDER BY 1`;

const insertNotedIdentifiers = sql`INSERT INTO change (${changeColumns})
  SELECT $1, $2, row_number() OVER (ORDER BY entity_id), entity_id, 'identifiers', number, canonical_name, previous_run, fields
  FROM noted_identifiers WHERE country_code = $3`;
const insertFirstIdentifiers = sql`
  INSERT INTO change (${changeColumns}) SELECT $1, $2, 1, NULL, 'identifiers', NULL, NULL, NULL, '[]'`;

interface IdentifierPublication extends Pick<PublicationParts, 'side' | 'now'>, Pick<Published, 'records'> {
  runId: string;
  source: string;
  /** The countries of the registers. */
  codes: ReadonlyMap<string, string>;
  /** Nothing was served before: then each country has one entry, however many records got an identifier. */
  isFirst: boolean;
}

/** Publishes the changes of identifiers, with a version for each country. The version rises in any case, for the caches. */
export async function publishIdentifiers(client: pg.Client, publication: IdentifierPublication): Promise<void> {
  const { runId, source, codes, isFirst, records, side, now } = publication;
  const at = now();
  await side.query(makeMonth, [at]);
  const countries = isFirst
    ? (await client.query(listFirstRegisters)).rows.flatMap(({ registerId }) => codes.get(registerId) ?? [])
    : (await client.query(listNotedCountries)).rows.map(({ code }) => code);
  if (countries.length === 0) return void (await client.query(raiseVersion));
  for (const code of countries) {
    const { rows } = await client.query(raiseVersion);
    const { version, epoch } = rows[0] ?? { version: 0, epoch: '' };
    const { rowCount: size } = isFirst
      ? await client.query(insertFirstIdentifiers, [version, at])
      : await client.query(insertNotedIdentifiers, [version, at, code]);
    await client.query(insertChangeSet, [version, epoch, runId, source, code, at, 'source', size, records]);
  }
}
