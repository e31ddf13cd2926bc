import { filterRules } from '../../src/company/limits.ts';
import { matchRules } from '../../src/matching/matches/rules.ts';
import { counted, country as countryName, number as plainNumber } from '../format.ts';
import type { Operations } from '../operations.generated.ts';
import type { Answer } from './answers.ts';
import { type Columns, type Field, fields } from './columns.ts';

export type Query = Operations['matchNames']['variables']['input']['queries'][number];

/** One query, which costs one unit, and the rows that ask it. Rows that say the same share one. */
export interface ListQuery {
  rows: number[];
  query: Query;
}

export interface ListQueries {
  listQueries: ListQuery[];
  /** Why a row cannot be asked, by row. It costs nothing. */
  refused: Map<number, string>;
  /** How many cells of each column are left out because they are not valid, and the first such row. */
  ignored: Map<Field, { count: number; first: number }>;
}

export interface ListInput {
  rows: readonly (readonly string[])[];
  columns: Columns;
  /** The country of all rows, if no column has it. */
  country: string | null;
}

export interface ServedCountries {
  /** The code of a country by its code or name. */
  codeOf(text: string): string | undefined;
  served: ReadonlySet<string>;
}

const rules = { ...matchRules.query, number: filterRules.number, lei: filterRules.lei };

/** What a list asks. */
export function listQueriesOf({ rows, columns, country }: ListInput, countries: ServedCountries): ListQueries {
  const listQueries = new Map<string, ListQuery>();
  const refused: ListQueries['refused'] = new Map();
  const ignored: ListQueries['ignored'] = new Map();
  rows.forEach((cells, row) => {
    const query = queryOf(cells, columns, country, countries, (field) => {
      const { count, first } = ignored.get(field) ?? { count: 0, first: row };
      ignored.set(field, { count: count + 1, first });
    });
    if (typeof query === 'string') refused.set(row, query);
    else {
      const key = JSON.stringify(query);
      const known = listQueries.get(key);
      if (known) known.rows.push(row);
      else listQueries.set(key, { rows: [row], query });
    }
  });
  return { listQueries: [...listQueries.values()], refused, ignored };
}

/** Every row of a query gets its answer. */
export const answersOf = ({ rows }: ListQuery, answer: Omit<Answer, 'row'>): Answer[] => rows.map((row) => ({ row, ...answer }));

/** The query of a row, or why there is none. */
function queryOf(
  cells: readonly string[],
  columns: Columns,
  presetCountry: string | null,
  { codeOf, served }: ServedCountries,
  ignore: (field: Field) => void,
): Query | string {
  const cellOf = (field: Field): string => (cells[columns[field] ?? -1] ?? '').trim();
  const typedCountry = cellOf('country');
  const country = typedCountry === '' ? presetCountry : codeOf(typedCountry);
  if (country === undefined) return `“${typedCountry}” is no country that we know.`;
  if (country !== null && !served.has(country)) return `There is no register of ${countryName(country)}.`;
  const query: Partial<Query> = { ...(country !== null && { country }) };
  for (const field of ['number', 'lei', 'legalForm', 'registeredAt', 'postalCode', 'locality'] as const) {
    const value = field === 'registeredAt' ? dayOf(cellOf(field)) : cellOf(field);
    if (value === '') continue;
    if (rules[field].allows(value)) query[field] = value;
    else ignore(field);
  }
  // A number or an LEI decides alone, but a query has a name.
  const name = cellOf('name') || query.lei || (query.country && query.number) || '';
  if (name === '') return `It has no ${fields.name.toLowerCase()}.`;
  if (!rules.name.allows(name)) return `Its name ${rules.name.message}.`;
  return { name, ...query };
}

const two = (digits: string): string => digits.padStart(2, '0');

/** A date as the service reads it. Of `03/04/2020`, which is ambiguous, the year. */
export function dayOf(text: string): string {
  const iso = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?!\d)/.exec(text);
  if (iso) return `${iso[1]}-${two(iso[2] ?? '')}-${two(iso[3] ?? '')}`;
  const [, one = '', sign, other = '', year = ''] = /^(\d{1,2})([-./])(\d{1,2})\2(\d{4})$/.exec(text) ?? [];
  if (year === '') return text;
  if (sign === '.' || one === other || Number(one) > 12) return `${year}-${two(other)}-${two(one)}`;
  return Number(other) > 12 ? `${year}-${two(one)}-${two(other)}` : year;
}

/** What is left out, in sentences. */
export const ignoredSentences = ({ ignored }: Pick<ListQueries, 'ignored'>): string[] =>
  [...ignored].map(
    ([field, { count, first }]) =>
      `${fields[field]}: ${counted(count, 'cell')} left out, the first in row ${plainNumber(first + 1)}, because it ` +
      `${rules[field as keyof typeof rules].message}.`,
  );
