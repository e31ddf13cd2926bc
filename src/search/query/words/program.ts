import { legalForms } from '../../../company/words.ts';
import { asciiLetters, comparedLetters, knownBits, layouts, longestWord, similarSize } from '../../layout/layout.generated.ts';
import { structures } from '../../layout/structure.ts';
import { type Alternative, type Element, type Interpretation, interpretationsOf, type Meant } from './interpretations.ts';

/** An interpretation in the shared memory, and what is searched for besides words. */
export interface PlacedInterpretation {
  /** The address of its `within`, see the class Interpretation of wasm/program.ts. */
  within: number;
  /** The field that says which documents have the number and the pieces; undefined if there are none. */
  field: number | undefined;
  pieces: readonly string[];
  number: string | undefined;
}

export interface WordsProgram {
  at: number;
  interpretations: PlacedInterpretation[];
}

/** In bytes: the room of a program. */
export const programRoom = 192 * 1024;
/**
 * In bytes: how well a name of 250 words fits an interpretation of 110 elements, or the names of a segment a short one, see
 * wasm/scoring.ts. Places in it have two bytes.
 */
export const scoringRoom = 48 * 1024;
/** Fields for the documents that have other things than words: numbers, or Chinese, Japanese and Korean text. */
export const withinFields = 4;

/** Where a program is written, and what it refers to: addresses in the shared memory. */
interface Place {
  slot: { program: number; withins: number[] };
  /** Of the class Words of wasm/program.ts. */
  scratch: {
    candidates: number;
    fitting: number;
    qualities: number;
    rows: number;
    visit: number;
    states: number;
    fuzzy: number[];
  };
  /** How much a word weighs, and the key of two neighbouring words. Words are given by address and length. */
  weightOf(at: number, length: number): number;
  keyOfPair(first: number, firstLength: number, second: number, secondLength: number): number;
  /** The classes of the first letters of a word, see wasm/letters.ts. */
  lettersOf(at: number, length: number): number;
  /** Writes the table of an alternative that may be misspelt, see wasm/fuzzy.ts. */
  writeSimilar(alternative: number): void;
  memory: { bytes: Uint8Array; words: Uint32Array };
}

/** In bytes: eight may be read at once behind a word. */
const gap = 8;
/** Places by letter: of ASCII by code, and of up to 64 others. */
const placesRoom = 8 * asciiLetters + 16 * 65;
/** In bytes: a word of 64 bits for the names of a segment, and one for its other names. */
const membersSize = 16;

/** Rare words weigh more. */
export const weightFor = (documents: number, count: number): number =>
  Math.max(1, Math.round(256 * Math.log2(1 + documents / (1 + count))));

/** Many words begin with one, two or three letters, so these count as no rarer than that, as a weight. */
const shortRarities = [0, 450, 1_200, 1_800];

/** How rare an element is at most. */
const rarity = ([first]: Element): number => (first?.isWhole ? undefined : shortRarities[first?.text.length ?? 0]) ?? Infinity;

/** Writes the interpretations of typed words into a slot of the scratch memory, as the classes of wasm/program.ts. */
export class ProgramWriter {
  readonly #place: Place;
  readonly #elements = new Map<string, number>();
  #fuzzy = 0;
  #end: number;

  constructor(place: Place) {
    this.#place = place;
    this.#end = place.slot.program;
  }

  write(typed: readonly string[], isFuzzy: boolean, meant?: Meant): WordsProgram {
    const { scratch } = this.#place;
    const interpretations = interpretationsOf(typed, isFuzzy, meant);
    const weights = typed.map((word) => this.#weight(word));
    const sum = (places: readonly number[]) => places.reduce((total, place) => total + (weights[place] ?? 0), 0);
    const all = sum([...typed.keys()]);
    const isForm = typed.every((word) => legalForms.has(word));
    const at = this.#words(interpretations.flatMap((interpretation) => this.#interpretation(interpretation, sum, all, isForm)));
    const { candidates, fitting, qualities, rows, visit, states } = scratch;
    const groups = this.#words(new Array((2 * layouts.Group.size) / 4).fill(0));
    const scores = this.#words(new Array((2 ** knownBits * layouts.KnownScore.size) / 4).fill(0));
    const limits = this.#take(layouts.Limits.size);
    const rooms = { candidates, fitting, qualities, qualitiesSize: scoringRoom, rows, visit, states, groups, scores, limits };
    const program = this.#words(structures.Words({ interpretations: at, count: interpretations.length, ...rooms }));
    const placed = interpretations.map(({ pieces, number }, index) => {
      const hasMore = pieces.length > 0 || number !== undefined;
      const within = at + layouts.Interpretation.size * index + layouts.Interpretation.offsets.within;
      return { within, field: hasMore ? 0 : undefined, pieces, number };
    });
    return { at: program, interpretations: withFields(placed, this.#place.slot) };
  }

  #weight(word: string): number {
    return this.#place.weightOf(...this.#text(word));
  }

  #interpretation(
    { terms, pieces, number }: Interpretation,
    sum: (places: readonly number[]) => number,
    all: number,
    isForm: boolean,
  ): number[] {
    const lists = terms.map(({ elements }) => elements.map((element) => this.#element(element)));
    const elements = this.#words(lists.flat());
    let next = elements;
    const written = terms.flatMap(({ elements: own, typed }) => {
      const at = next;
      next += 4 * own.length;
      return structures.Term({ elements: at, count: own.length, weight: sum(typed) });
    });
    const isOrdered = pieces.length === 0 && number === undefined ? 1 : 0;
    const pairs = terms.flatMap(({ elements: own }) => this.#pairs(own));
    const weights = terms.flatMap(({ elements: own, typed }) => own.map((element) => Math.min(sum(typed), rarity(element))));
    const order = [...weights.keys()].sort((one, other) => (weights[other] ?? 0) - (weights[one] ?? 0));
    return structures.Interpretation({
      terms: this.#words(written),
      count: terms.length,
      elements,
      elementCount: lists.flat().length,
      weight: all,
      isOrdered,
      pairs: this.#words(pairs),
      pairCount: pairs.length,
      order: this.#words(order),
      isForm: isForm ? 1 : 0,
      members: this.#take(membersSize),
    });
  }

  /** The keys of neighbouring words. The first of two is always a whole word, see interpretations.ts. */
  #pairs(elements: readonly Element[]): number[] {
    return elements.slice(1).map((element, index) => {
      const first = this.#text(elements[index]?.[0]?.text ?? '');
      const second = this.#text(element[0]?.text ?? '');
      return this.#place.keyOfPair(...first, ...second);
    });
  }

  /** Interpretations share elements, so that each is looked up once in a segment. */
  #element(element: Element): number {
    const key = JSON.stringify(element);
    const known = this.#elements.get(key);
    if (known !== undefined) return known;
    const alternatives = this.#words(element.flatMap((one) => this.#alternative(one)));
    for (const [index, { edits }] of element.entries())
      if (edits > 0) this.#place.writeSimilar(alternatives + layouts.Alternative.size * index);
    const isFuzzy = element.some(({ edits }) => edits > 0);
    const fuzzy = isFuzzy ? (this.#place.scratch.fuzzy[this.#fuzzy++] ?? 0) : 0;
    const ranges = this.#take(2 * layouts.Numbers.size * element.length);
    const at = this.#words(structures.Element({ alternatives, count: element.length, ranges, fuzzy }));
    this.#elements.set(key, at);
    return at;
  }

  #alternative({ text, isWhole, edits }: Alternative): number[] {
    const [at, length] = this.#text(text);
    const letters = [...text];
    const letterMask = isWhole || letters.length >= comparedLetters ? 0xffff : (1 << (2 * letters.length)) - 1;
    const [places, similar] = edits > 0 ? [this.#places(letters), this.#take(similarSize)] : [0, 0];
    return structures.Alternative({
      at,
      length,
      isWhole: isWhole ? 1 : 0,
      letters: this.#place.lettersOf(at, length),
      letterMask,
      edits,
      places,
      letterCount: letters.length,
      similar,
    });
  }

  /** At which places of a word each letter is, one bit each, see wasm/fuzzy.ts. */
  #places(letters: readonly string[]): number {
    const at = this.#take(placesRoom);
    const view = new DataView(this.#place.memory.bytes.buffer, at, placesRoom);
    for (let place = 0; place < placesRoom; place += 8) view.setBigUint64(place, 0n, true);
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

  #text(text: string): [at: number, length: number] {
    const bytes = Buffer.from(text).subarray(0, longestWord);
    const at = this.#take(bytes.length + gap);
    this.#place.memory.bytes.set(bytes, at);
    return [at, bytes.length];
  }

  #words(words: readonly number[]): number {
    const at = this.#take(4 * words.length);
    this.#place.memory.words.set(words, at / 4);
    return at;
  }

  #take(size: number): number {
    const at = this.#end;
    this.#end += Math.ceil(size / 8) * 8;
    if (this.#end > this.#place.slot.program + programRoom) throw new Error('The typed words need more room than there is.');
    return at;
  }
}

/**
 * Interpretations with the same number and pieces share a field. There are few: one for each number, and one without a number.
 */
function withFields(interpretations: PlacedInterpretation[], slot: Place['slot']): PlacedInterpretation[] {
  const numbers = [...new Set(interpretations.filter(({ field }) => field !== undefined).map(({ number }) => number))];
  if (numbers.length > withinFields) throw new Error('The typed words have more numbers than there are fields.');
  return interpretations.map((interpretation) =>
    interpretation.field === undefined
      ? interpretation
      : { ...interpretation, field: slot.withins[numbers.indexOf(interpretation.number)] },
  );
}
