import { readFileSync } from 'node:fs';
import { wordsOf } from '../../companies/index.ts';

/** A table beside this file: a key, and phrases that stand for it, separated by `|`. */
export const rowsOf = (file: string): { key: string; phrases: string[] }[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [key = '', phrases = ''] = line.split(';');
      return { key, phrases: phrases.split('|') };
    });

/** Finds phrases of one or more folded words. */
export class Phrases<Meaning> {
  readonly #meanings = new Map<string, Meaning>();
  /** The number of words of the longest phrase that begins with a word. */
  readonly #longest = new Map<string, number>();

  /** The first meaning of a phrase counts. */
  add(phrase: string, meaning: Meaning): void {
    const words = wordsOf(phrase);
    const [first] = words;
    const key = words.join(' ');
    if (first === undefined || this.#meanings.has(key)) return;
    this.#meanings.set(key, meaning);
    this.#longest.set(first, Math.max(this.#longest.get(first) ?? 0, words.length));
  }

  get(phrase: string): Meaning | undefined {
    return this.#meanings.get(phrase);
  }

  /** Whether a phrase begins with a word. */
  begins(word: string): boolean {
    return this.#longest.has(word);
  }

  /** The longest phrase that begins at a word. */
  at(words: readonly string[], start: number): { meaning: Meaning; length: number } | undefined {
    const longest = this.#longest.get(words[start] ?? '') ?? 0;
    for (let length = Math.min(longest, words.length - start); length > 0; length--) {
      const meaning = this.#meanings.get(words.slice(start, start + length).join(' '));
      if (meaning !== undefined) return { meaning, length };
    }
    return undefined;
  }
}
