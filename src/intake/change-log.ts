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

/** At least so much is written at a time, because each write delays the next statement. */
const minWrittenLength = 1_000_000;
/** After so many records the connection is served, so that the database does not wait. */
const sliceRows = 25;

export interface LoggedImport {
  registerId: string;
  countryCode: string;
  runId: string;
  layoutId: number;
  importedAt: Date;
  personal: Personal;
  derived: DerivedFields;
}

const createNoted = sql`CREATE TEMPORARY TABLE noted (
    position INTEGER, entity_id UUID, type TEXT, number TEXT, canonical_name TEXT, previous_run UUID, fields JSON
  ) ON COMMIT DROP`;
const countNoted = sql<{ count: number }>`SELECT count(*)::int FROM noted`;
const renumber = sql`UPDATE noted SET position = numbered.place
  FROM (SELECT position, row_number() OVER (ORDER BY position) AS place FROM noted) AS numbered
  WHERE noted.position = numbered.position`;

/** Notes changes, which come with the values before and after. The second connection reads their terms meanwhile. */
export async function openChangeNotes(client: pg.Client, side: pg.Client, about: LoggedImport) {
  const terms = new SourceTerms(side);
  /** What the changes have in common. */
  const signs = new Signs();
  let position = 0;
  /** Those that are not written yet, and the length of their JSON. */
  let notes: Note[] = [];
  let length = 0;
  await client.query(createNoted);

  async function add(rows: Iterable<Noted>): Promise<void> {
    let slice: Noted[] = [];
    for (const row of rows) {
      slice.push(row);
      if (slice.length < sliceRows) continue;
      await noteSlice(slice);
      slice = [];
      // Meanwhile the connection is served.
      await setImmediate();
    }
    await noteSlice(slice);
  }

  async function noteSlice(rows: readonly Noted[]): Promise<void> {
    const { activities, layouts } = termsIn(rows);
    await terms.learn({ activities });
    await terms.learn({ layouts });
    for (const row of rows) {
      const { entityId, type, number, canonicalName, previousRun } = row;
      const fields = fieldsOf(row, about, terms);
      if (type === 'updated') signs.see(number ?? '', fields);
      const json = JSON.stringify(fields);
      // Without the values of the row, which take much more memory.
      notes.push({ entityId, type, number, canonicalName, previousRun, position: ++position, json });
      length += json.length;
    }
  }

  async function write(): Promise<void> {
    const written = notes;
    [notes, length] = [[], 0];
    if (written.length > 0) await writeNotes(client, written);
  }

  /** Writes the notes if they are many. */
  async function writeMany(): Promise<void> {
    if (length >= minWrittenLength) await write();
  }

  /** Writes what is left. Positions are consecutive afterwards, also if notes were deleted meanwhile. */
  async function finish(): Promise<void> {
    await write();
    const { rows } = await client.query(countNoted);
    if (rows[0]?.count !== position) await client.query(renumber);
  }
  return { signs, add, write, writeMany, finish };
}

/** Notes one change alone. */
export async function noteChange(
  client: pg.Client,
  { fields, ...change }: Omit<Note, 'position' | 'json'> & { fields: readonly FieldChange[] },
): Promise<void> {
  await client.query(createNoted);
  await writeNotes(client, [{ ...change, position: 1, json: JSON.stringify(fields) }]);
}

interface Note extends Pick<Noted, 'entityId' | 'type' | 'number' | 'canonicalName' | 'previousRun'> {
  position: number;
  /** What differs. */
  json: string;
}

async function writeNotes(client: pg.Client, notes: readonly Note[]): Promise<void> {
  const copy = new CopyIn(client, 'noted');
  for (const { position, entityId, type, number, canonicalName, previousRun, json } of notes) {
    const sent = copy.begin(7, type.length + (number?.length ?? 0) + (canonicalName?.length ?? 0) + json.length);
    copy.values.integer(position);
    copy.values.uuid(entityId);
    for (const text of [type, number, canonicalName]) copy.values.text(text);
    copy.values.uuid(previousRun);
    copy.values.text(json);
    if (sent) await sent;
  }
  await copy.close();
}

const raiseVersion = sql<Pick<ChangeSet, 'version' | 'epoch'>>`
  UPDATE data_version SET version = version + 1, epoch = gen_random_uuid() RETURNING version, epoch`;

/** Raises the version of the data, which locks it until the commit. */
export async function raisedVersion(client: pg.Client): Promise<Pick<ChangeSet, 'version' | 'epoch'>> {
  return (await client.query(raiseVersion)).rows[0] ?? { version: 0, epoch: '' };
}

const makeMonth = sql`SELECT make_change_month($1)`;

const changeColumns = 'version, at, position, entity_id, type, number, canonical_name, previous_run, fields';

const insertBaseline = sql`
  INSERT INTO change (${changeColumns}) SELECT $1, $2, 1, NULL, 'baseline', NULL, NULL, NULL, '[]'`;

const insertNoted = sql`INSERT INTO change (${changeColumns}) SELECT $1, $2, noted.* FROM noted WHERE ctid >= $3::tid`;
const insertSome = sql`INSERT INTO change (${changeColumns})
  SELECT $1, $2, noted.* FROM noted WHERE ctid >= $3::tid AND ctid < $4::tid`;
/** A page of the table "noted" holds about 20 changes. */
const publishedPages = 64;

const insertChangeSet = sql`
  INSERT INTO change_set (version, epoch, import_run_id, register_id, country_code, at, reason, size, records)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

interface PublicationOptions {
  client: pg.Client;
  /** A second connection, which creates the partition for the month: it commits at once, so its lock delays no query. */
  side: pg.Client;
  now(): Date;
}

export type Publication = ReturnType<typeof publishing>;

/**
 * Raises the version of the data and publishes the noted changes under it. From here to the commit other imports wait. The moment
 * from which they are served is not known yet: COMMIT sets it, by the trigger of "change_set". Until then there is the present
 * one, which stays with the changes and says in which month they are kept.
 */
export function publishing({ client, side, now }: PublicationOptions) {
  let begun: (Pick<ChangeSet, 'version' | 'epoch'> & { at: Date }) | undefined;
  /** The first page of the table "noted" that is not published. */
  let nextPage = 0;
  let size = 0;

  async function begin() {
    if (begun) return begun;
    begun = { ...(await raisedVersion(client)), at: now() };
    await side.query(makeMonth, [begun.at]);
    return begun;
  }

  async function insert(statement: Statement<object>, range: readonly string[]): Promise<void> {
    const { version, at } = await begin();
    size += (await client.query(statement, [version, at, ...range])).rowCount ?? 0;
  }

  return {
    /** Publishes some of the noted changes. The import must hold the lock of the search index, for which other imports wait. */
    some: async (): Promise<void> => {
      const from = nextPage;
      nextPage += publishedPages;
      await insert(insertSome, [`(${from},0)`, `(${nextPage},0)`]);
    },

    /** Publishes what is left, and describes the changes. */
    finish: async (
      { registerId, countryCode, runId }: Pick<LoggedImport, 'registerId' | 'countryCode' | 'runId'>,
      { reason, records, isBaseline }: Pick<ChangeSet, 'reason' | 'records'> & { isBaseline: boolean },
    ): Promise<void> => {
      await (isBaseline ? insert(insertBaseline, []) : insert(insertNoted, [`(${nextPage},0)`]));
      const { version, epoch, at } = await begin();
      await client.query(insertChangeSet, [version, epoch, runId, registerId, countryCode, at, reason, size, records]);
    },
  };
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

interface IdentifierPublication extends Omit<PublicationOptions, 'client'>, Pick<ChangeSet, 'records'> {
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
  if (countries.length === 0) await raisedVersion(client);
  for (const code of countries) {
    const { version, epoch } = await raisedVersion(client);
    const { rowCount: size } = isFirst
      ? await client.query(insertFirstIdentifiers, [version, at])
      : await client.query(insertNotedIdentifiers, [version, at, code]);
    await client.query(insertChangeSet, [version, epoch, runId, source, code, at, 'source', size, records]);
  }
}
