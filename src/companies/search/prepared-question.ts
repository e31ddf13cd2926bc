import { licensedBit } from '../format/facts.ts';
import type { Needle, NumberNeedle, Question } from './question.ts';
import type { Scratch } from './scratch.ts';
import type { Snapshot } from './snapshot.ts';

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

/** A question whose needles and sets are in the shared memory. */
export interface PreparedQuestion extends Question {
  needle: PlacedNeedle | undefined;
  meantNeedles: PlacedNumber[];
  numberNeedles: PlacedNumber[] | undefined;
  slot: Scratch['slots'][number];
}

const lineEnd = 10;
const beginnings = { anywhere: 0, word: 1, line: 2 } as const;
/** Between needles: the loops read eight bytes at a time. */
const gap = 8;

/** Writes what a question searches for into a slot of the scratch memory. */
export function prepareQuestion(
  question: Question,
  slot: Scratch['slots'][number],
  { extent, frequencies }: Snapshot,
  { bytes: memory, words }: { bytes: Uint8Array; words: Uint32Array },
): PreparedQuestion {
  let at = slot.needles;
  const place = ({ bytes, begins }: Needle): PlacedNeedle => {
    memory.set(bytes, at);
    const signed = bytes.at(-1) === lineEnd ? bytes.length - 1 : bytes.length;
    const rare = rarestOf(bytes, frequencies);
    const placed = { at, length: bytes.length, signed, rare, begins: beginnings[begins ?? 'anywhere'] };
    at += bytes.length + gap;
    return placed;
  };
  const placeNumber = ({ bytes, country }: NumberNeedle): PlacedNumber => ({ ...place({ bytes }), country });
  // Activities that no record has are left out: the slot has no room for them.
  const activities = question.activities?.filter((id) => (id & (licensedBit - 1)) <= extent.activity).sort((a, b) => a - b);
  words.set(activities ?? [], slot.activities / 4);
  if (question.runs) {
    memory.fill(0, slot.runs, slot.runs + extent.run + 1);
    for (const run of question.runs) memory[slot.runs + run] = 1;
  }
  return {
    ...question,
    activities,
    needle: question.fragment && place(question.fragment),
    meantNeedles: (question.meant ?? []).map(placeNumber),
    numberNeedles: question.numbers?.map(placeNumber),
    slot,
  };
}

function rarestOf(bytes: Uint8Array, frequencies: Uint32Array): [number, number] {
  const frequency = (place: number) => frequencies[bytes[place] ?? 0] ?? 0;
  const [first = 0, second = 0] = [...bytes.keys()].sort((a, b) => frequency(a) - frequency(b));
  return [first, second];
}
