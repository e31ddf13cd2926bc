import {
  type Content,
  differencesOf,
  type FieldChange,
  isSame,
  partialContent,
  plain,
  plainValue,
  type Stored,
  sourcePath,
  storedColumns,
} from '../../company/content/content.ts';
import { differingCells } from '../../company/content/differing-cells.ts';
import { type LayoutColumn, sourceFields } from '../../company/content/layout.ts';
import type { Personal } from '../../company/personal/personal.ts';
import type { Change } from '../../database/client.ts';
import { binary, type ValueReader } from '../../database/copy-out.ts';
import { parseLossless } from '../../kernel/lossless-json.ts';
import type { DerivedFields, SourceTerms } from '../../records/index.ts';

/* The changed fields of each record, computed before an import overwrites the old values. */

export const stored = Object.keys(storedColumns) as (keyof Stored)[];

/** These are read as text, because only what differs is parsed. */
type Text = 'registry' | 'sourceCells';
type StoredAsText = Omit<Stored, Text> & Record<Text, string>;
/** Some columns of a record. A record that does not exist has null in them. */
type Side = { [Name in keyof StoredAsText]?: StoredAsText[Name] | null };
/** A change with the columns that differ, all of them on both sides. */
export interface Noted extends Pick<Change, 'entityId' | 'type' | 'number' | 'canonicalName' | 'previousRun'> {
  old: Side;
  now: Side;
}

/** Columns that form one field of the content: all are read if one of them differs. */
export const together: Partial<Record<keyof Stored, readonly (keyof Stored | 'otherNames')[]>> = {
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
const whereDiffering = (value: (name: keyof Stored) => string, columns: typeof together) => (name: keyof Stored) =>
  `(CASE WHEN ${(columns[name] ?? [name]).map((one) => `differs."${one}"`).join(' OR ')} THEN ${value(name)} END)`;
/** Typed fields that are the same on both sides are returned once, because they are long: the old ones are null then. */
export const ofFormer: typeof together = { ...together, registry: ['registry'] };
const about = (table: string) => `${table}.id AS "entityId", ${table}.number, ${table}.canonical_name AS "canonicalName"`;
const isJson = (name: keyof Stored) => name === 'registry' || name === 'sourceCells' || name === 'registrations';
/** JSON is compared by its bytes. A cast to text would copy it twice. */
export const compared = (table: string, name: keyof Stored): string => {
  const column = `${table}.${storedColumns[name]}`;
  return isJson(name) ? `json_send(${column})` : column;
};
/** With another name a record may have other names that differ, unless it has none. */
export const mayHaveOtherNames = (old: string, now: string): string => `${old}.canonical_name <> ${now}.canonical_name
  AND (${old}.other_names_text IS NOT NULL OR ${now}.other_names_text IS NOT NULL)`;
const isDifferent = (name: keyof Stored): string => {
  const now = name === 'layoutId' ? stagedValue(name) : compared('staged', name);
  return `${compared('former', name)} IS DISTINCT FROM ${now} AS "${name}"`;
};
/** What differs between the row "former" and the row "staged". OFFSET makes PostgreSQL compute it only once for each row. */
export const differs = `LATERAL (SELECT ${stored.map(isDifferent).join(', ')},
    ${mayHaveOtherNames('former', 'staged')} AS "otherNames" OFFSET 0) AS differs`;

/** The columns of Noted for a change: see `differs`. */
export const changedValues = `${about('staged')}, 'updated' AS type, former.import_run_id AS "previousRun",
  ${side('old_', whereDiffering(formerValue, ofFormer))}, ${side('new_', whereDiffering(stagedValue, together))}`;
/** The same for a new record. The row "found" has the type. */
export const addedValues = `${about('staged')}, found.type, NULL AS "previousRun",
  ${side('old_', () => 'NULL')}, ${side('new_', stagedValue)}`;
/** The same for a record that is removed. */
export const removedValues = `${about('former')}, 'removed' AS type, former.import_run_id AS "previousRun",
  ${side('old_', formerValue)}, ${side('new_', () => 'NULL')}`;

export const readers: Record<keyof Stored, ValueReader> = {
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

/** Makes each change when it is asked for. */
export function* notedRows(
  rows: Iterable<readonly unknown[]>,
  noted: (row: readonly unknown[]) => Noted = notedOf,
): Generator<Noted> {
  for (const row of rows) yield noted(row);
}

/** A change from the values of a row. */
function notedOf(row: readonly unknown[]): Noted {
  const [entityId, number, canonicalName, type, previousRun] = row as [string, string, string, string, string | null];
  const [old, now]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
  for (const [place, name] of stored.entries()) {
    const before = row[aboutColumns + place];
    const after = row[aboutColumns + stored.length + place];
    // A column that is null on both sides did not change.
    if (before === null && after === null) continue;
    old[name] = before;
    now[name] = after;
  }
  return { entityId, number, canonicalName, type, previousRun, old, now };
}

/** The terms that some changes refer to. */
export function termsIn(rows: readonly Noted[]): { activities: number[]; layouts: number[] } {
  const [activities, layouts] = [new Set<number>(), new Set<number>()];
  for (const { old, now } of rows) {
    for (const { unlicensed, licensed, layoutId } of [old, now]) {
      for (const id of unlicensed ?? []) activities.add(id);
      for (const id of licensed ?? []) activities.add(id);
      if (typeof layoutId === 'number') layouts.add(layoutId);
    }
  }
  return { activities: [...activities], layouts: [...layouts] };
}

interface About {
  countryCode: string;
  personal: Personal;
  derived: DerivedFields;
}

/** The changed fields. The terms must be loaded. */
export function fieldsOf(row: Noted, about: About, terms: SourceTerms): FieldChange[] {
  return row.type === 'updated' ? changedFields(row, about, terms) : [wholeRecord(row, about, terms)];
}

/** A record in which every column is null, or empty if it must not be null. */
const nothing: Side = { ...Object.fromEntries(stored.map((name) => [name, null])), unlicensed: [], licensed: [] };

function wholeRecord({ type, old, now }: Noted, { countryCode, personal }: About, terms: SourceTerms): FieldChange {
  const isGone = type === 'removed';
  const { registry, sourceCells, ...values } = isGone ? old : now;
  const columns = { ...nothing, ...values, registry: parsed(registry ?? '{}'), sourceCells: parsed(sourceCells ?? '{}') };
  const record = { countryCode, ...personal.without(partialContent(columns as Stored, terms)) };
  return ['', isGone ? record : null, isGone ? null : record];
}

/** The fields that differ, in the order of a record. */
function changedFields(row: Noted, { countryCode, personal, derived }: About, terms: SourceTerms): FieldChange[] {
  const { old, now } = row;
  const content = (columns: Partial<Stored>) => personal.without(partialContent(columns, terms));
  const changes: FieldChange[] = [];
  for (const name of plain) if (now[name] !== undefined) changes.push([`/${name}`, plainValue(old[name]), plainValue(now[name])]);
  const fields = registryBetween(old, now, content);
  if (fields && fields.old !== fields.now) changes.push(...differencesOf(fields.old, fields.now));
  changes.push(...sourceChanges(old, now, content, { personal, terms }));
  const { registrations } = now;
  if (registrations !== undefined && !isSame(old.registrations, registrations))
    changes.push(['/registrations', old.registrations, registrations]);
  if (!fields && now.legalForm === undefined) return changes;
  // A name that stays the same is on neither side.
  const sources = ({ canonicalName = row.canonicalName, legalForm }: Side, registry: Partial<Content> | undefined) =>
    ({ countryCode, canonicalName, legalForm, ...registry }) as Partial<Content>;
  changes.push(...derived.differences(sources(old, fields?.old), sources(now, fields?.now)));
  return changes;
}

type Fields = Record<string, unknown>;
const parsed = (text: string) => parseLossless(text) as Fields;

type Contents = (columns: Partial<Stored>) => Partial<Content>;

/** The typed fields of both sides. It is one object if they are the same: with another name, other names may differ. */
function registryBetween(old: Side, now: Side, content: Contents): Record<'old' | 'now', Partial<Content>> | undefined {
  if (!now.registry) return undefined;
  const registry = parsed(now.registry);
  const of = ({ unlicensed, licensed }: Side, fields: Fields) =>
    content({ registry: fields, unlicensed: unlicensed ?? [], licensed: licensed ?? [] });
  const after = of(now, registry);
  const isSameObject = !old.registry && !old.unlicensed;
  return { old: isSameObject ? after : of(old, old.registry ? parsed(old.registry) : registry), now: after };
}

/** The fields of the source that differ. If the columns are the same, only cells that differ are parsed and get their names. */
function sourceChanges(
  old: Side,
  now: Side,
  content: Contents,
  { personal, terms }: { personal: Personal; terms: SourceTerms },
): FieldChange[] {
  const [before, after] = [old.sourceCells, now.sourceCells];
  if (!before || !after) return [];
  const layoutId = now.layoutId ?? 0;
  if (old.layoutId !== layoutId || !before.startsWith('[') || !after.startsWith('['))
    return differencesOf(
      content({ layoutId: old.layoutId ?? 0, sourceCells: parsed(before) }),
      content({ layoutId, sourceCells: parsed(after) }),
    );
  const layout = terms.knownColumns(layoutId);
  const cells = differingCells(before, after);
  return cells.after.flatMap((cell, place): FieldChange[] => {
    const earlier = cells.before[place];
    if (isSame(earlier, cell)) return [];
    const column = layout[cells.first + place] as LayoutColumn;
    if (typeof column === 'string') return personal.isColumn(column) ? [] : [[sourcePath(column), earlier ?? null, cell ?? null]];
    const of = (rows: unknown) => content({ sourceCells: sourceFields([column], [rows]) });
    return differencesOf(of(earlier), of(cell));
  });
}
