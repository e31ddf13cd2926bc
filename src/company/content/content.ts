import type { Entity } from '../../database/client.ts';
import { type ActivityTerm, sourceFields, type Terms } from './layout.ts';

/** What the source says about a record, as it is served: without the id and what the import adds (updatedAt, provenance). */
export interface Content {
  countryCode: string;
  canonicalName: string;
  status: string;
  legalForm: string | null;
  registeredAt: string | null;
  endedAt: string | null;
  endKind: string | null;
  legalFormLabel: string | null;
  registry: Record<string, unknown>;
  sourceData: Record<string, unknown>;
  registrations: unknown;
}

/** The database columns that the content is made of, by their names in Stored. */
export const storedColumns = {
  canonicalName: 'canonical_name',
  status: 'status',
  legalForm: 'legal_form',
  registeredAt: 'registered_at',
  endedAt: 'ended_at',
  endKind: 'end_kind',
  legalFormLabel: 'legal_form_label',
  unlicensed: 'unlicensed',
  licensed: 'licensed',
  layoutId: 'layout_id',
  registry: 'registry',
  sourceCells: 'source_cells',
  registrations: 'registrations',
} as const satisfies Partial<Record<keyof Entity, string>>;

/** The values of these columns. A record of a JSON file is stored as the original object. */
export type Stored = Omit<Pick<Entity, keyof typeof storedColumns>, 'registry' | 'sourceCells' | 'registrations'> & {
  registry: Record<string, unknown>;
  sourceCells: readonly unknown[] | Record<string, unknown>;
  registrations: unknown;
};

/** A column of a row, as SQL that returns a value of Stored: a day is the moment at which it begins in UTC. */
export const storedValue = (table: string, name: keyof Stored): string => {
  const column = `${table}.${storedColumns[name]}`;
  return name === 'registeredAt' || name === 'endedAt' ? `${column}::timestamp AT TIME ZONE 'UTC'` : column;
};

/** All columns of a record that its content is made of, as SQL. */
export const contentColumns = (Object.keys(storedColumns) as (keyof Stored)[])
  .map((name) => `${storedValue('entity', name)} AS "${name}"`)
  .join(', ');

export const registryOf = (registry: object, unlicensed: readonly ActivityTerm[], licensed: readonly ActivityTerm[]) =>
  ({ ...registry, activities: { unlicensed, licensed } }) as Content['registry'];

/** A column that is a field by itself. A date is a day. */
export const plainValue = (value: unknown): unknown => (value instanceof Date ? value.toISOString().slice(0, 10) : value);

export async function contentOf(countryCode: string, stored: Stored, terms: Terms): Promise<Content> {
  const { unlicensed, licensed, layoutId, sourceCells } = stored;
  await terms.learn({ activities: [...unlicensed, ...licensed], layouts: Array.isArray(sourceCells) ? [layoutId] : [] });
  return { countryCode, ...partialContent(stored, terms) } as Content;
}

/** Fields that are one column each. */
export const plain = ['canonicalName', 'status', 'legalForm', 'registeredAt', 'endedAt', 'endKind', 'legalFormLabel'] as const;

/** What some columns make of the content. Columns that make one field must all be there, and the terms in them be known. */
export function partialContent(stored: Partial<Stored>, terms: Terms): Partial<Content> {
  const content: Record<string, unknown> = {};
  for (const name of plain) {
    const value = stored[name];
    if (value !== undefined) content[name] = plainValue(value);
  }
  const { registry, unlicensed = [], licensed = [], layoutId = 0, sourceCells, registrations } = stored;
  if (registry) content['registry'] = registryOf(registry, terms.knownActivities(unlicensed), terms.knownActivities(licensed));
  if (sourceCells)
    content['sourceData'] = Array.isArray(sourceCells) ? sourceFields(terms.knownColumns(layoutId), sourceCells) : sourceCells;
  if (registrations !== undefined) content['registrations'] = registrations;
  return content;
}

/** A field by its JSON pointer (RFC 6901), with its value before and after. The empty pointer is the whole record. */
export type FieldChange = readonly [path: string, before: unknown, after: unknown];

const escaped = (key: string): string => (/[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key);
export const sourcePath = (column: string): string => `/sourceData/${escaped(column)}`;

/** Whether two values have the same JSON. Most values are the same, and finding that by their JSON would take longer. */
export const isSame = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string'
    ? one === other
    : isAlike(one, other) || JSON.stringify(one) === JSON.stringify(other);

function isAlike(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((item, place) => isAlike(item, other[place]));
  if (!isPlainObject(one) || !isPlainObject(other)) return false;
  return haveSameFields(one, other) && Object.keys(one).every((name) => isAlike(one[name], other[name]));
}

type Fields = Content['registry'];
/** Neither a list nor a date nor a raw number. */
const isPlainObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** In the same order, too. */
function haveSameFields(one: Fields, other: Fields): boolean {
  const names = Object.keys(one);
  const others = Object.keys(other);
  return names.length === others.length && names.every((name, place) => name === others[place]);
}

/**
 * The differences between two contents. `registry` and `sourceData` are compared field by field. If their fields or the order of
 * their fields differ, the whole object is returned: this way a copy has every byte, and a missing field differs from null.
 */
export function differencesOf(before: Partial<Content>, after: Partial<Content>): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const name of Object.keys(after) as (keyof Content)[]) {
    const [old, now] = [before[name], after[name]];
    if ((name === 'registry' || name === 'sourceData') && haveSameFields(old as Fields, now as Fields)) {
      for (const [key, value] of Object.entries(now as Fields)) {
        const earlier = (old as Fields)[key];
        if (!isSame(earlier, value)) changes.push([`/${name}/${escaped(key)}`, earlier, value]);
      }
    } else if (!isSame(old, now)) {
      changes.push([`/${name}`, old, now]);
    }
  }
  return changes;
}

/** The derived fields in the log of changes. They follow from other fields, so a content does not have them. */
export const derivedPaths = ['/legalFormCode', '/legalFormGroup', '/otherNames', '/address', '/identifiers'] as const;
export type DerivedPath = (typeof derivedPaths)[number];
export const isDerived = (path: string): path is DerivedPath => derivedPaths.includes(path as DerivedPath);

/** The content as it was before a change. */
export function before(content: Content | undefined, changes: readonly FieldChange[]): Content | undefined {
  let state = content;
  for (const [path, old] of changes) {
    if (path === '') state = (old as Content | null) ?? undefined;
    else if (state && !isDerived(path)) state = withField(state, path, old);
  }
  return state;
}

/** The names in a JSON pointer, after an empty one. */
export const namesOf = (path: string): string[] =>
  path.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The value at the path of a change. */
export function fieldAt(content: Content, path: string): unknown {
  const [, name, key] = namesOf(path);
  if (name === undefined) return content;
  return key === undefined ? content[name as keyof Content] : content[name as 'registry' | 'sourceData'][key];
}

function withField(content: Content, path: string, value: unknown): Content {
  const [, name = '', key] = namesOf(path);
  if (key === undefined) return { ...content, [name]: value };
  const fields = Object.entries(content[name as 'registry' | 'sourceData']);
  return { ...content, [name]: Object.fromEntries(fields.map(([one, old]) => [one, one === key ? value : old])) };
}
