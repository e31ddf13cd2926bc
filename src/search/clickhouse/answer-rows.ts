import { yearOfDay } from '../../company/facts.ts';
import type { Counted, ValueCounts } from '../counter.ts';
import type { FacetCount, Job } from '../query/query.ts';
import type { IndexState } from './index-state.ts';

/** In bytes, of a row of an answer: facet count, segment, value, matches, documents. */
const answerRow = 29;
/** In bytes, of a row of a list of documents: segment, document, value. */
const documentRow = 22;

/** Columns in which 0 means: no value. */
const canBeMissing = new Set<FacetCount>([
  'day',
  'year',
  'legalForm',
  'unlicensed',
  'licensed',
  'legalFormGroup',
  'legalFormCode',
  'naceDivision',
  'naceSection',
]);

/** The counts of an answer, or undefined if it did not count every document of the index exactly once. */
export function readAnswer(bytes: Buffer, { facetCounts }: Job, { segments, sizes, places }: IndexState): Counted | undefined {
  const counts = new Uint32Array(segments.length);
  const documents = new Uint32Array(segments.length);
  const values = facetCounts.map((facetCount) => ({
    isYear: facetCount === 'year',
    documents: 0,
    found: new Map<number, number>(),
  }));
  for (let at = 0; at + answerRow <= bytes.length; at += answerRow) {
    const value = bytes.readUInt32LE(at + 17);
    const found = bytes.readUInt32LE(at + 21);
    const looked = bytes.readUInt32LE(at + 25);
    const facetCount = values[bytes.readUInt8(at) - 1];
    if (facetCount) {
      // ClickHouse counts days.
      const key = facetCount.isYear && value > 0 ? yearOfDay(value) : value;
      facetCount.found.set(key, (facetCount.found.get(key) ?? 0) + found);
      facetCount.documents += looked;
      continue;
    }
    const place = places.get(bytes.toString('hex', at + 1, at + 17));
    if (place === undefined) continue;
    counts[place] = found;
    documents[place] = looked;
  }
  const total = counts.reduce((sum, count) => sum + count, 0);
  const isWhole =
    sizes.every((size, place) => documents[place] === size) && values.every((facetCount) => facetCount.documents === total);
  return isWhole
    ? { counts, facetCounts: values.map(({ found }, index) => valueCounts(facetCounts[index] as FacetCount, found)) }
    : undefined;
}

/** The counts by segment for each rank, or undefined as above. */
export function readRanks(bytes: Buffer, ranks: number, { segments, sizes, places }: IndexState): Uint32Array[] | undefined {
  const documents = new Uint32Array(segments.length);
  const counts = Array.from({ length: ranks }, () => new Uint32Array(segments.length));
  for (let at = 0; at + answerRow <= bytes.length; at += answerRow) {
    const place = places.get(bytes.toString('hex', at + 1, at + 17));
    if (place === undefined) continue;
    const rank = bytes.readUInt32LE(at + 17);
    const found = bytes.readUInt32LE(at + 21);
    const ofRank = counts[rank - 1];
    if (ofRank) ofRank[place] = found;
    documents[place] = (documents[place] as number) + found;
  }
  return sizes.every((size, place) => documents[place] === size) ? counts : undefined;
}

function valueCounts(facetCount: FacetCount, found: Map<number, number>): ValueCounts {
  const missing = canBeMissing.has(facetCount) ? (found.get(0) ?? 0) : 0;
  const entries = [...found].filter(([value]) => value > 0 || !canBeMissing.has(facetCount));
  if (entries.length === 0) return { base: 1, counts: Uint32Array.of(missing) };
  let base = Number.POSITIVE_INFINITY;
  let last = 0;
  for (const [value] of entries) [base, last] = [Math.min(base, value), Math.max(last, value)];
  const counts = new Uint32Array(last - base + 2);
  counts[0] = missing;
  for (const [value, count] of entries) counts[value - base + 1] = count;
  return { base, counts };
}

/** By segment: the requested documents, each with a value. */
export type ListedDocuments = Map<number, Map<number, number>>;

export function readDocuments(bytes: Buffer, { places }: IndexState): ListedDocuments {
  const documents: ListedDocuments = new Map();
  for (let at = 0; at + documentRow <= bytes.length; at += documentRow) {
    const place = places.get(bytes.toString('hex', at, at + 16)) ?? -1;
    const listed = documents.get(place) ?? new Map();
    documents.set(place, listed.set(bytes.readUInt16LE(at + 16), bytes.readUInt32LE(at + 18)));
  }
  return documents;
}
