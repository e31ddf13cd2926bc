import type { MatchQuery } from '../../types.ts';
import type { Table } from '../csv.ts';
import { UsageError } from '../shell.ts';
import { nearest } from '../text.ts';

/** What a column can say of a company. */
export const matchFields = ['name', 'country', 'number', 'lei', 'legalForm', 'registeredAt', 'postalCode', 'locality'] as const;
type Field = (typeof matchFields)[number];

/** Headings that mean a field, besides its own name. */
const otherHeadings: Record<string, Field> = {
  company: 'name',
  companyname: 'name',
  firma: 'name',
  countrycode: 'country',
  companynumber: 'number',
  registrationnumber: 'number',
  postcode: 'postalCode',
  zip: 'postalCode',
  town: 'locality',
  city: 'locality',
};

const bare = (heading: string): string => heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The place of each field among the headings: as `chosen` says (`name=Firma,country=Land`), or else by the headings. */
export function columnsOf(headings: readonly string[], chosen: string | undefined): Map<Field, number> {
  const places = new Map<Field, number>();
  for (const pair of chosen === undefined ? [] : chosen.split(',')) {
    const [field = '', heading = ''] = pair.split(/=(.*)/s).map((part) => part.trim());
    const known = matchFields.find((one) => bare(one) === bare(field));
    if (!known) throw new UsageError(`--columns: there is no field ${field}. The fields are ${matchFields.join(', ')}.`);
    const place = headings.findIndex((one) => bare(one) === bare(heading));
    if (place < 0) {
      const like = nearest(heading, headings);
      throw new UsageError(
        `--columns: the file has no column ${heading}.${like ? ` Did you mean ${like}?` : ''} It has ${headings.join(', ')}.`,
      );
    }
    places.set(known, place);
  }
  const taken = new Set(places.values());
  headings.forEach((heading, place) => {
    const field = matchFields.find((one) => bare(one) === bare(heading)) ?? otherHeadings[bare(heading)];
    if (field && !places.has(field) && !taken.has(place)) places.set(field, place);
  });
  if (!places.has('name') && !places.has('lei') && !(places.has('number') && places.has('country')))
    throw new UsageError(
      `No column has names. Say which one does: --columns "name=${headings[0]}". The file has ${headings.join(', ')}.`,
    );
  return places;
}

/** One query, which costs one unit, and the rows that ask it. Rows that say the same share a query. */
export interface ListQuery {
  rows: number[];
  query: MatchQuery;
}

export function listQueriesOf({ rows }: Pick<Table, 'rows'>, columns: ReadonlyMap<Field, number>, country?: string): ListQuery[] {
  const listQueries = new Map<string, ListQuery>();
  rows.forEach((cells, row) => {
    const said = Object.fromEntries(
      matchFields.flatMap((field) => {
        const text = (cells[columns.get(field) ?? -1] ?? '').trim();
        return text === '' ? [] : [[field, field === 'country' ? codeOf(text) : text]];
      }),
    ) as Partial<Record<Field, string>>;
    // A number or an LEI decides alone, but a query has a name.
    const name = said.name ?? said.lei ?? said.number;
    if (name === undefined) return;
    const query: MatchQuery = { ...(country && { country }), ...said, name };
    const key = JSON.stringify(query);
    const known = listQueries.get(key);
    if (known) known.rows.push(row);
    else listQueries.set(key, { rows: [row], query });
  });
  return [...listQueries.values()];
}

let codes: Map<string, string> | undefined;

/** The code of a country by its code or its English name. Another text stays: the service says what is wrong with it. */
function codeOf(text: string): string {
  if (/^[a-z]{2}$/i.test(text)) return text.toUpperCase() === 'UK' ? 'GB' : text.toUpperCase();
  if (!codes) {
    const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const all = letters.flatMap((one) => letters.map((other) => one + other));
    codes = new Map(all.toReversed().map((code) => [bare(names.of(code) ?? ''), code]));
  }
  return codes.get(bare(text)) ?? text;
}
