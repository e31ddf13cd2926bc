import type pg from 'pg';
import type { Change, ChangeSet } from '../../database/client.ts';
import { CopyIn } from '../../database/copy-in.ts';
import { fetchBatches } from '../../database/cursor.ts';
import { sql } from '../../database/sql.ts';
import { contentOf, differencesOf, type FieldChange, isSame, type Stored, storedColumns, storedValue } from '../data/content.ts';
import type { Personal } from '../data/personal.ts';
import { type LayoutColumn, SourceTerms, sourceFields } from '../data/source-terms.ts';

/*
 * The log of changes, which the import writes in its own transaction. Changes are noted in a temporary table while the old values
 * are still there. At the end the import updates the row of "data_version", which locks it until the commit, and publishes the
 * notes under the new version. So versions are in the order of commits, and whoever sees a version sees all before it.
 */

/** So many records are compared at a time. */
const batchSize = 2_000;
const stored = Object.keys(storedColumns) as (keyof Stored)[];

/** The columns in which the two sides of a change are the same are null on both. */
type Side<Prefix extends string> = { [Name in keyof Stored as `${Prefix}${Name}`]: Stored[Name] | null };
type Noted = Pick<Change, 'entityId' | 'type' | 'number' | 'canonicalName' | 'previousRun'> & Side<'old_'> & Side<'new_'>;

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

/** Columns that make one field of the content: they are read where one of them differs. */
const together: Partial<Record<keyof Stored, readonly (keyof Stored)[]>> = {
  unlicensed: ['registry', 'unlicensed', 'licensed'],
  licensed: ['registry', 'unlicensed', 'licensed'],
  layoutId: ['layoutId', 'sourceCells'],
  sourceCells: ['layoutId', 'sourceCells'],
};
const stagedValue = (name: keyof Stored) => (name === 'layoutId' ? '$1::int' : storedValue('staged', name));
const side = (prefix: 'old_' | 'new_', value: (name: keyof Stored) => string) =>
  stored.map((name) => `${value(name)} AS "${prefix}${name}"`).join(', ');
const whereDiffering = (value: (name: keyof Stored) => string) => (name: keyof Stored) =>
  `CASE WHEN ${(together[name] ?? [name]).map((one) => `differs."${one}"`).join(' OR ')} THEN ${value(name)} END`;
const entityValue = (name: keyof Stored) => storedValue('entity', name);
/** JSON is compared as text; made once for each row, because of OFFSET. */
const differs = `LATERAL (SELECT ${stored
  .map((name) => `${entityValue(name)}::text IS DISTINCT FROM ${stagedValue(name)}::text AS "${name}"`)
  .join(', ')} OFFSET 0) AS differs`;

const createNoted = sql`CREATE TEMPORARY TABLE noted (
    position INTEGER, entity_id UUID, type TEXT, number TEXT, canonical_name TEXT, previous_run UUID, fields JSON
  ) ON COMMIT DROP`;

const listDifferences = sql<Noted>`SELECT staged.id AS "entityId", staged.number, staged.canonical_name AS "canonicalName",
    CASE WHEN NOT is_new THEN 'updated' WHEN returned.id IS NULL THEN 'created' ELSE 'restored' END AS type,
    entity.import_run_id AS "previousRun",
    ${side('old_', whereDiffering(entityValue))}, ${side('new_', whereDiffering(stagedValue))}
  FROM difference JOIN staged USING (id)
    LEFT JOIN entity ON entity.id = staged.id LEFT JOIN returned ON returned.id = staged.id, ${differs}
  UNION ALL
  SELECT entity.id, entity.number, entity.canonical_name, 'removed', entity.import_run_id,
    ${side('old_', entityValue)}, ${side('new_', () => 'NULL')}
  FROM removed JOIN entity ON entity.id = removed.id`;

/** Notes what is about to change: the rows of "difference" and "removed". The rows of "returned" had been removed before. */
export async function noteChanges(client: pg.Client, about: LoggedImport): Promise<void> {
  await client.query(createNoted);
  const terms = new SourceTerms(client);
  let position = 0;
  const query = { name: 'noting', text: listDifferences, values: [about.layoutId] };
  for await (const rows of fetchBatches(client, query, batchSize)) {
    const notes: Note[] = [];
    for (const row of rows) notes.push({ row, position: ++position, json: await fieldsOf(row, about, terms) });
    await write(client, notes);
  }
}

/** Notes one change alone. */
export async function noteChange(
  client: pg.Client,
  { fields, ...row }: Note['row'] & { fields: readonly FieldChange[] },
): Promise<void> {
  await client.query(createNoted);
  await write(client, [{ row, position: 1, json: JSON.stringify(fields) }]);
}

/** What differs, as JSON. */
async function fieldsOf(row: Noted, { countryCode, personal }: LoggedImport, terms: SourceTerms): Promise<string> {
  const [old, now] = [sideOf(row, 'old_'), sideOf(row, 'new_')];
  const content = async (values: Stored) => personal.without(await contentOf(countryCode, values, terms));
  if (row.type === 'updated') await keepDifferingCells(old, now, terms);
  const before = row.type === 'created' || row.type === 'restored' ? null : await content(old);
  const after = row.type === 'removed' ? null : await content(now);
  return JSON.stringify(before && after ? differencesOf(before, after) : [['', before, after]]);
}

const namesOf = (prefix: 'old_' | 'new_') => stored.map((name) => [name, `${prefix}${name}`] as const);
/** Made once: names that are put together for each value of each record take longer than the values. */
const names = { old_: namesOf('old_'), new_: namesOf('new_') };

/** Of what is the same on both sides, both have nothing. */
function sideOf(row: Noted, prefix: 'old_' | 'new_'): Stored {
  const values: Record<string, unknown> = {};
  for (const [name, column] of names[prefix]) values[name] = row[column];
  values['unlicensed'] ??= [];
  values['licensed'] ??= [];
  values['sourceCells'] ??= {};
  return values as unknown as Stored;
}

/** Of cells under the same columns, only those that differ are given their names: most of a row stays as it was. */
async function keepDifferingCells(old: Stored, now: Stored, terms: SourceTerms): Promise<void> {
  const [before, after] = [old.sourceCells, now.sourceCells];
  if (old.layoutId !== now.layoutId || !Array.isArray(before) || !Array.isArray(after)) return;
  const layout = await terms.columns(now.layoutId);
  const places = layout.flatMap((_, place) => (isSame(before[place], after[place]) ? [] : [place]));
  const differing = (cells: readonly unknown[]) =>
    sourceFields(
      places.map((place) => layout[place] as LayoutColumn),
      places.map((place) => cells[place]),
    );
  old.sourceCells = differing(before);
  now.sourceCells = differing(after);
}

interface Note {
  row: Pick<Noted, 'entityId' | 'type' | 'number' | 'canonicalName' | 'previousRun'>;
  position: number;
  /** What differs. */
  json: string;
}

async function write(client: pg.Client, notes: readonly Note[]): Promise<void> {
  const copy = new CopyIn(client, 'noted');
  for (const { row, position, json } of notes) {
    const texts = [row.type, row.number, row.canonicalName];
    const sent = copy.begin(
      7,
      texts.reduce((sum, text) => sum + (text?.length ?? 0), json.length),
    );
    copy.values.integer(position);
    copy.values.uuid(row.entityId);
    for (const text of texts) copy.values.text(text);
    copy.values.uuid(row.previousRun);
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
