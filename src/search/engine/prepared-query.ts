import { columns, licensedBit } from '../../company/facts.ts';
import { separator } from '../../company/search-text.ts';
import type { ScanModule } from '../memory/scan-module.ts';
import { needleGap, type Scratch } from '../memory/scratch.ts';
import { completeQuery, type Needle, type NumberNeedle, type Query, type Range } from '../query/query.ts';
import { ProgramWriter, weightFor } from '../query/words/program.ts';
import type { Snapshot } from '../segments/snapshot.ts';

/** A needle in the shared memory. */
export interface PlacedNeedle {
  at: number;
  length: number;
  /** How many of its bytes are in the signatures: their pieces never contain a line end. */
  signed: number;
  /** The offsets of its two rarest bytes: the loops compare these first. */
  rare: [number, number];
  begins: 0 | 1 | 2;
}

export interface PlacedNumber extends PlacedNeedle {
  country: number | undefined;
}

/** An interpretation that has more than words: what else its documents must have. */
export interface PlacedMore {
  /** The addresses at which its interpretations expect the address of the field. */
  withins: number[];
  /** The field of bits for the documents that have all of this. */
  field: number;
  pieces: PlacedNeedle[];
  number: PlacedNeedle | undefined;
}

/** Typed words in the shared memory, see words/program.ts. */
export interface PlacedWords {
  at: number;
  /** Whether an interpretation has words alone. */
  hasPlain: boolean;
  more: PlacedMore[];
}

/** A query whose needles and sets are in the shared memory. */
export interface PreparedQuery extends Query {
  needle: PlacedNeedle | undefined;
  meantNeedles: PlacedNumber[];
  numberNeedles: PlacedNumber[] | undefined;
  program: PlacedWords | undefined;
  /** Its ranges, of values of documents and of values of kinds. */
  documentRanges: Range[];
  kindRanges: Range[];
  /** Whether it has a condition on kinds. */
  hasKinds: boolean;
  slot: Scratch['slots'][number];
}

const lineEnd = 10;
const beginnings = { anywhere: 0, word: 1, document: 2 } as const;

/** Where a query is prepared. */
export interface PreparationPlace {
  slot: Scratch['slots'][number];
  scratch: Scratch;
  snapshot: Snapshot;
  scan: ScanModule;
  memory: { bytes: Uint8Array; words: Uint32Array };
}

/** Writes what a query searches for into a slot of the scratch memory. */
export function prepareQuery(
  query: Query,
  { slot, scratch, snapshot, scan, memory: { bytes: memory, words } }: PreparationPlace,
): PreparedQuery {
  const { extent, frequencies } = snapshot;
  let at = slot.needles;
  const place = ({ bytes, begins }: Needle): PlacedNeedle => {
    memory.set(bytes, at);
    const signed = bytes.at(-1) === lineEnd ? bytes.length - 1 : bytes.length;
    const rare = rarestOf(bytes, frequencies);
    const placed = { at, length: bytes.length, signed, rare, begins: beginnings[begins ?? 'anywhere'] };
    at += bytes.length + needleGap;
    return placed;
  };
  const placeNumber = ({ bytes, country }: NumberNeedle): PlacedNumber => ({ ...place({ bytes }), country });
  // One byte for each activity, then one for each licensed one. Those that no record has are left out: there is no room for them.
  const placeSet = (ids: readonly number[] | undefined, at: number) => {
    if (!ids) return;
    const size = extent.activity + 1;
    memory.fill(0, at, at + 2 * size);
    for (const id of ids) {
      const number = id & (licensedBit - 1);
      if (number < size) memory[at + number + (id >= licensedBit ? size : 0)] = 1;
    }
  };
  placeSet(query.activities, slot.activities);
  placeSet(query.nace, slot.nace);
  if (query.runs) {
    memory.fill(0, slot.runs, slot.runs + extent.run + 1);
    for (const run of query.runs) memory[slot.runs + run] = 1;
  }
  if (query.countries) {
    memory.fill(0, slot.countries, slot.countries + columns.country.mask + 1);
    for (const country of query.countries) memory[slot.countries + country] = 1;
  }
  const placeWords = (): PlacedWords | undefined => {
    if (!query.words) return undefined;
    const { wordCounts } = snapshot;
    const weightOf = (at: number, length: number) => weightFor(extent.documents, scan.wordCount(wordCounts, at, length));
    const keyOfPair = (...texts: [number, number, number, number]) => scan.keyOfPair(...texts) >>> 0;
    const writer = new ProgramWriter({
      slot,
      scratch,
      weightOf,
      keyOfPair,
      lettersOf: scan.lettersOf,
      writeSimilar: (alternative) => scan.writeSimilar(alternative, scratch.states),
      memory: { bytes: memory, words },
    });
    const { typed, isFuzzy, meant } = query.words;
    const { at: program, interpretations } = writer.write(typed, isFuzzy, meant);
    const fields = Map.groupBy(interpretations, ({ field }) => field);
    const more = [...fields].flatMap(([field, some]): PlacedMore[] => {
      const [first] = some;
      if (field === undefined || !first) return [];
      const pieces = first.pieces.map((piece) => place({ bytes: Buffer.from(piece) }));
      const number = first.number === undefined ? undefined : place({ bytes: Buffer.from(separator + first.number) });
      return [{ withins: some.map(({ within }) => within), field, pieces, number }];
    });
    return { at: program, hasPlain: fields.has(undefined), more };
  };
  const { fragment, meant, numbers, ranges, countries, runs, form } = query;
  const kindRanges = ranges.filter(({ column }) => columns[column].of === 'kind');
  return {
    ...completeQuery(query),
    documentRanges: ranges.filter(({ column }) => columns[column].of === 'document'),
    kindRanges,
    hasKinds: kindRanges.length > 0 || countries !== undefined || runs !== undefined || form !== undefined,
    needle: fragment && place(fragment),
    meantNeedles: (meant ?? []).map(placeNumber),
    numberNeedles: numbers?.map(placeNumber),
    program: placeWords(),
    slot,
  };
}

function rarestOf(bytes: Uint8Array, frequencies: Uint32Array): [number, number] {
  const frequency = (place: number) => frequencies[bytes[place] ?? 0] ?? 0;
  const [first = 0, second = 0] = [...bytes.keys()].sort((a, b) => frequency(a) - frequency(b));
  return [first, second];
}
