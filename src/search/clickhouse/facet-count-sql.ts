import { codeShift, type FormTable } from '../query/classes/legal-forms.ts';
import type { NaceTable } from '../query/classes/nace.ts';
import type { FacetCount, Job, MergedActivity, Range } from '../query/query.ts';
import { clickhouseSql } from './clickhouse.ts';
import { columnName } from './query-sql.ts';

/** A list of activities, each replaced by the one that it is counted as, without duplicates. */
function countedAs(list: string, merged: readonly MergedActivity[]): string {
  if (merged.length === 0) return list;
  const ids = merged.map(({ id }) => id);
  const others = merged.map(({ first }) => first);
  return `arrayDistinct(arrayMap(id -> toUInt32(transform(id, [${ids.join(', ')}], [${others.join(', ')}], id)), ${list}))`;
}

/** The part of the class of a document's legal form. */
function classPart(facetCount: 'legalFormGroup' | 'legalFormCode', { entries }: Pick<FormTable, 'entries'>): string {
  const pairs: [number, number][] = [];
  for (let at = 0; at < entries.length; at += 3) {
    const [country = 0, form = 0, found = 0] = entries.subarray(at, at + 3);
    pairs.push([form * 1_024 + country, facetCount === 'legalFormGroup' ? found & ((1 << codeShift) - 1) : found >> codeShift]);
  }
  return transformed('legal_form * 1024 + country', pairs);
}

/** A number replaced by another one; by 0 if it is not listed. A list of plain numbers is one element of the query. */
function transformed(value: string, pairs: readonly (readonly [number, number | bigint])[]): string {
  const listed = pairs.filter(([, one]) => one > 0);
  if (listed.length === 0) return 'toUInt64(0)';
  const list = (place: 0 | 1) => `CAST([${listed.map((pair) => pair[place]).join(', ')}], 'Array(UInt64)')`;
  return `transform(toUInt64(${value}), ${list(0)}, ${list(1)}, toUInt64(0))`;
}

/** No class is known. */
const none = { id: 0, entries: new Uint32Array() };
const sectionShift = 36n;
const upperDivisions = (1n << 35n) - 1n;

/** The divisions or sections of a document's activities, see search/classes/nace.ts. */
function inNace(facetCount: 'naceDivision' | 'naceSection', { entries }: NaceTable): string {
  const placesIn = (first: number, bitsOf: (lower: bigint, upper: bigint) => bigint) => {
    const pairs = Array.from({ length: entries.length / 5 }, (_, place): [number, bigint] => {
      const [id = 0, a = 0, b = 0, c = 0, d = 0] = entries.subarray(5 * place, 5 * place + 5);
      return [id, bitsOf(BigInt(a) | (BigInt(b) << 32n), BigInt(c) | (BigInt(d) << 32n))];
    });
    const all = `arrayReduce('groupBitOr', arrayMap(id -> ${transformed('id', pairs)}, arrayConcat(unlicensed, licensed)))`;
    return `arrayMap(bit -> toUInt32(${first} + round(log2(bit))), bitmaskToArray(${all}))`;
  };
  if (facetCount === 'naceSection') return placesIn(1, (_, upper) => upper >> sectionShift);
  return `arrayConcat(${placesIn(1, (lower) => lower)}, ${placesIn(65, (_, upper) => upper & upperDivisions)})`;
}

/** The values of a document that may have several. */
function listOf(facetCount: FacetCount, { merged = [], nace = none }: Job): string | undefined {
  if (facetCount === 'unlicensed' || facetCount === 'licensed') return countedAs(facetCount, merged);
  return facetCount === 'naceDivision' || facetCount === 'naceSection' ? inNace(facetCount, nace) : undefined;
}

/** The matches by value, and how many documents were read for them. */
export function facetCountQuery(
  place: number,
  facetCount: Exclude<FacetCount, 'score'>,
  { condition, edition, job }: { condition: string; edition: string; job: Job },
): string {
  const head = `toUInt8(${place}) AS facetCount, toFixedString('', 16) AS segment_id`;
  const rest = `WHERE ${condition} AND segment IN (${segmentsOf(edition)}) GROUP BY value`;
  const values = listOf(facetCount, job);
  const list = values && `emptyArrayToSingle(${values})`;
  if (list)
    return clickhouseSql`SELECT ${head}, value, toUInt32(count()) AS found, toUInt32(countIf(nth = 1)) AS documents
      FROM search_document ARRAY JOIN ${list} AS value, arrayEnumerate(${list}) AS nth ${rest}`;
  const isClass = facetCount === 'legalFormGroup' || facetCount === 'legalFormCode';
  const value = isClass
    ? classPart(facetCount, job.forms ?? none)
    : columnName(facetCount === 'year' ? 'day' : (facetCount as Range['column']));
  return clickhouseSql`SELECT ${head}, toUInt32(${value}) AS value, toUInt32(count()) AS found, toUInt32(count()) AS documents
    FROM search_document ${rest}`;
}

const segmentsOf = (edition: string): string => clickhouseSql`SELECT segment FROM search_edition WHERE edition = '${edition}'`;
