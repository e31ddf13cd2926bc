import type { Change } from '../../database/client.ts';
import { parseLossless } from '../../kernel/lossless-json.ts';
import { differencesOf, isSame, partialContent, type Stored, storedColumns, storedValue } from '../data/content.ts';
import type { DerivedFields } from '../data/derived-fields.ts';
import { differingCells } from '../data/differing-cells.ts';
import type { Personal } from '../data/personal.ts';
import { type LayoutColumn, type SourceTerms, sourceFields } from '../data/source-terms.ts';

/* The changed fields of each record, computed before an import overwrites the old values. */

const stored = Object.keys(storedColumns) as (keyof Stored)[];

/** These are read as text, because only what differs is parsed. */
const texts = ['registry', 'sourceCells'] as const satisfies (keyof Stored)[];
const isText = (name: keyof Stored): boolean => (texts as readonly string[]).includes(name);
type Read = Omit<Stored, (typeof texts)[number]> & Record<(typeof texts)[number], string>;
/** A column that is the same on both sides of a change is null on both. */
type Side<Prefix extends string> = { [Name in keyof Read as `${Prefix}${Name}`]: Read[Name] | null };
export type Noted = Pick<Change, 'entityId' | 'type' | 'number' | 'canonicalName' | 'previousRun'> & Side<'old_'> & Side<'new_'>;

/** Columns that form one field of the content: all are read if one of them differs. */
const together: Partial<Record<keyof Stored, readonly (keyof Stored | 'otherNames')[]>> = {
  unlicensed: ['registry', 'unlicensed', 'licensed'],
  licensed: ['registry', 'unlicensed', 'licensed'],
  // The other names follow from it and from the name. The activities are part of it.
  registry: ['registry', 'unlicensed', 'licensed', 'otherNames'],
  layoutId: ['layoutId', 'sourceCells'],
  sourceCells: ['layoutId', 'sourceCells'],
};
/** $1 is the layout of the staged rows. */
const stagedValue = (name: keyof Stored) => (name === 'layoutId' ? '$1::int' : storedValue('staged', name));
const formerValue = (name: keyof Stored) => storedValue('former', name);
const side = (prefix: 'old_' | 'new_', value: (name: keyof Stored) => string) =>
  stored.map((name) => `${value(name)}${isText(name) ? '::text' : ''} AS "${prefix}${name}"`).join(', ');
const whereDiffering = (value: (name: keyof Stored) => string) => (name: keyof Stored) =>
  `(CASE WHEN ${(together[name] ?? [name]).map((one) => `differs."${one}"`).join(' OR ')} THEN ${value(name)} END)`;
const about = (table: string) => `${table}.id AS "entityId", ${table}.number, ${table}.canonical_name AS "canonicalName"`;
/** JSON is compared as text. */
const compared = (table: string, name: keyof Stored) =>
  `${table}.${storedColumns[name]}${isText(name) || name === 'registrations' ? '::text' : ''}`;
/**
 * With another name a record may have other names that differ, unless it has none. Records that were imported by an older build
 * may have some that are not in the index yet, see the migration.
 */
const mayHaveOtherNames = `(former.other_names_text IS NOT NULL OR staged.other_names_text IS NOT NULL
  OR NOT EXISTS (SELECT FROM _prisma_migrations WHERE migration_name = '20261116101501_other_names_indexed'))`;
const isDifferent = (name: keyof Stored): string => {
  const now = name === 'layoutId' ? stagedValue(name) : compared('staged', name);
  return `${compared('former', name)} IS DISTINCT FROM ${now} AS "${name}"`;
};
/** What differs between the row "former" and the row "staged". OFFSET makes PostgreSQL compute it only once for each row. */
export const differs = `LATERAL (SELECT ${stored.map(isDifferent).join(', ')},
    former.canonical_name <> staged.canonical_name AND ${mayHaveOtherNames} AS "otherNames" OFFSET 0) AS differs`;

/** The columns of Noted for a change: see `differs`. */
export const changedValues = `${about('staged')}, 'updated' AS type, former.import_run_id AS "previousRun",
  ${side('old_', whereDiffering(formerValue))}, ${side('new_', whereDiffering(stagedValue))}`;
/** The same for a new record. The row "difference" has the type. */
export const addedValues = `${about('staged')}, difference.type, NULL AS "previousRun",
  ${side('old_', () => 'NULL')}, ${side('new_', stagedValue)}`;
/** The same for a record that is removed. */
export const removedValues = `${about('former')}, 'removed' AS type, former.import_run_id AS "previousRun",
  ${side('old_', formerValue)}, ${side('new_', () => 'NULL')}`;

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
  derived: DerivedFields;
}

/** The changed fields as JSON. The terms must be loaded. */
export function fieldsOf(row: Noted, { countryCode, personal, derived }: About, terms: SourceTerms): string {
  const content = (values: Partial<Stored>) => personal.without(partialContent(values, terms));
  if (row.type === 'updated') {
    const { old, now } = differingColumns(row, terms);
    const before = content(old);
    const after = content(now);
    // A name that stays the same is in neither.
    const unchanged = { countryCode, canonicalName: row.canonicalName ?? '' };
    const following = derived.differences({ ...unchanged, ...before }, { ...unchanged, ...after });
    return JSON.stringify([...differencesOf(before, after), ...following]);
  }
  const isGone = row.type === 'removed';
  const { sourceCells: cells = '{}', registry: fields = '{}', ...values } = sideOf(row, isGone ? 'old_' : 'new_');
  const sourceCells = parseLossless(cells) as Stored['sourceCells'];
  const registry = parseLossless(fields) as Stored['registry'];
  const record = { countryCode, ...content({ ...nothing, ...values, registry, sourceCells }) };
  return JSON.stringify([['', isGone ? record : null, isGone ? null : record]]);
}

const namesOf = (prefix: 'old_' | 'new_') => stored.map((name) => [name, `${prefix}${name}`] as const);
/** Built once, because building the names for each value of each record would take longer than the values. */
const names = { old_: namesOf('old_'), new_: namesOf('new_') };
/** A record in which every column is null, or empty if it must not be null. */
const nothing: Partial<Stored> = { ...Object.fromEntries(stored.map((name) => [name, null])), unlicensed: [], licensed: [] };

/** The columns of one side that are not null. */
function sideOf(row: Noted, prefix: 'old_' | 'new_'): Partial<Read> {
  const values: Record<string, unknown> = {};
  for (const [name, column] of names[prefix]) if (row[column] !== null) values[name] = row[column];
  return values;
}

/** Both sides of an update, with the columns that differ. A column that is null on both sides did not change. */
function differingColumns(row: Noted, terms: SourceTerms): { old: Partial<Stored>; now: Partial<Stored> } {
  const { registry: oldFields, sourceCells: before, ...old } = sideOf(row, 'old_');
  const { registry: fields, sourceCells: after, ...now } = sideOf(row, 'new_');
  for (const name of Object.keys(old) as (keyof typeof old)[]) now[name] ??= null as never;
  for (const name of Object.keys(now) as (keyof typeof now)[]) old[name] ??= null as never;
  const sides: Record<'old' | 'now', Partial<Stored>> = { old, now };
  if (oldFields !== undefined && fields !== undefined) {
    sides.now.registry = parseLossless(fields) as Stored['registry'];
    sides.old.registry = oldFields === fields ? sides.now.registry : (parseLossless(oldFields) as Stored['registry']);
  }
  if (before === undefined || after === undefined) return sides;
  const cells =
    old.layoutId === now.layoutId && before.startsWith('[') && after.startsWith('[')
      ? fieldsBetween(before, after, terms.knownColumns(now.layoutId ?? 0))
      : { old: parseLossless(before) as Stored['sourceCells'], now: parseLossless(after) as Stored['sourceCells'] };
  sides.old.sourceCells = cells.old;
  sides.now.sourceCells = cells.now;
  return sides;
}

/** If the columns are the same, only cells that differ get their names, because most cells of a row stay the same. */
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
