import { columns, licensedBit } from '../../company/facts.ts';
import { separator } from '../../company/search-text.ts';
import { layouts, structures } from '../layout/layout.generated.ts';
import { needleGapBytes } from '../memory/scratch.ts';
import { completeQuery, hasFragmentAlone, type Needle, type NumberNeedle, type Query } from '../query/query.ts';
import { type QueryPlace, writeProgram } from './program.ts';

/** A needle in the shared memory: the offset of the class Needle of wasm/signature.ts, and what else is known of it. */
export type PlacedNeedle = Pick<PlacedNumber, 'at' | 'signed' | 'begins'>;
export type PlacedNumber = PreparedQuery['meantNeedles'][number];
export type PlacedWords = NonNullable<PreparedQuery['program']>;
export type PlacedMore = PlacedWords['more'][number];
/** A query whose needles and sets are in the shared memory. */
export type PreparedQuery = ReturnType<typeof prepareQuery>;

const lineEnd = 10;
const beginnings = { anywhere: 0, word: 1, document: 2 } as const;

/** Writes what a query searches for into a slot of the scratch memory. */
export function prepareQuery(query: Query, place: QueryPlace) {
  const { slot, snapshot, memory } = place;
  const { extent, frequencies } = snapshot;
  let end = slot.needles;
  const placeNeedle = ({
    bytes,
    begins: beginning = 'anywhere',
  }: Omit<Needle, 'begins'> & { begins?: keyof typeof beginnings }) => {
    const text = end;
    memory.bytes.set(bytes, text);
    // How many of its bytes are in the signatures: their pieces never contain a line end.
    const signed = bytes.at(-1) === lineEnd ? bytes.length - 1 : bytes.length;
    const [rare1, rare2] = rarestOf(bytes, frequencies);
    const begins = beginnings[beginning];
    const at = Math.ceil((text + bytes.length + needleGapBytes) / 4) * 4;
    memory.words.set(structures.Needle({ text, length: bytes.length, signed, rare1, rare2, begins }), at / 4);
    end = at + layouts.Needle.size;
    return { at, signed, begins };
  };
  const placeNumber = ({ bytes, country }: NumberNeedle) => ({ ...placeNeedle({ bytes }), country });
  // One byte for each activity, then one for each licensed one. Those that no record has are left out: there is no room for them.
  const activityCount = extent.activity + 1;
  const placesOf = (ids: readonly number[] | undefined) =>
    ids
      ?.filter((id) => (id & (licensedBit - 1)) < activityCount)
      .map((id) => (id >= licensedBit ? activityCount + id - licensedBit : id));
  /** A byte for each number: whether it is a member. */
  const placeMembers = (members: readonly number[] | undefined, at: number, size: number) => {
    if (!members) return;
    memory.bytes.fill(0, at, at + size);
    for (const member of members) memory.bytes[at + member] = 1;
  };
  placeMembers(placesOf(query.activities), slot.activities, 2 * activityCount);
  placeMembers(placesOf(query.nace), slot.nace, 2 * activityCount);
  placeMembers(query.runs, slot.runs, extent.run + 1);
  placeMembers(query.countries, slot.countries, columns.country.mask + 1);
  const placeWords = () => {
    if (!query.words) return undefined;
    const { at, interpretations } = writeProgram(query.words, place);
    const fields = Map.groupBy(interpretations, ({ field }) => field);
    // What interpretations need besides words: the offsets at which they expect the offset of the field of such documents.
    const more = [...fields].flatMap(([field, some]) => {
      const [first] = some;
      if (field === undefined || !first) return [];
      const pieces = first.pieces.map((piece) => placeNeedle({ bytes: Buffer.from(piece) }));
      const number = first.number === undefined ? undefined : placeNeedle({ bytes: Buffer.from(separator + first.number) });
      return [{ withins: some.map(({ within }) => within), field, pieces, number }];
    });
    return { at, hasPlain: fields.has(undefined), more };
  };
  const { fragment, meant, numbers, ranges, countries, runs, form } = query;
  const kindRanges = ranges.filter(({ column }) => columns[column].of === 'kind');
  return {
    ...completeQuery(query),
    hasFragmentAlone: fragment !== undefined && hasFragmentAlone(query),
    documentRanges: ranges.filter(({ column }) => columns[column].of === 'document'),
    kindRanges,
    /** Whether it has a condition on kinds. */
    hasKinds: kindRanges.length > 0 || countries !== undefined || runs !== undefined || form !== undefined,
    needle: fragment && placeNeedle(fragment),
    meantNeedles: (meant ?? []).map(placeNumber),
    numberNeedles: numbers?.map(placeNumber),
    program: placeWords(),
    slot,
  };
}

/** The offsets of the two rarest bytes: the loops compare these first. */
function rarestOf(bytes: Uint8Array, frequencies: Uint32Array): [number, number] {
  const frequency = (place: number) => frequencies[bytes[place] ?? 0] ?? 0;
  const [first = 0, second = 0] = [...bytes.keys()].sort((a, b) => frequency(a) - frequency(b));
  return [first, second];
}
