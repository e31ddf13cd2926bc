/** The index has no use for a fragment without three letters or digits in a row: it would be read whole. */
const indexable = /[\p{L}\p{N}]{3}/u;

/** Some of the texts, to tell in advance how many hold a fragment, and so which way a search should go. */
export class Sample {
  readonly #texts: readonly string[];
  /** How many texts there are for each one in the sample. */
  readonly #weight: number;

  constructor(texts: readonly string[], all: number) {
    this.#texts = texts;
    this.#weight = all / Math.max(texts.length, 1);
  }

  /** Whether the index finds all that hold the fragment, and they are likely no more than so many. */
  isSelective(fragment: string, most: number): boolean {
    if (!indexable.test(fragment)) return false;
    const enough = most / this.#weight;
    let found = 0;
    for (const text of this.#texts) if (text.includes(fragment) && ++found > enough) return false;
    return true;
  }
}
