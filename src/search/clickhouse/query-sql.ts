import { licensedBit } from '../../company/facts.ts';
import { separator } from '../../company/search-text.ts';
import { formsOf, type WantedClass } from '../query/classes/legal-forms.ts';
import type { Needle, NumberNeedle, Query, Range } from '../query/query.ts';
import { type Interpretation, interpretationsOf, type Term } from '../query/words/interpretations.ts';
import { bytesOf, clickhouseSql } from './clickhouse.ts';

const columnNames: Record<Range['column'], string> = {
  day: 'day',
  status: 'status',
  country: 'country',
  legalForm: 'legal_form',
  run: 'run',
  postalStart: 'postal_start',
  postalRest: 'postal_rest',
  localityHigh: 'locality_high',
  localityLow: 'locality_low',
};
export const columnName = (column: Range['column']): string => columnNames[column];

const lineEnd = 10;

const occurs = (text: string, bytes: Uint8Array): string => `position(${text}, ${bytesOf(bytes)}) > 0`;
const contains = (bytes: Uint8Array): string => occurs('text', bytes);

/** The character before a word: no letter and no digit, as in `isInWord` of search/wasm/segment.ts. */
const beforeWord = '[^a-z0-9\u00aa\u00b5\u00ba\u00c0-\u1fff\u2080-\u{10ffff}]';
const escaped = (text: string): string => text.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`);

function found({ bytes, begins }: Needle): string {
  if (begins === 'document') return contains(Buffer.concat([Buffer.from('\n'), bytes]));
  if (begins !== 'word') return contains(bytes);
  return `match(text, ${bytesOf(Buffer.from(beforeWord + escaped(Buffer.from(bytes).toString())))})`;
}

const inList = (column: string, values: readonly number[]): string =>
  values.length > 0 ? `${column} IN (${values.join(', ')})` : '0';

function hasActivity(ids: readonly number[]): string {
  const among = (column: string, some: readonly number[]) => `arrayExists(id -> ${inList('id', some)}, ${column})`;
  const licensed = ids.filter((id) => id >= licensedBit).map((id) => id - licensedBit);
  const unlicensed = ids.filter((id) => id < licensedBit);
  return [
    ...(licensed.length > 0 ? [among('licensed', licensed)] : []),
    ...(unlicensed.length > 0 ? [among('unlicensed', unlicensed)] : []),
  ].join(' OR ');
}

const hasNumber = ({ bytes, country }: NumberNeedle): string =>
  country === undefined ? contains(bytes) : `(country = ${country} AND ${contains(bytes)})`;

/** Up to so many numbers are searched for one by one, which reads the text without taking it apart. */
const maxSearched = 60;

/** Whether a document has one of the numbers. Many are a set for each country, in which the parts of the text are looked up. */
function hasNumbers(numbers: readonly NumberNeedle[]): string {
  if (numbers.length <= maxSearched) return numbers.map(hasNumber).join(' OR ') || '0';
  const parts = `splitByChar(${bytesOf(Buffer.from(separator))}, text)`;
  // A number that ends the document has the line end in its part.
  const partOf = ({ bytes }: NumberNeedle) => bytesOf(bytes.subarray(1, bytes.at(-1) === lineEnd ? undefined : -1));
  return [...Map.groupBy(numbers, ({ country }) => country)]
    .map(([country, some]) => {
      const found = `arrayExists(part -> part IN (${some.map(partOf).join(', ')}), ${parts})`;
      return country === undefined ? found : `(country = ${country} AND ${found})`;
    })
    .join(' OR ');
}

const hasClass = (wanted: WantedClass): string =>
  formsOf(wanted)
    .map(([country, form]) => `(country = ${country} AND legal_form = ${form})`)
    .join(' OR ') || '0';

/** The words of the current name, with blanks around them: as its text shows them, unless they are unusual. */
const nameText = `substring(text, 2, position(text, ${bytesOf(Buffer.from(separator))}) - 2)`;
const spacedName = `replaceAll(${nameText}, '&', ' & ')`;
const betweenWords = bytesOf(Buffer.from(`${beforeWord.replace('[^', '[^&')}+`));
const shownWords = `concat(' ', replaceRegexpAll(${spacedName}, ${betweenWords}, ' '), ' ')`;
const nameWords = `if(unusual = '', ${shownWords}, unusual)`;

const has = (text: string, piece: string): string => occurs(text, Buffer.from(piece));

/** Neighbouring words, of which only the last one can be a beginning. */
function hasTerm({ elements }: Term, words: string): string {
  const [only, ...more] = elements;
  if (more.length === 0) return `(${only?.map(({ text, isWhole }) => has(words, ` ${text}${isWhole ? ' ' : ''}`)).join(' OR ')})`;
  const texts = elements.map(([one]) => one?.text).join(' ');
  return has(words, ` ${texts}${elements.at(-1)?.[0]?.isWhole ? ' ' : ''}`);
}

/** Whether a name matches an interpretation, see search/words/interpretations.ts. The number is that of the record. */
function matchesInterpretation({ terms, pieces, number }: Interpretation, words: string, name: string): string {
  const conditions = [
    ...terms.map((term) => hasTerm(term, words)),
    ...pieces.map((piece) => has(name, piece)),
    ...(number === undefined ? [] : [has('text', separator + number)]),
  ];
  return `(${conditions.join(' AND ') || '1'})`;
}

/** Whether the current name, or another one if it may, matches the fragment or the words. */
function named({ fragment, words, hasOtherNames }: Query): string[] {
  const interpretations = words ? interpretationsOf(words.typed, false, words.meant) : [];
  const inName = (name: string, ofName: string) =>
    interpretations.map((one) => matchesInterpretation(one, ofName, name)).join(' OR ');
  const other = fragment ? occurs('name', fragment.bytes) : inName('name', 'words');
  return [
    fragment ? found(fragment) : inName('text', nameWords),
    ...(hasOtherNames ? [`arrayExists((name, words) -> ${other}, other_names, other_words)`] : []),
  ];
}

const isBetween = ({ column, from, to }: Range): string => `${columnName(column)} BETWEEN ${from} AND ${to}`;

/** A condition for the documents that match a query. Texts are written as bytes, everything else as numbers. */
export function conditionOf(query: Query): string {
  const { fragment, words, meant = [], numbers, ranges, countries, anyOf, runs, activities, nace, form } = query;
  const conditions = [
    ...(fragment || words ? [[...named(query), ...meant.map(hasNumber)].join(' OR ')] : []),
    ...(numbers ? [hasNumbers(numbers)] : []),
    ...ranges.map(isBetween),
    ...(anyOf ? [anyOf.map((some) => `(${some.map(isBetween).join(' AND ')})`).join(' OR ') || '0'] : []),
    ...(countries ? [inList('country', countries)] : []),
    ...(runs ? [inList('run', runs)] : []),
    ...(activities ? [hasActivity(activities) || '0'] : []),
    ...(nace ? [hasActivity(nace) || '0'] : []),
    ...(form ? [hasClass(form)] : []),
  ];
  return conditions.map((condition) => `(${condition})`).join(' AND ') || '1';
}

/** The matches in each segment, and its number of documents. Segments of other editions are included. */
export const countQuery = (condition: string): string => clickhouseSql`
  SELECT toUInt8(0) AS facetCount, segment AS segment_id, toUInt32(0) AS value, toUInt32(countIf(${condition})) AS found,
    toUInt32(count()) AS documents
  FROM search_document GROUP BY segment`;

/** The number of the first query that a document matches, starting at 1; 0 if it matches none. */
export const rankOf = (queries: readonly Query[]): string =>
  `multiIf(${queries.map((query, index) => `${conditionOf(query)}, ${index + 1}`).join(', ')}, 0)`;

/** The same by rank. */
export const rankQuery = (rank: string): string => clickhouseSql`
  SELECT toUInt8(0) AS facetCount, segment AS segment_id, toUInt32(${rank}) AS value, toUInt32(count()) AS found,
    toUInt32(count()) AS documents
  FROM search_document GROUP BY segment, value`;
