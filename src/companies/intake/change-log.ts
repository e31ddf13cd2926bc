import type pg from 'pg';
import type { Change, ChangeSet } from '../../database/client.ts';
import { fetchBatches } from '../../database/cursor.ts';
import { sql } from '../../database/sql.ts';
import {
  type Content,
  contentOf,
  differencesOf,
  type FieldChange,
  type Stored,
  storedColumns,
  storedValue,
} from '../data/content.ts';
import type { Personal } from '../data/personal.ts';
import { SourceTerms } from '../data/source-terms.ts';

/*
 * The log of changes, which the import writes in its own transaction. Changes are noted in a temporary table while the old values
 * are still there. At the end the import updates the row of "data_version", which locks it until the commit, and publishes the
 * notes under the new version. So versions are in the order of commits, and whoever sees a version sees all before it.
 */

/** So many records are compared at a time. */
const batchSize = 500;
const stored = Object.keys(storedColumns) as (keyof Stored)[];

type Prefixed<Prefix extends string> = { [Name in keyof Stored as `${Prefix}${Name}`]: Stored[Name] };
type Noted = Pick<Change, 'entityId' | 'type' | 'number' | 'previousRun'> & Prefixed<'old_'> & Prefixed<'new_'>;

export interface LoggedImport {
  registerId: string;
  countryCode: string;
  runId: string;
  layoutId: number;
  importedAt: Date;
  personal: Personal;
}

const findChangeSet = sql`SELECT FROM change_set WHERE register_id = $1 LIMIT 1`;

/** Whether nothing was ever told of the register: then its import is one entry, however many records it has. */
export async function isBaseline(client: pg.Client, registerId: string): Promise<boolean> {
  const { rowCount } = await client.query(findChangeSet, [registerId]);
  return rowCount === 0;
}

const side = (prefix: 'old_' | 'new_', value: (name: keyof Stored) => string) =>
  stored.map((name) => `${value(name)} AS "${prefix}${name}"`).join(', ');
const old = side('old_', (name) => storedValue('entity', name));
const staged = side('new_', (name) => (name === 'layoutId' ? '$1::int' : storedValue('staged', name)));
const nothing = side('new_', () => 'NULL');

const createNoted = sql`CREATE TEMPORARY TABLE noted (
    position INTEGER, entity_id UUID, type TEXT, number TEXT, canonical_name TEXT, previous_run UUID, fields JSON
  ) ON COMMIT DROP`;

const listDifferences = sql<Noted>`SELECT staged.id AS "entityId", staged.number,
    CASE WHEN NOT is_new THEN 'updated' WHEN returned.id IS NULL THEN 'created' ELSE 'restored' END AS type,
    entity.import_run_id AS "previousRun", ${old}, ${staged}
  FROM difference JOIN staged USING (id)
    LEFT JOIN entity ON entity.id = staged.id LEFT JOIN returned ON returned.id = staged.id
  UNION ALL
  SELECT entity.id, entity.number, 'removed', entity.import_run_id, ${old}, ${nothing}
  FROM removed JOIN entity ON entity.id = removed.id`;

/** Notes what is about to change: the rows of "difference" and "removed". The rows of "returned" had been removed before. */
export async function noteChanges(client: pg.Client, about: LoggedImport): Promise<void> {
  await client.query(createNoted);
  const terms = new SourceTerms(client);
  let position = 0;
  const query = { name: 'noting', text: listDifferences, values: [about.layoutId] };
  for await (const rows of fetchBatches(client, query, batchSize)) {
    const notes: Note[] = [];
    for (const row of rows) notes.push(await changeOf(row, about, terms));
    await note(client, position, notes);
    position += rows.length;
  }
}

/** Notes one change alone. */
export async function noteChange(client: pg.Client, change: Note): Promise<void> {
  await client.query(createNoted);
  await note(client, 0, [change]);
}

type Note = Omit<Change, 'version' | 'position' | 'at' | 'fields'> & { fields: FieldChange[] };

async function changeOf(row: Noted, { countryCode, personal }: LoggedImport, terms: SourceTerms): Promise<Note> {
  const { entityId, type, number, previousRun } = row;
  const content = async (prefix: 'old_' | 'new_'): Promise<Content> => {
    const values = Object.fromEntries(stored.map((name) => [name, row[`${prefix}${name}`]])) as unknown as Stored;
    return personal.without(await contentOf(countryCode, values, terms));
  };
  const before = type === 'created' || type === 'restored' ? null : await content('old_');
  const after = type === 'removed' ? null : await content('new_');
  const fields: FieldChange[] = before && after ? differencesOf(before, after) : [['', before, after]];
  return { entityId, type, number, previousRun, canonicalName: (after ?? before)?.canonicalName ?? null, fields };
}

const insertNotes = sql`
  INSERT INTO noted SELECT $1 + place, entity_id, type, number, canonical_name, previous_run, fields
  FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::json[])
    WITH ORDINALITY AS noted (entity_id, type, number, canonical_name, previous_run, fields, place)`;

async function note(client: pg.Client, before: number, notes: readonly Note[]): Promise<void> {
  await client.query(insertNotes, [
    before,
    notes.map(({ entityId }) => entityId),
    notes.map(({ type }) => type),
    notes.map(({ number }) => number),
    notes.map(({ canonicalName }) => canonicalName),
    notes.map(({ previousRun }) => previousRun),
    notes.map(({ fields }) => JSON.stringify(fields)),
  ]);
}

const raiseVersion = sql<Pick<ChangeSet, 'version' | 'epoch'>>`
  UPDATE data_version SET version = version + 1, epoch = gen_random_uuid() RETURNING version, epoch`;

const makeMonth = sql`SELECT make_change_month($1)`;

const changeColumns = 'version, at, position, entity_id, type, number, canonical_name, previous_run, fields';

const insertBaseline = sql`
  INSERT INTO change (${changeColumns}) SELECT $1, $2, 1, NULL, 'baseline', NULL, NULL, NULL, '[]'`;

const insertNoted = sql`INSERT INTO change (${changeColumns}) SELECT $1, $2, noted.* FROM noted ORDER BY position`;

const insertChangeSet = sql`
  INSERT INTO change_set (version, epoch, import_run_id, register_id, country_code, at, reason, size, records)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

interface Publication extends Pick<ChangeSet, 'reason' | 'records'> {
  isBaseline: boolean;
  /** A connection of its own, by which the partition for the month is made: it commits at once, and nobody waits for its lock. */
  side: pg.Client;
  now(): Date;
}

/**
 * Raises the version of the data and publishes the noted changes under it. From here to the commit other imports wait. The moment
 * from which they are served is not known yet: COMMIT sets it, by the trigger of "change_set". Until then there is the present
 * one, which stays with the changes and says in which month they are kept.
 */
export async function publishChanges(
  client: pg.Client,
  { registerId, countryCode, runId }: Pick<LoggedImport, 'registerId' | 'countryCode' | 'runId'>,
  { reason, records, isBaseline, side, now }: Publication,
): Promise<void> {
  const { rows } = await client.query(raiseVersion);
  const { version, epoch } = rows[0] ?? { version: 0, epoch: '' };
  const at = now();
  await side.query(makeMonth, [at]);
  const { rowCount: size } = await client.query(isBaseline ? insertBaseline : insertNoted, [version, at]);
  await client.query(insertChangeSet, [version, epoch, runId, registerId, countryCode, at, reason, size, records]);
}
