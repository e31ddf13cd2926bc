import { readFileSync } from 'node:fs';

/** The inner loops of the search, see wasm/scan.ts. Buckets, fragments, bits and lists are addresses in the shared memory. */
export interface ScanModule {
  find(
    bucket: number,
    fragment: number,
    length: number,
    signed: number,
    rare1: number,
    rare2: number,
    begins: number,
    bits: number,
  ): number;
  shortlist(
    directory: number,
    buckets: number,
    fragment: number,
    signed: number,
    begins: number,
    hasOthers: number,
    list: number,
  ): number;
  all(bucket: number, bits: number): void;
  clear(bucket: number, bits: number): void;
  count(bucket: number, bits: number): number;
  intersect(bucket: number, bits: number, others: number): void;
  unite(bucket: number, bits: number, others: number): void;
  keepRange(bucket: number, bits: number, word: number, shift: number, mask: number, from: number, to: number): void;
  keepMembers(bucket: number, bits: number, word: number, shift: number, mask: number, set: number): void;
  keepActivities(bucket: number, bits: number, wanted: number, size: number, members: number): void;
  keepClass(bucket: number, bits: number, rows: number, mask: number, value: number): void;
  gatherKinds(facts: number, lines: number, cells: number, cellMask: number, words: number, kinds: number, table: number): number;
  keepKinds(bucket: number, bits: number, marked: number, members: number): void;
  countKinds(bucket: number, bits: number, counts: number): void;
  countLines(bucket: number, bits: number, kinds: number, sets: number, years: number, yearCounts: number): void;
  tallyDays(bucket: number, bits: number, firstDay: number, counts: number): void;
  tallyYears(bucket: number, bits: number, table: number, counts: number): void;
  tallyKinds(bucket: number, kinds: number, tallies: number): void;
  countSets(bucket: number, bits: number, counts: number): void;
  tallyActivities(bucket: number, sets: number, licensed: number, merged: number, counts: number): void;
  tallyNace(bucket: number, sets: number, table: number, divisions: number, sections: number): void;
  gatherSets(
    facts: number,
    step: number,
    lines: number,
    packed: number,
    cells: number,
    cellMask: number,
    sets: number,
    activities: number,
  ): number;
  placeWords(from: number, lines: number, words: number, to: number): void;
  sign(bucket: number): void;
  roomForWords(length: number, lines: number): number;
  indexWords(bucket: number, unusual: number, length: number, room: number, counts: number): void;
  forgetWords(bucket: number, counts: number): void;
  keyOfPair(first: number, firstLength: number, second: number, secondLength: number): number;
  lettersOf(at: number, length: number): number;
  writeSimilar(alternative: number, states: number): void;
  wordCount(counts: number, at: number, length: number): number;
  mayHaveWords(bucket: number, words: number, top: number): number;
  readAhead(words: number, list: number, count: number, top: number): void;
  leaveGroup(group: number, rows: number, member: number): void;
  markWords(bucket: number, words: number, within: number, bits: number, levels: number, current: number, top: number): number;
  shortlistWords(directory: number, buckets: number, words: number, hasOthers: number, most: number, list: number): number;
  markOthers(others: number, lines: number, bits: number): void;
  uniteOthers(others: number, lines: number, lineLevels: number, bits: number, levels: number, top: number): void;
  raiseLevels(bucket: number, bits: number, levels: number): void;
  markActive(bucket: number, shift: number, active: number): void;
  addStates(bucket: number, bits: number, levels: number): void;
  tallyLevels(bucket: number, bits: number, levels: number, counts: number, top: number): number;
}

const moduleOf = (kind: 'simd' | 'plain'): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`../wasm/scan.${kind}.wasm`, import.meta.url)));

/** In pages: 4 GB, the most that WebAssembly allows. Only what is used takes memory. */
const maximum = 65_536;

/** Memory that all threads of the search share. */
export const createMemory = (): WebAssembly.Memory => new WebAssembly.Memory({ initial: 1, maximum, shared: true });

/** The loops over a memory; without SIMD if the processor lacks it. */
export function scanModuleOver(memory: WebAssembly.Memory, kind?: 'simd' | 'plain'): ScanModule {
  const simd = moduleOf('simd');
  const chosen = kind === 'plain' || !WebAssembly.validate(simd) ? moduleOf('plain') : simd;
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(chosen), { env: { memory } });
  return exports as unknown as ScanModule;
}
