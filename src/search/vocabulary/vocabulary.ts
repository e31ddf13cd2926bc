import { spellingOf } from '../../company/scripts/scripts.ts';
import { allowedEdits } from '../query/words/interpretations.ts';
import { editDistance, maxWordBytes } from './edit-distance.ts';

/* All words of all names, how often each occurs, and which of them somebody may have meant who misspelt one. */

/** Words of the same length that begin with the same byte. */
interface Section {
  /** The bytes of the words, one after the other. */
  text: Uint8Array;
  /** Which letters each word has. */
  letters: Uint32Array;
  /** How often each word occurs, up to `maxCount`. */
  counts: Uint16Array;
  /** By hash: the place of a word, counted from 1, or 0. */
  cells: Uint32Array;
  size: number;
}

const maxCount = 0xffff;
/** How many words that may be meant are returned for a misspelt one. */
const maxMeant = 8;
/** Words that occur more often are hardly ever misspelt. */
const maxMisspeltCount = 2_000;
/** Shorter words are not compared with those that begin with another letter. */
const minLettersForOtherFirst = 5;
/** Fewer than a search needs: names that are found by a wrong word are compared as a whole afterwards. */
const lettersForTwoEdits = 6;

/** The number of a word consists of the key of its section and its place in it. */
const sectionSize = 2 ** 32;
const keyOf = (number: number): number => Math.floor(number / sectionSize);
const lengthOf = (key: number): number => key >> 8;

export class Vocabulary {
  readonly #sections = new Map<number, Section>();
  /** Words in other scripts, by how they sound in Latin letters. */
  readonly #sounds = new Map<string, number[]>();
  /** How often the few words that have the highest count occur beyond it. */
  readonly #furtherCounts = new Map<number, number>();
  #size = 0;

  /** How many different words there are. */
  get size(): number {
    return this.#size;
  }

  /** The memory that the words need, without those of other scripts. */
  get bytes(): number {
    const arrays = this.#sections.values().flatMap(({ text, letters, counts, cells }) => [text, letters, counts, cells]);
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Counts the words of a part of a normalized text. */
  add(text: Uint8Array, from: number, end: number, onWord?: (number: number) => void): void {
    for (let at = from; at < end; ) {
      const start = at;
      for (let size = letterSize(text, at); size > 0 && at < end; size = letterSize(text, at)) at += size;
      if (at === start) at++;
      else if (at - start <= maxWordBytes) {
        const number = this.#count(text, start, at);
        onWord?.(number);
      }
    }
  }

  text(number: number): string {
    const [key, place] = [keyOf(number), number % sectionSize];
    const { text } = this.#sections.get(key) as Section;
    return Buffer.from(text.buffer, place * lengthOf(key), lengthOf(key)).toString();
  }

  /** How often a word occurs, whole. */
  count(word: string): number {
    const number = this.#find(Buffer.from(word));
    return number === undefined ? 0 : this.#countOf(number);
  }

  /** Frees the memory that was kept for more words. */
  trim(): void {
    for (const [key, section] of this.#sections)
      if (section.size < 0.9 * section.letters.length) resize(section, lengthOf(key), section.size);
  }

  /** The words that may be meant by a word, other than itself, the nearest and then the most frequent first. */
  meant(word: string): { text: string; count: number }[] {
    const count = this.count(word);
    if (count > maxMisspeltCount) return [];
    const { latin, sound, script } = spellingOf(word);
    /** By the number of a word: how many edits it needs. */
    const found = new Map((this.#sounds.get(sound) ?? []).map((number) => [number, 0]));
    for (const one of script === 'latin' ? [word] : [word, latin]) {
      const exact = one === word ? undefined : this.#find(Buffer.from(one));
      if (exact !== undefined) found.set(exact, 0);
      const isUnknown = count === 0 && one === latin && one.length >= minLettersForOtherFirst && found.size === 0;
      const edits = allowedEdits(one, lettersForTwoEdits);
      // A word that occurs is seldom misspelt twice.
      this.#addMisspelt(one, found, count > 0 ? Math.min(1, edits) : edits, isUnknown);
    }
    const all = [...found].map(([number, edits]) => ({ number, edits, count: this.#countOf(number) }));
    all.sort((one, other) => one.edits - other.edits || other.count - one.count);
    const texts = all.slice(0, maxMeant + 1).map(({ number, count }) => ({ text: this.text(number), count }));
    return texts.filter(({ text }) => text !== word).slice(0, maxMeant);
  }

  /** The first letter is seldom wrong: words with another one are compared if nothing else is found, with no second mistake. */
  #addMisspelt(word: string, found: Map<number, number>, maxEdits: number, hasOthers: boolean): void {
    const bytes = Buffer.from(word);
    if (maxEdits === 0 || bytes.length > maxWordBytes) return;
    const before = found.size;
    const first = bytes[0] as number;
    for (let length = Math.max(1, bytes.length - maxEdits); length <= bytes.length + maxEdits; length++)
      this.#addSimilar(bytes, maxEdits, (length << 8) | first, found);
    if (!hasOthers || found.size > before) return;
    for (const key of this.#sections.keys())
      if (Math.abs(lengthOf(key) - bytes.length) <= 1 && (key & 0xff) !== first) this.#addSimilar(bytes, 1, key, found);
  }

  #addSimilar(bytes: Buffer, maxEdits: number, key: number, found: Map<number, number>): void {
    const section = this.#sections.get(key);
    if (!section) return;
    const wanted = lettersIn(bytes, 0, bytes.length);
    const { text, letters, size } = section;
    const length = lengthOf(key);
    for (let place = 0; place < size; place++) {
      const own = letters[place] as number;
      if (bitsIn(wanted & ~own) > maxEdits || bitsIn(own & ~wanted) > maxEdits) continue;
      const edits = editDistance(bytes, text, place * length, length, maxEdits);
      if (edits <= maxEdits) found.set(key * sectionSize + place, edits);
    }
  }

  /** Adds a word if it is new, and counts it. Returns its number. */
  #count(text: Uint8Array, from: number, to: number): number {
    const length = to - from;
    const key = (length << 8) | (text[from] as number);
    const section = this.#sections.get(key) ?? emptySection(length);
    if (section.size === 0) this.#sections.set(key, section);
    if (section.size === section.letters.length) resize(section, length, Math.ceil(1.5 * section.size));
    const cell = cellOf(section, text, from, length);
    const known = section.cells[cell] as number;
    const place = known > 0 ? known - 1 : section.size;
    const number = key * sectionSize + place;
    const count = section.counts[place] as number;
    if (count < maxCount) section.counts[place] = count + 1;
    else this.#furtherCounts.set(number, (this.#furtherCounts.get(number) ?? 0) + 1);
    if (known > 0) return number;
    section.cells[cell] = ++section.size;
    section.text.set(text.subarray(from, to), place * length);
    section.letters[place] = lettersIn(text, from, to);
    this.#size += 1;
    if ((text[from] as number) >= 0x80) this.#addSound(number);
    return number;
  }

  #addSound(number: number): void {
    const { script, sound } = spellingOf(this.text(number));
    if (script === 'cyrillic' || script === 'greek' || script === 'kana')
      this.#sounds.set(sound, [...(this.#sounds.get(sound) ?? []), number]);
  }

  #countOf(number: number): number {
    const count = this.#sections.get(keyOf(number))?.counts[number % sectionSize] ?? 0;
    return count < maxCount ? count : count + (this.#furtherCounts.get(number) ?? 0);
  }

  #find(word: Uint8Array): number | undefined {
    const key = (word.length << 8) | (word[0] ?? 0);
    const section = word.length > maxWordBytes ? undefined : this.#sections.get(key);
    const place = section?.cells[cellOf(section, word, 0, word.length)] ?? 0;
    return place > 0 ? key * sectionSize + place - 1 : undefined;
  }
}

/** Two thirds of the cells are used at most. */
const cellsFor = (size: number): number => Math.ceil(1.5 * size) + 1;

const emptySection = (length: number): Section => ({
  text: new Uint8Array(4 * length),
  letters: new Uint32Array(4),
  counts: new Uint16Array(4),
  cells: new Uint32Array(cellsFor(4)),
  size: 0,
});

function resize(section: Section, length: number, size: number): void {
  const copyInto = <Numbers extends Uint8Array | Uint16Array | Uint32Array>(copy: Numbers, old: Numbers): Numbers => {
    copy.set(old.subarray(0, copy.length));
    return copy;
  };
  section.text = copyInto(new Uint8Array(size * length), section.text);
  section.letters = copyInto(new Uint32Array(size), section.letters);
  section.counts = copyInto(new Uint16Array(size), section.counts);
  section.cells = new Uint32Array(cellsFor(size));
  for (let place = 0; place < section.size; place++)
    section.cells[cellOf(section, section.text, place * length, length)] = place + 1;
}

/** The cell of a word, or the empty one in which it belongs. */
function cellOf({ text: all, cells }: Section, text: Uint8Array, from: number, length: number): number {
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

/** Which letters a word has, one bit each. Letters beyond ASCII and digits share bits. */
function lettersIn(text: Uint8Array, from: number, to: number): number {
  let letters = 0;
  for (let at = from; at < to; at++) letters |= 1 << ((text[at] as number) & 31);
  return letters;
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
