import { yearOfDay } from '../../company/facts.ts';
import { type Counted, sum, type ValueCounts } from '../counter.ts';
import type { FacetCount, Job } from '../query/query.ts';
import type { IndexState } from './index-state.ts';

/** A row of an answer: facet count, segment, value, matches, documents. */
const answerRowBytes = 29;
/** A row of a list of documents: segment, document, value. */
const documentRowBytes = 22;

/** Columns in which 0 means a value, and not that there is none. */
const zeroIsValue = new Set<FacetCount>(['status', 'country', 'run', 'score']);

function* answerRows(bytes: Buffer, { places }: IndexState) {
  for (let at = 0; at + answerRowBytes <= bytes.length; at += answerRowBytes)
    yield {
      facetCount: bytes.readUInt8(at),
      /** Undefined for a segment of another edition. */
      place: places.get(bytes.toString('hex', at + 1, at + 17)),
      value: bytes.readUInt32LE(at + 17),
      found: bytes.readUInt32LE(at + 21),
      documents: bytes.readUInt32LE(at + 25),
    };
}

/** The counts of an answer, or undefined if it did not count every document of the index exactly once. */
export function readAnswer(bytes: Buffer, { facetCounts }: Job, state: IndexState): Counted | undefined {
  const counts = new Uint32Array(state.segments.length);
  const read = new Uint32Array(state.segments.length);
  const byValue = facetCounts.map((facetCount) => ({ facetCount, documents: 0, found: new Map<number, number>() }));
  for (const { facetCount, place, value, found, documents } of answerRows(bytes, state)) {
    const own = byValue[facetCount - 1];
    if (own) {
      // ClickHouse counts days.
      const key = own.facetCount === 'year' && value > 0 ? yearOfDay(value) : value;
      own.found.set(key, (own.found.get(key) ?? 0) + found);
      own.documents += documents;
    } else if (place !== undefined) {
      counts[place] = found;
      read[place] = documents;
    }
  }
  const total = sum(counts);
  const isWhole = state.sizes.every((size, place) => read[place] === size) && byValue.every((one) => one.documents === total);
  return isWhole ? { counts, facetCounts: byValue.map(({ facetCount, found }) => valueCounts(facetCount, found)) } : undefined;
}

/** The counts by segment for each rank, or undefined as above. */
export function readRanks(bytes: Buffer, ranks: number, state: IndexState): Uint32Array[] | undefined {
  const read = new Uint32Array(state.segments.length);
  const counts = Array.from({ length: ranks }, () => new Uint32Array(state.segments.length));
  for (const { place, value: rank, found } of answerRows(bytes, state)) {
    if (place === undefined) continue;
    const ofRank = counts[rank - 1];
    if (ofRank) ofRank[place] = found;
    (read[place] as number) += found;
  }
  return state.sizes.every((size, place) => read[place] === size) ? counts : undefined;
}

function valueCounts(facetCount: FacetCount, found: Map<number, number>): ValueCounts {
  const isValue = zeroIsValue.has(facetCount);
  const missing = isValue ? 0 : (found.get(0) ?? 0);
  const values = [...found.keys()].filter((value) => value > 0 || isValue).sort((one, other) => one - other);
  const [base = 1] = values;
  const counts = new Uint32Array((values.at(-1) ?? 0) - base + 2);
  counts[0] = missing;
  for (const value of values) counts[value - base + 1] = found.get(value) ?? 0;
  return { base, counts };
}

/** By segment: the requested documents, each with a value. */
export type ListedDocuments = Map<number, Map<number, number>>;

export function readDocuments(bytes: Buffer, { places }: IndexState): ListedDocuments {
  const documents: ListedDocuments = new Map();
  for (let at = 0; at + documentRowBytes <= bytes.length; at += documentRowBytes) {
    const place = places.get(bytes.toString('hex', at, at + 16)) ?? -1;
    const listed = documents.get(place) ?? new Map();
    documents.set(place, listed.set(bytes.readUInt16LE(at + 16), bytes.readUInt32LE(at + 18)));
  }
  return documents;
}
