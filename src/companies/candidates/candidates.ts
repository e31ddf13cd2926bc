import type { Counter } from '../search/counter.ts';
import type { Search } from '../search/search.ts';

/** Words of names, in any order, that the name of a company may have, with or without mistakes. */
export interface CandidateQuestion {
  words: readonly string[];
  /** Unset: in all countries. */
  country?: string | undefined;
}

/** Finds the companies that a name may mean, for the matching to compare. */
export class Candidates {
  readonly #search: Search;
  readonly #counter: Pick<Counter, 'hasLevels'>;

  constructor(search: Search, counter: Pick<Counter, 'hasLevels'>) {
    this.#search = search;
    this.#counter = counter;
  }

  /** The ids of up to `size` records for each question, the best ones. */
  async find(questions: readonly CandidateQuestion[], size: number, caller: string): Promise<Set<string>> {
    const ids = new Set<string>();
    for (const { words, country } of questions) {
      if (words.length === 0) continue;
      const filter = { q: words.join(' '), mode: 'words', names: 'all', fuzzy: this.#counter.hasLevels, country } as const;
      const { items } = await this.#search.find(filter, 1, size, caller);
      for (const { id } of items) ids.add(id);
    }
    return ids;
  }

  /** The ids of the records that have a number, in a country or in all. */
  async withNumber(number: string, country: string | undefined, caller: string): Promise<string[]> {
    const { items } = await this.#search.find({ number, country }, 1, mostOfNumber, caller);
    return items.map(({ id }) => id);
  }
}

/** So many records of one number are compared at most. */
const mostOfNumber = 20;
