import type { Change } from '../../database/client.ts';
import { binary, type ValueReader } from '../../database/copy-out.ts';
import { parseLossless } from '../../kernel/lossless-json.ts';
import { differencesOf, isSame, partialContent, type Stored, storedColumns } from '../data/content.ts';
import type { DerivedFields } from '../data/derived-fields.ts';
import { differingCells } from '../data/differing-cells.ts';
import type { Personal } from '../data/personal.ts';
import { type LayoutColumn, type SourceTerms, sourceFields } from '../data/source-terms.ts';

/* The changed fields of each record, computed before an import overwrites the old values. */

const stored = Object.keys(storedColumns) as (keyof Stored)[];

/** These are read as text, because only what differs is parsed. */
type Text = 'registry' | 'sourceCells';
type Read = Omit<Stored, Text> & Record<Text, string>;
/** A change with the columns of both sides that are not null. A column that is the same on both sides is in neither. */
export interface Noted extends Pick<Change, 'entityId' | 'type' | 'number' | 'canonicalName' | 'previousRun'> {
  old: Partial<Read>;
  now: Partial<Read>;
}

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
const stagedValue = (name: keyof Stored) => (name === 'layoutId' ? '$1::int' : `staged.${storedColumns[name]}`);
const formerValue = (name: keyof Stored) => `former.${storedColumns[name]}`;
const side = (prefix: 'old_' | 'new_', value: (name: keyof Stored) => string) =>
  stored.map((name) => `${value(name)} AS "${prefix}${name}"`).join(', ');
const whereDiffering = (value: (name: keyof Stored) => string) => (name: keyof Stored) =>
  `(CASE WHEN ${(together[name] ?? [name]).map((one) => `differs."${one}"`).join(' OR ')} THEN ${value(name)} END)`;
const about = (table: string) => `${table}.id AS "entityId", ${table}.number, ${table}.canonical_name AS "canonicalName"`;
const isJson = (name: keyof Stored) => name === 'registry' || name === 'sourceCells' || name === 'registrations';
/** JSON is compared as text. */
const compared = (table: string, name: keyof Stored) => `${table}.${storedColumns[name]}${isJson(name) ? '::text' : ''}`;
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
/** The same for a new record. The row "found" has the type. */
export const addedValues = `${about('staged')}, found.type, NULL AS "previousRun",
  ${side('old_', () => 'NULL')}, ${side('new_', stagedValue)}`;
/** The same for a record that is removed. */
export const removedValues = `${about('former')}, 'removed' AS type, former.import_run_id AS "previousRun",
  ${side('old_', formerValue)}, ${side('new_', () => 'NULL')}`;

const readers: Record<keyof Stored, ValueReader> = {
  canonicalName: binary.text,
  status: binary.text,
  legalForm: binary.text,
  registeredAt: binary.day,
  endedAt: binary.day,
  endKind: binary.text,
  legalFormLabel: binary.text,
  unlicensed: binary.integers,
  licensed: binary.integers,
  layoutId: binary.integer,
  registry: binary.text,
  sourceCells: binary.text,
  registrations: (...place) => parseLossless(binary.text(...place)),
};
const sideReaders = stored.map((name) => readers[name]);
const { text, uuid } = binary;
/** Read these columns. */
export const notedReaders: readonly ValueReader[] = [uuid, text, text, text, uuid, ...sideReaders, ...sideReaders];
/** Before the columns of both sides. */
const aboutColumns = 5;

/** A change from the values of a row. */
export function notedOf(row: readonly unknown[]): Noted {
  const [entityId, number, canonicalName, type, previousRun] = row as [string, string, string, string, string | null];
  const [old, now] = [sideAt(row, aboutColumns), sideAt(row, aboutColumns + stored.length)];
  return { entityId, number, canonicalName, type, previousRun, old, now };
}

function sideAt(row: readonly unknown[], first: number): Partial<Read> {
  const side: Record<string, unknown> = {};
  for (let place = 0; place < stored.length; place++) {
    const value = row[first + place];
    if (value !== null) side[stored[place] as string] = value;
  }
  return side;
}

/** The terms that some changes refer to. */
export function termsIn(rows: readonly Noted[]): { activities: number[]; layouts: number[] } {
  const [activities, layouts] = [new Set<number>(), new Set<number>()];
  for (const { old, now } of rows) {
    for (const { unlicensed = [], licensed = [], layoutId } of [old, now]) {
      for (const id of [...unlicensed, ...licensed]) activities.add(id);
      if (layoutId !== undefined) layouts.add(layoutId);
    }
  }
  return { activities: [...activities], layouts: [...layouts] };
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
  const { sourceCells: cells = '{}', registry: fields = '{}', ...values } = row[isGone ? 'old' : 'now'];
  const sourceCells = parseLossless(cells) as Stored['sourceCells'];
  const registry = parseLossless(fields) as Stored['registry'];
  const record = { countryCode, ...content({ ...nothing, ...values, registry, sourceCells }) };
  return JSON.stringify([['', isGone ? record : null, isGone ? null : record]]);
}

/** A record in which every column is null, or empty if it must not be null. */
const nothing: Partial<Stored> = { ...Object.fromEntries(stored.map((name) => [name, null])), unlicensed: [], licensed: [] };

/** Both sides of an update, with the columns that differ. A column that is null on both sides did not change. */
function differingColumns(row: Noted, terms: SourceTerms): { old: Partial<Stored>; now: Partial<Stored> } {
  const { registry: oldFields, sourceCells: before, ...old } = row.old;
  const { registry: fields, sourceCells: after, ...now } = row.now;
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
