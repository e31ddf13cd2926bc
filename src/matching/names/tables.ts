import { readFileSync } from 'node:fs';
import { type Steps, Turns } from '../turns.ts';

const turns = new Turns();
const readings: TableLoad[] = [];

/**
 * Reads a table in steps, because all tables together take 0.4 s, and requests would wait for that. A step ends where the
 * function yields.
 */
export class TableLoad {
  #steps: Steps<void> | undefined;

  constructor(read: () => Steps<void>) {
    this.#steps = read();
    readings.push(this);
  }

  /** Reads what is left. */
  finish(): void {
    const steps = this.#steps;
    this.#steps = undefined;
    while (steps && !steps.next().done);
  }

  /** Reads what is left, and others have their turns in between. */
  async finishInTurns(): Promise<void> {
    if (this.#steps) await turns.do('tables', this.#steps);
    this.#steps = undefined;
  }
}

/** Reads all tables. A table may need those that were declared before it. */
export async function readTables(): Promise<void> {
  for (const reading of readings) await reading.finishInTurns();
}

/** The cells of a table beside this file, without its first row. */
export const cellsOf = (file: string): string[][] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((row) => row.split(';'));

/**
 * The rows of a table: a key, and phrases that stand for it, separated by `|`. The words of phrases are normalized already,
 * because normalizing all of them would take half a second.
 */
export function* rowsOf(file: string): Generator<{ key: string; phrases: string[] }> {
  for (const [key = '', phrases = ''] of cellsOf(file)) yield { key, phrases: phrases.split('|') };
}

/** Finds phrases of one or more normalized words. They are read when one is asked for, so that a start needs not wait. */
export class Phrases<Meaning> {
  readonly #meanings = new Map<string, Meaning>();
  /** The number of words of the longest phrase that begins with a word. */
  readonly #longest = new Map<string, number>();
  readonly #reading: TableLoad;

  constructor(read: (phrases: Phrases<Meaning>) => Steps<void>) {
    this.#reading = new TableLoad(() => read(this));
  }

  /** Reads the phrases, unless that was done before. */
  ready(): this {
    this.#reading.finish();
    return this;
  }

  /** Adds a phrase of normalized words. Its first meaning counts. */
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
