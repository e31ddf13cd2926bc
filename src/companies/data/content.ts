import type { Entity } from '../../database/client.ts';
import { type ActivityTerm, type SourceTerms, sourceFields } from './source-terms.ts';

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

/** The database columns that the content is made of. */
export interface Stored
  extends Pick<
    Entity,
    | 'canonicalName'
    | 'status'
    | 'legalForm'
    | 'legalFormLabel'
    | 'registeredAt'
    | 'endedAt'
    | 'endKind'
    | 'unlicensed'
    | 'licensed'
    | 'layoutId'
  > {
  registry: Record<string, unknown>;
  /** A record of a JSON file is stored as the original object. */
  sourceCells: readonly unknown[] | Record<string, unknown>;
  registrations: unknown;
}

/** The database column of each field of Stored. */
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
} as const satisfies Record<keyof Stored, string>;

/** A column of a row, as SQL that returns a value of Stored: a day is the moment at which it begins in UTC. */
export const storedValue = (table: string, name: keyof Stored): string => {
  const column = `${table}.${storedColumns[name]}`;
  return name === 'registeredAt' || name === 'endedAt' ? `${column}::timestamp AT TIME ZONE 'UTC'` : column;
};

/** All columns of a record that its content is made of, as SQL. */
export const contentColumns = (Object.keys(storedColumns) as (keyof Stored)[])
  .map((name) => `${storedValue('entity', name)} AS "${name}"`)
  .join(', ');

export const registryOf = (registry: object, unlicensed: readonly ActivityTerm[], licensed: readonly ActivityTerm[]) => ({
  ...registry,
  activities: { unlicensed, licensed },
});

const dayOf = (moment: Date | null): string | null => moment?.toISOString().slice(0, 10) ?? null;

export async function contentOf(countryCode: string, stored: Stored, terms: SourceTerms): Promise<Content> {
  const { canonicalName, status, legalForm, registeredAt, registrations } = stored;
  return {
    countryCode,
    canonicalName,
    status,
    legalForm,
    registeredAt: dayOf(registeredAt),
    endedAt: dayOf(stored.endedAt),
    endKind: stored.endKind,
    legalFormLabel: stored.legalFormLabel,
    registry: registryOf(stored.registry, await terms.activities(stored.unlicensed), await terms.activities(stored.licensed)),
    sourceData: await sourceDataOf(stored, terms),
    registrations,
  };
}

async function sourceDataOf({ layoutId, sourceCells }: Stored, terms: SourceTerms): Promise<Record<string, unknown>> {
  if (!Array.isArray(sourceCells)) return sourceCells as Record<string, unknown>;
  return sourceFields(await terms.columns(layoutId), sourceCells);
}

/** A field by its JSON pointer (RFC 6901), with its value before and after. The empty pointer is the whole record. */
export type FieldChange = readonly [path: string, before: unknown, after: unknown];

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
export const isSame = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other);

/** In the same order, too. */
function haveSameFields(one: object, other: object): boolean {
  const names = Object.keys(one);
  const others = Object.keys(other);
  return names.length === others.length && names.every((name, place) => name === others[place]);
}

/**
 * The differences between two contents. `registry` and `sourceData` are compared field by field. If their fields or the order of
 * their fields differ, the whole object is returned: this way a copy has every byte, and a missing field differs from null.
 */
export function differencesOf(before: Content, after: Content): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const name of Object.keys(after) as (keyof Content)[]) {
    if ((name === 'registry' || name === 'sourceData') && haveSameFields(before[name], after[name])) {
      for (const [key, value] of Object.entries(after[name]))
        if (!isSame(before[name][key], value)) changes.push([`/${name}/${escaped(key)}`, before[name][key], value]);
    } else if (!isSame(before[name], after[name])) {
      changes.push([`/${name}`, before[name], after[name]]);
    }
  }
  return changes;
}

/** The content as it was before a change. */
export function before(content: Content | undefined, changes: readonly FieldChange[]): Content | undefined {
  let state = content;
  for (const [path, old] of changes) {
    if (path === '') state = (old as Content | null) ?? undefined;
    else if (state) state = withField(state, path, old);
  }
  return state;
}

const namesOf = (path: string): string[] => path.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

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
