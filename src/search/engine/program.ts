import { legalForms } from '../../company/words.ts';
import {
  asciiLetters,
  comparedLetters,
  knownBits,
  layouts,
  maxWordBytes,
  similarBytes,
  structures,
} from '../layout/layout.generated.ts';
import type { ScanModule } from '../memory/scan-module.ts';
import { programBytes, type Scratch, scoringBytes, withinFields } from '../memory/scratch.ts';
import type { TypedWords } from '../query/query.ts';
import { type Alternative, type Element, type Interpretation, interpretationsOf } from '../query/words/interpretations.ts';
import type { Snapshot } from '../segments/snapshot.ts';

/** Where a query is written to, and what it refers to. */
export interface QueryPlace {
  slot: Scratch['slots'][number];
  scratch: Scratch;
  snapshot: Snapshot;
  scan: ScanModule;
  memory: { bytes: Uint8Array; words: Uint32Array };
}

/** Eight bytes may be read at once behind a word. */
const gapBytes = 8;
/** Places by letter: of ASCII by code, and of up to 64 others. */
const placesBytes = 8 * asciiLetters + 16 * 65;
/** A word of 64 bits for the names of a segment, and one for its other names. */
const membersBytes = 16;

/** Rare words weigh more. */
const weightFor = (documents: number, count: number): number =>
  Math.max(1, Math.round(256 * Math.log2(1 + documents / (1 + count))));

/** Many words begin with one, two or three letters, so these count as no rarer than that, as a weight. */
const shortRarities = [0, 450, 1_200, 1_800];

/** How rare an element can be. */
const maxRarity = ([first]: Element): number => (first?.isWhole ? undefined : shortRarities[first?.text.length ?? 0]) ?? Infinity;

/**
 * Writes the interpretations of typed words into a slot of the scratch memory, as the classes of wasm/program.ts. Returns the
 * offset of the program and, for each interpretation, the offset of its `within` and what is searched for besides words.
 */
export function writeProgram({ typed, isFuzzy, meant }: TypedWords, { slot, scratch, snapshot, scan, memory }: QueryPlace) {
  const known = new Map<string, number>();
  let fuzzyElements = 0;
  let end = slot.program;

  const take = (bytes: number): number => {
    const at = end;
    end += Math.ceil(bytes / 8) * 8;
    if (end > slot.program + programBytes) throw new Error('The typed words need more room than there is.');
    return at;
  };
  const put = (words: readonly number[]): number => {
    const at = take(4 * words.length);
    memory.words.set(words, at / 4);
    return at;
  };
  const putText = (text: string): [at: number, length: number] => {
    const bytes = Buffer.from(text).subarray(0, maxWordBytes);
    const at = take(bytes.length + gapBytes);
    memory.bytes.set(bytes, at);
    return [at, bytes.length];
  };

  const weights = typed.map((word) =>
    weightFor(snapshot.extent.documents, scan.wordCount(snapshot.wordCounts, ...putText(word))),
  );
  const weightOf = (places: Iterable<number>) => [...places].reduce((total, place) => total + (weights[place] ?? 0), 0);
  const isForm = typed.every((word) => legalForms.has(word)) ? 1 : 0;

  /** At which places of a word each letter is, one bit each, see wasm/fuzzy.ts. */
  function putPlaces(letters: readonly string[]): number {
    const at = take(placesBytes);
    const view = new DataView(memory.bytes.buffer, at, placesBytes);
    for (let place = 0; place < placesBytes; place += 8) view.setBigUint64(place, 0n, true);
    let others = 0;
    for (const letter of new Set(letters)) {
      const code = letter.codePointAt(0) ?? 0;
      const places = letters.reduce((bits, one, place) => (one === letter ? bits | (1n << BigInt(place)) : bits), 0n);
      if (code < asciiLetters) view.setBigUint64(8 * code, places, true);
      else {
        others += 1;
        view.setUint32(8 * asciiLetters + 16 * others, code, true);
        view.setBigUint64(8 * asciiLetters + 16 * others + 8, places, true);
      }
    }
    view.setUint32(8 * asciiLetters, others, true);
    return at;
  }

  function alternativeOf({ text, isWhole, edits }: Alternative): number[] {
    const [at, length] = putText(text);
    const letters = [...text];
    const letterMask = isWhole || letters.length >= comparedLetters ? 0xffff : (1 << (2 * letters.length)) - 1;
    const [places, similar] = edits > 0 ? [putPlaces(letters), take(similarBytes)] : [0, 0];
    const ofLetters = { letters: scan.lettersOf(at, length), letterMask, letterCount: letters.length };
    return structures.Alternative({ at, length, isWhole: isWhole ? 1 : 0, ...ofLetters, edits, places, similar });
  }

  /** Interpretations share elements, so that each is looked up once in a segment. */
  function putElement(element: Element): number {
    const key = JSON.stringify(element);
    const at = known.get(key);
    if (at !== undefined) return at;
    const alternatives = put(element.flatMap(alternativeOf));
    for (const [index, { edits }] of element.entries())
      if (edits > 0) scan.writeSimilar(alternatives + layouts.Alternative.size * index, scratch.states);
    const mayBeMisspelt = element.some(({ edits }) => edits > 0);
    const fuzzy = mayBeMisspelt ? (scratch.fuzzy[fuzzyElements++] ?? 0) : 0;
    const ranges = take(2 * layouts.Numbers.size * element.length);
    const added = put(structures.Element({ alternatives, count: element.length, ranges, fuzzy }));
    known.set(key, added);
    return added;
  }

  /** The keys of neighbouring words. The first of two is always a whole word, see interpretations.ts. */
  const pairsOf = (elements: readonly Element[]): number[] =>
    elements.slice(1).map((element, index) => {
      const [first, second] = [elements[index], element].map((one) => putText(one?.[0]?.text ?? '')) as [
        [number, number],
        [number, number],
      ];
      return scan.keyOfPair(...first, ...second) >>> 0;
    });

  function interpretationOf({ terms, pieces, number }: Interpretation): number[] {
    const offsets = terms.flatMap((term) => term.elements.map(putElement));
    const elements = put(offsets);
    let next = elements;
    const written = terms.flatMap(({ elements: own, typed: places }) => {
      const at = next;
      next += 4 * own.length;
      return structures.Term({ elements: at, count: own.length, weight: weightOf(places) });
    });
    const pairs = terms.flatMap((term) => pairsOf(term.elements));
    const rarities = terms.flatMap(({ elements: own, typed: places }) =>
      own.map((element) => Math.min(weightOf(places), maxRarity(element))),
    );
    const rarestFirst = [...rarities.keys()].sort((one, other) => (rarities[other] ?? 0) - (rarities[one] ?? 0));
    return structures.Interpretation({
      terms: put(written),
      count: terms.length,
      elements,
      elementCount: offsets.length,
      weight: weightOf(typed.keys()),
      isOrdered: pieces.length === 0 && number === undefined ? 1 : 0,
      pairs: put(pairs),
      pairCount: pairs.length,
      order: put(rarestFirst),
      isForm,
      members: take(membersBytes),
    });
  }

  const all = interpretationsOf(typed, isFuzzy, meant);
  const interpretations = put(all.flatMap(interpretationOf));
  const { candidates, fitting, qualities, rows, visit, states } = scratch;
  const groups = put(new Array((2 * layouts.SegmentGroup.size) / 4).fill(0));
  const scores = put(new Array((2 ** knownBits * layouts.KnownScore.size) / 4).fill(0));
  const limits = take(layouts.Limits.size);
  const rooms = { candidates, fitting, qualities, qualitiesSize: scoringBytes, rows, visit, states, groups, scores, limits };
  const at = put(structures.Words({ interpretations, count: all.length, ...rooms }));
  // Interpretations with the same number and pieces share a field. There are few: one for each number, and one without a number.
  const hasMore = ({ pieces, number }: Interpretation) => pieces.length > 0 || number !== undefined;
  const numbers = [...new Set(all.filter(hasMore).map(({ number }) => number))];
  if (numbers.length > withinFields) throw new Error('The typed words have more numbers than there are fields.');
  const placed = all.map((one, index) => ({
    within: interpretations + layouts.Interpretation.size * index + layouts.Interpretation.offsets.within,
    /** The field that says which documents have the number and the pieces; undefined if there are none. */
    field: hasMore(one) ? slot.withins[numbers.indexOf(one.number)] : undefined,
    pieces: one.pieces,
    number: one.number,
  }));
  return { at, interpretations: placed };
}
