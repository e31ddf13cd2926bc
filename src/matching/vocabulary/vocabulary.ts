import { spellingOf } from '../names/scripts.ts';
import { lettersIn, mistakesWithin } from './spelling.ts';

/* All words of all names, how often each occurs, and which of them somebody may have meant who misspelt one. */

/** A word of a name that may be meant, and how often it occurs. */
export interface Meant {
  text: string;
  count: number;
}

/** Words of the same length that begin with the same byte. */
interface Group {
  /** The bytes of the words, one after the other. */
  text: Uint8Array;
  /** Which letters each word has. */
  letters: Uint32Array;
  counts: Uint32Array;
  /** By hash: the place of a word, counted from 1, or 0. */
  cells: Uint32Array;
  size: number;
}

/** In bytes: longer words are left out. */
const longest = 60;
/** So many words that may be meant are told for one. */
const mostMeant = 8;
/** Words that occur more often are hardly ever misspelt. */
const frequent = 2_000;
/** Shorter words are not compared with those that begin with another letter. */
const longEnough = 5;

/** One mistake in words of four or five letters, two in longer ones, none in numbers. */
export const mistakesIn = (word: string): number => (word.length < 4 || /\p{N}/u.test(word) ? 0 : word.length < 6 ? 1 : 2);

const resized = <Numbers extends Uint8Array | Uint32Array>(old: Numbers, size: number): Numbers => {
  const other = new (old.constructor as new (size: number) => Numbers)(size);
  other.set(old.subarray(0, size));
  return other;
};

/** The number of a word consists of the key of its group and its place in it. */
const groupSize = 2 ** 32;
const keyOf = (number: number): number => Math.floor(number / groupSize);
const lengthOf = (key: number): number => key >> 8;

export class Vocabulary {
  readonly #groups = new Map<number, Group>();
  /** Words in other scripts, by how they sound in Latin letters. */
  readonly #sounds = new Map<string, number[]>();
  #size = 0;

  /** How many different words there are. */
  get size(): number {
    return this.#size;
  }

  /** The memory that the words need, without those of other scripts. */
  get bytes(): number {
    const sizeOf = ({ text, letters, counts, cells }: Group) =>
      [text, letters, counts, cells].reduce((sum, { byteLength }) => sum + byteLength, 0);
    return [...this.#groups.values()].reduce((sum, group) => sum + sizeOf(group), 0);
  }

  /** Counts the words of a normalized text, up to a byte that ends it. Returns where it ended. */
  add(text: Uint8Array, from: number, isEnd: (byte: number) => boolean, onWord?: (number: number) => void): number {
    let at = from;
    for (;;) {
      while (at < text.length && letterSize(text, at) === 0 && !isEnd(text[at] as number)) at++;
      if (at >= text.length || isEnd(text[at] as number)) return at;
      const start = at;
      for (let size = letterSize(text, at); size > 0; size = letterSize(text, at)) at += size;
      if (at - start > longest) continue;
      const number = this.#count(text, start, at);
      onWord?.(number);
    }
  }

  text(number: number): string {
    const [key, place] = [keyOf(number), number % groupSize];
    const { text } = this.#groups.get(key) as Group;
    return Buffer.from(text.buffer, place * lengthOf(key), lengthOf(key)).toString();
  }

  /** How often a word occurs, whole. */
  count(word: string): number {
    const number = this.#find(Buffer.from(word));
    return number === undefined ? 0 : this.#countOf(number);
  }

  /** Frees the memory that was kept for more words. */
  trim(): void {
    for (const [key, group] of this.#groups)
      if (group.size < 0.9 * group.letters.length) this.#resize(group, lengthOf(key), group.size);
  }

  /** The words that may be meant by a word, other than itself, the nearest and then the most frequent first. */
  meant(word: string): Meant[] {
    const count = this.count(word);
    if (count > frequent) return [];
    const found = new Map<number, number>();
    const { latin, sound, script } = spellingOf(word);
    for (const number of this.#sounds.get(sound) ?? []) found.set(number, 0);
    for (const one of script === 'latin' ? [word] : [word, latin]) {
      if (one !== word) this.#addExactly(one, found);
      const isUnknown = count === 0 && one === latin && one.length >= longEnough && found.size === 0;
      // A word that occurs is seldom misspelt twice.
      this.#addMistaken(one, found, count > 0 ? Math.min(1, mistakesIn(one)) : mistakesIn(one), isUnknown);
    }
    const all = [...found].map(([number, mistakes]) => ({ number, mistakes, count: this.#countOf(number) }));
    all.sort((one, other) => one.mistakes - other.mistakes || other.count - one.count);
    const texts = all.slice(0, mostMeant + 1).map(({ number, count }) => ({ text: this.text(number), count }));
    return texts.filter(({ text }) => text !== word).slice(0, mostMeant);
  }

  #addExactly(word: string, found: Map<number, number>): void {
    const number = this.#find(Buffer.from(word));
    if (number !== undefined) found.set(number, 0);
  }

  /** The first letter is seldom wrong: words with another one are compared if nothing else is found, with no second mistake. */
  #addMistaken(word: string, found: Map<number, number>, most: number, hasOthers: boolean): void {
    const bytes = Buffer.from(word);
    if (most === 0 || bytes.length > longest) return;
    const before = found.size;
    const first = bytes[0] as number;
    for (let length = Math.max(1, bytes.length - most); length <= bytes.length + most; length++)
      this.#addSimilar(bytes, most, (length << 8) | first, found);
    if (!hasOthers || found.size > before) return;
    for (const key of this.#groups.keys())
      if (Math.abs(lengthOf(key) - bytes.length) <= 1 && (key & 0xff) !== first) this.#addSimilar(bytes, 1, key, found);
  }

  #addSimilar(bytes: Buffer, most: number, key: number, found: Map<number, number>): void {
    const group = this.#groups.get(key);
    if (!group) return;
    const wanted = lettersIn(bytes, 0, bytes.length);
    const { text, letters, size } = group;
    const length = lengthOf(key);
    for (let place = 0; place < size; place++) {
      const own = letters[place] as number;
      if (bitsIn(wanted & ~own) > most || bitsIn(own & ~wanted) > most) continue;
      const mistakes = mistakesWithin(bytes, text, place * length, length, most);
      if (mistakes <= most) found.set(key * groupSize + place, mistakes);
    }
  }

  /** Adds a word if it is new, and counts it. Returns its number. */
  #count(text: Uint8Array, from: number, to: number): number {
    const length = to - from;
    const key = (length << 8) | (text[from] as number);
    const group = this.#groups.get(key) ?? emptyGroup(length);
    if (group.size === 0) this.#groups.set(key, group);
    if (group.size === group.letters.length) this.#resize(group, length, Math.ceil(1.5 * group.size));
    const cell = cellOf(group, text, from, length);
    const known = group.cells[cell] as number;
    const place = known > 0 ? known - 1 : group.size;
    (group.counts[place] as number) += 1;
    const number = key * groupSize + place;
    if (known > 0) return number;
    group.cells[cell] = ++group.size;
    group.text.set(text.subarray(from, to), place * length);
    group.letters[place] = lettersIn(text, from, to);
    this.#size += 1;
    if ((text[from] as number) >= 0x80) this.#addSound(number);
    return number;
  }

  #addSound(number: number): void {
    const { script, sound } = spellingOf(this.text(number));
    if (script === 'cyrillic' || script === 'greek' || script === 'kana')
      this.#sounds.set(sound, [...(this.#sounds.get(sound) ?? []), number]);
  }

  #resize(group: Group, length: number, size: number): void {
    group.text = resized(group.text, size * length);
    group.letters = resized(group.letters, size);
    group.counts = resized(group.counts, size);
    group.cells = new Uint32Array(cellsFor(size));
    for (let place = 0; place < group.size; place++) group.cells[cellOf(group, group.text, place * length, length)] = place + 1;
  }

  #countOf = (number: number): number => this.#groups.get(keyOf(number))?.counts[number % groupSize] ?? 0;

  #find(word: Uint8Array): number | undefined {
    const key = (word.length << 8) | (word[0] ?? 0);
    const group = word.length > longest ? undefined : this.#groups.get(key);
    const place = group?.cells[cellOf(group, word, 0, word.length)] ?? 0;
    return place > 0 ? key * groupSize + place - 1 : undefined;
  }
}

/** Two thirds of the cells are used at most. */
const cellsFor = (size: number): number => Math.ceil(1.5 * size) + 1;

const emptyGroup = (length: number): Group => ({
  text: new Uint8Array(4 * length),
  letters: new Uint32Array(4),
  counts: new Uint32Array(4),
  cells: new Uint32Array(cellsFor(4)),
  size: 0,
});

/** The cell of a word, or the empty one in which it belongs. */
function cellOf({ text: all, cells }: Group, text: Uint8Array, from: number, length: number): number {
  let hash = length;
  for (let at = from; at < from + length; at++) hash = Math.imul(hash ^ (text[at] as number), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  for (let cell = ((hash ^ (hash >>> 13)) >>> 0) % cells.length; ; cell = cell + 1 === cells.length ? 0 : cell + 1) {
    const place = cells[cell] as number;
    if (place === 0 || isAt(all, (place - 1) * length, text, from, length)) return cell;
  }
}

function isAt(all: Uint8Array, start: number, text: Uint8Array, from: number, length: number): boolean {
  for (let at = 0; at < length; at++) if (all[start + at] !== text[from + at]) return false;
  return true;
}

function bitsIn(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** How many bytes the letter or digit at a place has; 0 if there is none. Signs of Latin-1 and punctuation are no letters. */
function letterSize(text: Uint8Array, at: number): number {
  const byte = text[at] ?? 0;
  if (byte < 0x80) return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x30 && byte <= 0x39) ? 1 : 0;
  const next = text[at + 1] ?? 0;
  if (byte < 0xc3) return byte === 0xc2 && (next === 0xaa || next === 0xb5 || next === 0xba) ? 2 : 0;
  if (byte < 0xe0) return 2;
  if (byte >= 0xf0) return 4;
  return byte === 0xe2 && (next & 0xfe) === 0x80 ? 0 : 3;
}
