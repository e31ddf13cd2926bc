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
  numbers: Uint32Array;
  /** Which letters each word has. */
  letters: Uint32Array;
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

const grown = <Numbers extends Uint8Array | Uint32Array>(old: Numbers, size: number): Numbers => {
  const larger = new (old.constructor as new (size: number) => Numbers)(2 * Math.max(size, old.length));
  larger.set(old);
  return larger;
};

export class Vocabulary {
  /** The bytes of all words, one after the other: the length of each comes first. */
  #bytes = new Uint8Array(1 << 16);
  #end = 0;
  #places = new Uint32Array(1 << 12);
  #counts = new Uint32Array(1 << 12);
  #size = 0;
  /** The number of a word by its hash, and 0 for none: numbers begin with 1. */
  #cells = new Uint32Array(1 << 13);
  readonly #groups = new Map<number, Group>();
  /** Words in other scripts, by how they sound in Latin letters. */
  readonly #sounds = new Map<string, number[]>();

  /** How many different words there are. */
  get size(): number {
    return this.#size;
  }

  /** The memory that the words need, without those of other scripts. */
  get bytes(): number {
    const ofGroups = [...this.#groups.values()].reduce(
      (sum, { numbers, letters }) => sum + numbers.byteLength + letters.byteLength,
      0,
    );
    return ofGroups + [this.#bytes, this.#places, this.#counts, this.#cells].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Counts the words of a folded text, up to a byte that ends it. Returns where it ended. */
  add(text: Uint8Array, from: number, isEnd: (byte: number) => boolean, onWord?: (number: number) => void): number {
    let at = from;
    for (;;) {
      while (at < text.length && letterSize(text, at) === 0 && !isEnd(text[at] as number)) at++;
      if (at >= text.length || isEnd(text[at] as number)) return at;
      const start = at;
      for (let size = letterSize(text, at); size > 0; size = letterSize(text, at)) at += size;
      if (at - start > longest) continue;
      const number = this.#numberOf(text, start, at);
      (this.#counts[number] as number) += 1;
      onWord?.(number);
    }
  }

  text(number: number): string {
    const place = this.#places[number] as number;
    return Buffer.from(this.#bytes.buffer, place + 1, this.#bytes[place]).toString();
  }

  /** How often a word occurs, whole. */
  count(word: string): number {
    const bytes = Buffer.from(word);
    return bytes.length > longest ? 0 : (this.#counts[this.#find(bytes, 0, bytes.length)] as number);
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
    const all = [...found].map(([number, mistakes]) => ({ number, mistakes, count: this.#counts[number] as number }));
    all.sort((one, other) => one.mistakes - other.mistakes || other.count - one.count);
    const texts = all.slice(0, mostMeant + 1).map(({ number, count }) => ({ text: this.text(number), count }));
    return texts.filter(({ text }) => text !== word).slice(0, mostMeant);
  }

  #addExactly(word: string, found: Map<number, number>): void {
    const bytes = Buffer.from(word);
    const number = bytes.length > longest ? 0 : this.#find(bytes, 0, bytes.length);
    if (number > 0) found.set(number, 0);
  }

  /** The first letter is seldom wrong, so words with another one are compared only where nothing else is found. */
  #addMistaken(word: string, found: Map<number, number>, most: number, hasOthers: boolean): void {
    const bytes = Buffer.from(word);
    if (most === 0 || bytes.length > longest) return;
    const before = found.size;
    const first = bytes[0] as number;
    for (let length = Math.max(1, bytes.length - most); length <= bytes.length + most; length++)
      this.#addSimilar(bytes, most, this.#groups.get((length << 8) | first), found);
    if (!hasOthers || found.size > before) return;
    for (const [key, group] of this.#groups)
      if (Math.abs((key >> 8) - bytes.length) <= most && (key & 0xff) !== first) this.#addSimilar(bytes, most, group, found);
  }

  #addSimilar(bytes: Buffer, most: number, group: Group | undefined, found: Map<number, number>): void {
    if (!group) return;
    const wanted = lettersIn(bytes, 0, bytes.length);
    const { letters, numbers, size } = group;
    for (let index = 0; index < size; index++) {
      const own = letters[index] as number;
      if (bitsIn(wanted & ~own) > most || bitsIn(own & ~wanted) > most) continue;
      const number = numbers[index] as number;
      const place = this.#places[number] as number;
      const mistakes = mistakesWithin(bytes, this.#bytes, place + 1, this.#bytes[place] as number, most);
      if (mistakes <= most) found.set(number, mistakes);
    }
  }

  #numberOf(text: Uint8Array, from: number, to: number): number {
    const known = this.#find(text, from, to);
    if (known > 0) return known;
    const number = ++this.#size;
    const length = to - from;
    if (this.#end + length + 1 > this.#bytes.length) this.#bytes = grown(this.#bytes, this.#end + length + 1);
    if (number >= this.#places.length) {
      this.#places = grown(this.#places, number);
      this.#counts = grown(this.#counts, number);
    }
    this.#places[number] = this.#end;
    this.#bytes[this.#end] = length;
    this.#bytes.set(text.subarray(from, to), this.#end + 1);
    this.#end += length + 1;
    if (2 * number > this.#cells.length) this.#rehash();
    else this.#cells[this.#cellOf(text, from, to)] = number;
    this.#group(number, text, from, to);
    return number;
  }

  #group(number: number, text: Uint8Array, from: number, to: number): void {
    const key = ((to - from) << 8) | (text[from] as number);
    const group = this.#groups.get(key) ?? { numbers: new Uint32Array(4), letters: new Uint32Array(4), size: 0 };
    this.#groups.set(key, group);
    if (group.size === group.numbers.length) {
      group.numbers = grown(group.numbers, group.size);
      group.letters = grown(group.letters, group.size);
    }
    group.numbers[group.size] = number;
    group.letters[group.size++] = lettersIn(text, from, to);
    if ((text[from] as number) < 0x80) return;
    const { script, sound } = spellingOf(this.text(number));
    if (script === 'cyrillic' || script === 'greek' || script === 'kana')
      this.#sounds.set(sound, [...(this.#sounds.get(sound) ?? []), number]);
  }

  #rehash(): void {
    this.#cells = new Uint32Array(2 * this.#cells.length);
    for (let number = 1; number <= this.#size; number++) {
      const from = (this.#places[number] as number) + 1;
      this.#cells[this.#cellOf(this.#bytes, from, from + (this.#bytes[from - 1] as number))] = number;
    }
  }

  /** The number of a word, or 0. */
  #find = (text: Uint8Array, from: number, to: number): number => this.#cells[this.#cellOf(text, from, to)] as number;

  /** The cell of a word, or the empty one in which it belongs. */
  #cellOf(text: Uint8Array, from: number, to: number): number {
    const mask = this.#cells.length - 1;
    let hash = to - from;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ (text[at] as number), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    for (let cell = (hash ^ (hash >>> 13)) & mask; ; cell = (cell + 1) & mask) {
      const number = this.#cells[cell] as number;
      if (number === 0 || this.#isAt(this.#places[number] as number, text, from, to)) return cell;
    }
  }

  #isAt(place: number, text: Uint8Array, from: number, to: number): boolean {
    if (this.#bytes[place] !== to - from) return false;
    for (let at = from, own = place + 1; at < to; at++, own++) if (text[at] !== this.#bytes[own]) return false;
    return true;
  }
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
