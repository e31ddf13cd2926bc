import { columns, manyActivities, packActivities } from '../../src/company/facts.ts';
import { separator } from '../../src/company/search-text.ts';
import { unusualWords } from '../../src/company/words.ts';
import { Matcher } from '../../src/search/engine/matcher.ts';
import { entrySize } from '../../src/search/layout/layout.generated.ts';
import { Allocator } from '../../src/search/memory/allocator.ts';
import { loadTargetIn } from '../../src/search/memory/load-target.ts';
import { createMemory, scanModuleOver } from '../../src/search/memory/scan-module.ts';
import { scratchAt } from '../../src/search/memory/scratch.ts';
import { emptyExtent, mergedExtent } from '../../src/search/query/extent.ts';
import type { Needle } from '../../src/search/query/query.ts';
import { loadSegment } from '../../src/search/segments/load-segment.ts';

export interface Document {
  name: string;
  number: string;
  day: number;
  status: number;
  country: number;
  legalForm: number;
  run: number;
  unlicensed: number[];
  licensed: number[];
  others?: string[];
  /** The key of the address. */
  postalStart: number;
  postalRest: number;
  localityHigh: number;
  localityLow: number;
}

export const firstDay = 700_000;
export const plainDocument: Document = {
  name: '',
  number: '',
  day: 0,
  status: 0,
  country: 0,
  legalForm: 0,
  run: 0,
  unlicensed: [],
  licensed: [],
  postalStart: 0,
  postalRest: 0,
  localityHigh: 0,
  localityLow: 0,
};

/** Whether a fragment stands in a text where it must. Of what the alphabets have, these are letters and digits. */
export function occurs(text: string, q: string, begins: Needle['begins']): boolean {
  if (begins === 'document') return text.startsWith(q);
  for (let at = text.indexOf(q); at >= 0; at = text.indexOf(q, at + 1))
    if (!begins || at === 0 || !/[\da-zяждა-ჰ漢字]|\p{Surrogate}/u.test(text.charAt(at - 1))) return true;
  return false;
}

export const textOf = ({ name, number }: Document) => name + separator + number;

/** A document for each document of a segment, unless all are empty. */
function column(documents: string[][]): Buffer {
  const filled = documents.map((fields) => (fields.some((field) => field !== '') ? fields.join(separator) : ''));
  return Buffer.from(filled.every((fields) => fields === '') ? '' : filled.map((fields) => `${fields}\n`).join(''));
}

function pack(documents: Document[]) {
  const facts = Buffer.alloc(12 * documents.length);
  for (const [index, { day, status, country, legalForm, run, unlicensed, licensed }] of documents.entries()) {
    const count = Math.min(manyActivities, unlicensed.length + licensed.length);
    facts.writeUInt32BE((day | (status << columns.status.shift) | (count << 25)) >>> 0, 12 * index);
    facts.writeUInt32BE((country | (legalForm << columns.legalForm.shift)) >>> 0, 12 * index + 4);
    facts.writeUInt32BE(run, 12 * index + 8);
  }
  const addresses = Buffer.alloc(12 * documents.length);
  for (const [index, { postalStart, postalRest, localityHigh, localityLow }] of documents.entries()) {
    addresses.writeUInt32BE(postalStart, 12 * index);
    addresses.writeUInt16BE(postalRest, 12 * index + 4);
    addresses.writeUInt16BE(localityHigh, 12 * index + 6);
    addresses.writeUInt32BE(localityLow, 12 * index + 8);
  }
  return {
    addresses: addresses.some((byte) => byte > 0) ? addresses : Buffer.alloc(0),
    texts: Buffer.from(documents.map((one) => `${textOf(one)}\n`).join('')),
    facts,
    activities: Buffer.concat(documents.map(({ unlicensed, licensed }) => packActivities(unlicensed, licensed))),
    otherNames: column(documents.map(({ others = [] }) => others)),
    words: column(documents.map(({ name, others = [] }) => [name, ...others].map(unusualWords))),
  };
}

/** Gives all room back for the next matcher. */
class EmptiedAllocator extends Allocator {
  readonly #taken = new Map<number, number>();

  override allocate(size: number): number {
    const at = super.allocate(size);
    this.#taken.set(at, size);
    return at;
  }

  override free(at: number, size: number): void {
    this.#taken.delete(at);
    super.free(at, size);
  }

  freeAll(): void {
    for (const [at, size] of this.#taken) this.free(at, size);
  }
}

/** A matcher over segments of these documents, in a memory that has seen other things before. */
export function matcherOf(segments: Document[][], kind: 'simd' | 'plain'): Matcher {
  const { memory, scan, allocator } = modules[kind];
  allocator.freeAll();
  const target = loadTargetIn(memory, scan, { allocator });
  const placed = segments.map((documents) => loadSegment(target, pack(documents)));
  const extent = placed.reduce((sum, one) => mergedExtent(sum, one.extent), { ...emptyExtent, segments: placed.length });
  // The values of an empty segment still have their counts.
  const days = { firstDay: Math.min(firstDay, extent.firstDay), lastDay: Math.max(firstDay + 3, extent.lastDay) };
  const whole = { ...extent, ...days, legalForm: 3, run: 3, activity: 5 };
  const directory = allocator.allocate(entrySize * placed.length);
  const words = new Uint32Array(memory.buffer, directory, (entrySize / 4) * placed.length);
  for (const [index, { entry }] of placed.entries()) words.set(entry, (entrySize / 4) * index);
  const scratch = allocator.allocate(scratchAt(0, whole).size);
  const snapshot = {
    version: '1',
    directory,
    segments: placed.map((_, index) => String(index)),
    extent: whole,
    runTimes: [],
    wordCounts: target.indexer.counts,
    frequencies: Uint32Array.from({ length: 256 }, (_, byte) => (byte * 7) % 31),
    scratches: [scratch],
    memoryBytes: allocator.size,
  };
  return new Matcher(scan, memory, snapshot, 0);
}
const modules = {
  simd: withMemory('simd'),
  plain: withMemory('plain'),
};
function withMemory(kind: 'simd' | 'plain') {
  const memory = createMemory();
  return { memory, scan: scanModuleOver(memory, kind), allocator: new EmptiedAllocator(memory) };
}
