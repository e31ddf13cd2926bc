import type { Change } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import { parseLossless } from '../../kernel/lossless-json.ts';
import { differencesOf, isSame, partialContent, type Stored, storedColumns, storedValue } from '../data/content.ts';
import { differingCells } from '../data/differing-cells.ts';
import type { Personal } from '../data/personal.ts';
import { type LayoutColumn, type SourceTerms, sourceFields } from '../data/source-terms.ts';

/* What an import changes of each record, while the old values are still there. */

const stored = Object.keys(storedColumns) as (keyof Stored)[];

/** Cells come as text, for only some of them are parsed. */
type Read = Omit<Stored, 'sourceCells'> & { sourceCells: string };
/** The columns in which the two sides of a change are the same are null on both. */
type Side<Prefix extends string> = { [Name in keyof Read as `${Prefix}${Name}`]: Read[Name] | null };
export type Noted = Pick<Change, 'entityId' | 'type' | 'number' | 'canonicalName' | 'previousRun'> & Side<'old_'> & Side<'new_'>;

/** Columns that make one field of the content: they are read where one of them differs. */
const together: Partial<Record<keyof Stored, readonly (keyof Stored)[]>> = {
  unlicensed: ['registry', 'unlicensed', 'licensed'],
  licensed: ['registry', 'unlicensed', 'licensed'],
  layoutId: ['layoutId', 'sourceCells'],
  sourceCells: ['layoutId', 'sourceCells'],
};
const stagedValue = (name: keyof Stored) => (name === 'layoutId' ? '$1::int' : storedValue('staged', name));
const side = (prefix: 'old_' | 'new_', value: (name: keyof Stored) => string) =>
  stored.map((name) => `${value(name)}${name === 'sourceCells' ? '::text' : ''} AS "${prefix}${name}"`).join(', ');
const whereDiffering = (value: (name: keyof Stored) => string) => (name: keyof Stored) =>
  `(CASE WHEN ${(together[name] ?? [name]).map((one) => `differs."${one}"`).join(' OR ')} THEN ${value(name)} END)`;
const entityValue = (name: keyof Stored) => storedValue('entity', name);
/** JSON is compared as text. */
const compared = (table: string, name: keyof Stored) =>
  `${table}.${storedColumns[name]}${name === 'registry' || name === 'sourceCells' || name === 'registrations' ? '::text' : ''}`;
/** Made once for each row, because of OFFSET. */
const differs = `LATERAL (SELECT ${stored
  .map((name) => {
    const now = name === 'layoutId' ? stagedValue(name) : compared('staged', name);
    return `${compared('entity', name)} IS DISTINCT FROM ${now} AS "${name}"`;
  })
  .join(', ')} OFFSET 0) AS differs`;

/** The rows of "difference" and "removed", with what differs. $1 is the layout of the staged rows. */
export const listDifferences = sql<Noted>`SELECT staged.id AS "entityId", staged.number, staged.canonical_name AS "canonicalName",
    CASE WHEN NOT is_new THEN 'updated' WHEN returned.id IS NULL THEN 'created' ELSE 'restored' END AS type,
    entity.import_run_id AS "previousRun",
    ${side('old_', whereDiffering(entityValue))}, ${side('new_', whereDiffering(stagedValue))}
  FROM difference JOIN staged USING (id)
    LEFT JOIN entity ON entity.id = staged.id LEFT JOIN returned ON returned.id = staged.id, ${differs}
  UNION ALL
  SELECT entity.id, entity.number, entity.canonical_name, 'removed', entity.import_run_id,
    ${side('old_', entityValue)}, ${side('new_', () => 'NULL')}
  FROM removed JOIN entity ON entity.id = removed.id`;

/** The terms that some changes refer to. */
export function termsIn(rows: readonly Noted[]): { activities: number[]; layouts: number[] } {
  const activities = rows.flatMap(({ old_unlicensed, old_licensed, new_unlicensed, new_licensed }) =>
    [old_unlicensed, old_licensed, new_unlicensed, new_licensed].flatMap((ids) => ids ?? []),
  );
  const layouts = rows.flatMap(({ old_layoutId, new_layoutId }) => [old_layoutId, new_layoutId].flatMap((id) => id ?? []));
  return { activities: [...new Set(activities)], layouts: [...new Set(layouts)] };
}

interface About {
  countryCode: string;
  personal: Personal;
}

/** What differs, as JSON. The terms must be known. */
export function fieldsOf(row: Noted, { countryCode, personal }: About, terms: SourceTerms): string {
  const content = (values: Partial<Stored>) => personal.without(partialContent(values, terms));
  if (row.type === 'updated') {
    const { old, now } = differingColumns(row, terms);
    return JSON.stringify(differencesOf(content(old), content(now)));
  }
  const isGone = row.type === 'removed';
  const { sourceCells: text = '{}', ...values } = sideOf(row, isGone ? 'old_' : 'new_');
  const sourceCells = parseLossless(text) as Stored['sourceCells'];
  const record = { countryCode, ...content({ ...nothing, ...values, sourceCells }) };
  return JSON.stringify([['', isGone ? record : null, isGone ? null : record]]);
}

const namesOf = (prefix: 'old_' | 'new_') => stored.map((name) => [name, `${prefix}${name}`] as const);
/** Made once: names that are put together for each value of each record take longer than the values. */
const names = { old_: namesOf('old_'), new_: namesOf('new_') };
/** A record in which every column is null, or empty where that must not be. */
const nothing: Partial<Stored> = { ...Object.fromEntries(stored.map((name) => [name, null])), unlicensed: [], licensed: [] };

/** The columns of one side that are not null. */
function sideOf(row: Noted, prefix: 'old_' | 'new_'): Partial<Read> {
  const values: Record<string, unknown> = {};
  for (const [name, column] of names[prefix]) if (row[column] !== null) values[name] = row[column];
  return values;
}

/** Both sides of an update, with the columns that differ: null on both sides stands for one that does not. */
function differingColumns(row: Noted, terms: SourceTerms): { old: Partial<Stored>; now: Partial<Stored> } {
  const { sourceCells: before, ...old }: Partial<Read> = sideOf(row, 'old_');
  const { sourceCells: after, ...now }: Partial<Read> = sideOf(row, 'new_');
  for (const name of Object.keys(old) as (keyof typeof old)[]) now[name] ??= null as never;
  for (const name of Object.keys(now) as (keyof typeof now)[]) old[name] ??= null as never;
  if (before === undefined || after === undefined) return { old, now };
  const cells =
    old.layoutId === now.layoutId && before.startsWith('[') && after.startsWith('[')
      ? fieldsBetween(before, after, terms.knownColumns(now.layoutId ?? 0))
      : { old: parseLossless(before) as Stored['sourceCells'], now: parseLossless(after) as Stored['sourceCells'] };
  return { old: Object.assign(old, { sourceCells: cells.old }), now: Object.assign(now, { sourceCells: cells.now }) };
}

/** Of cells under the same columns, only those that differ are given their names: most of a row stays as it was. */
function fieldsBetween(before: string, after: string, layout: readonly LayoutColumn[]) {
  const cells = differingCells(before, after);
  const places = cells.after.flatMap((cell, place) => (isSame(cells.before[place], cell) ? [] : [place]));
  const columns = places.map((place) => layout[cells.first + place] as LayoutColumn);
  const fields = (some: readonly unknown[]) =>
    sourceFields(
      columns,
      places.map((place) => some[place]),
    );
  return { old: fields(cells.before), now: fields(cells.after) };
}
