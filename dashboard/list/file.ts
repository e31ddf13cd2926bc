import { csv } from '../usage/csv.ts';
import { type Entity, type Summary, states } from './answers.ts';
import type { List } from './store.ts';

/** What the file may have of a record besides what it always has. */
export const extraFields = {
  status: 'Status',
  legalForm: 'Legal form',
  legalFormCode: 'Code of the legal form',
  legalFormGroup: 'Group of the legal form',
  registeredAt: 'Registered on',
  numberScheme: 'Scheme of the number',
} as const satisfies Partial<Record<keyof Entity, string>>;
export type ExtraField = keyof typeof extraFields;

type Found = NonNullable<Summary['found']>;

/** Columns that every file has. */
const always: Record<string, (found: Found) => string | number | null> = {
  id: ({ entity }) => entity.id,
  name: ({ entity }) => entity.canonicalName,
  number: ({ entity }) => entity.number,
  country: ({ entity }) => entity.countryCode,
  score: ({ score }) => score,
  matched_name: ({ matchedName }) => matchedName.name,
};

/** The columns of the list as they were, and what was found. Spreadsheets need the mark at its beginning to read it as UTF-8. */
export function fileOf(
  list: Pick<List, 'headings' | 'rows' | 'delimiter'>,
  summaries: readonly (Summary | undefined)[],
  extra: readonly ExtraField[],
): string {
  const columns = { ...always, ...Object.fromEntries(extra.map((field) => [field, ({ entity }: Found) => entity[field]])) };
  const head = [...list.headings, ...['state', ...Object.keys(columns)].map((name) => `match_${name}`)];
  const rows = list.rows.map((cells, row) => {
    const { state = 'waiting', found } = summaries[row] ?? {};
    return [...cells, state, ...Object.values(columns).map((of) => (found ? of(found) : null))];
  });
  return `\uFEFF${csv([head, ...rows], list.delimiter === ';' ? ';' : ',')}`;
}

export const stateTitle = (summary: Summary | undefined): string => states[summary?.state ?? 'waiting'];
