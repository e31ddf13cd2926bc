import { readFileSync } from 'node:fs';

/**
 * A table beside this file: a key, and phrases that stand for it, separated by `|`. The words of phrases are folded already,
 * because folding all of them would take half a second.
 */
export const rowsOf = (file: string): { key: string; phrases: string[] }[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [key = '', phrases = ''] = line.split(';');
      return { key, phrases: phrases.split('|') };
    });

/** Finds phrases of one or more folded words. They are read when one is asked for, so that a start needs not wait. */
export class Phrases<Meaning> {
  readonly #meanings = new Map<string, Meaning>();
  /** The number of words of the longest phrase that begins with a word. */
  readonly #longest = new Map<string, number>();
  #read: ((phrases: Phrases<Meaning>) => void) | undefined;

  constructor(read: (phrases: Phrases<Meaning>) => void) {
    this.#read = read;
  }

  /** Reads the phrases, unless that was done before. */
  ready(): this {
    const read = this.#read;
    this.#read = undefined;
    read?.(this);
    return this;
  }

  /** Adds a phrase of folded words. Its first meaning counts. */
  add(phrase: string, meaning: Meaning): void {
    if (phrase === '' || this.#meanings.has(phrase)) return;
    this.#meanings.set(phrase, meaning);
    const words = phrase.split(' ');
    const first = words[0] as string;
    this.#longest.set(first, Math.max(this.#longest.get(first) ?? 0, words.length));
  }

  get(phrase: string): Meaning | undefined {
    return this.ready().#meanings.get(phrase);
  }

  /** Whether a phrase begins with a word. */
  begins(word: string): boolean {
    return this.ready().#longest.has(word);
  }

  /** The longest phrase that begins at a word. */
  at(words: readonly string[], start: number): { meaning: Meaning; length: number } | undefined {
    const longest = this.ready().#longest.get(words[start] ?? '') ?? 0;
    let found: { meaning: Meaning; length: number } | undefined;
    let phrase = '';
    for (let length = 1; length <= longest && start + length <= words.length; length++) {
      phrase += length === 1 ? words[start] : ` ${words[start + length - 1]}`;
      const meaning = this.#meanings.get(phrase);
      if (meaning !== undefined) found = { meaning, length };
    }
    return found;
  }
}
