/** The index has no use for a fragment without three letters or digits in a row: it would be read whole. */
const indexable = /[\p{L}\p{N}]{3}/u;

/** Three letters as a number. Those that share one are counted together, so a count is never too low. */
const places = 1 << 18;
const placeOf = (text: string, start: number): number =>
  ((text.charCodeAt(start) & 63) << 12) | ((text.charCodeAt(start + 1) & 63) << 6) | (text.charCodeAt(start + 2) & 63);

/** Some of the texts, to tell in advance how many hold a fragment, and so which way a search should go. */
export class Sample {
  readonly #texts: readonly string[];
  /** How many texts there are for each one in the sample. */
  readonly #weight: number;
  /** How many texts of the sample hold three letters at most. */
  readonly #holders: Uint16Array;

  constructor(texts: readonly string[], all: number) {
    this.#texts = texts;
    this.#weight = all / Math.max(texts.length, 1);
    this.#holders = countHolders(texts);
  }

  /** Whether the index finds all that hold the fragment, and they are likely no more than so many. */
  isSelective(fragment: string, most: number): boolean {
    if (!indexable.test(fragment)) return false;
    const enough = most / this.#weight;
    // No more hold the whole than its rarest part, which tells of most fragments without a look at the texts.
    for (let start = 0; start + 3 <= fragment.length; start++)
      if ((this.#holders[placeOf(fragment, start)] ?? 0) <= enough) return true;
    let found = 0;
    for (const text of this.#texts) if (text.includes(fragment) && ++found > enough) return false;
    return true;
  }
}

/** Each text counts once for what it holds, however often. More than fit into the number are too many anyway. */
function countHolders(texts: readonly string[]): Uint16Array {
  const holders = new Uint16Array(places);
  const last = new Int32Array(places).fill(-1);
  for (const [index, text] of texts.entries()) {
    for (let start = 0; start + 3 <= text.length; start++) {
      const place = placeOf(text, start);
      if (last[place] === index) continue;
      last[place] = index;
      holders[place] = Math.min(65_535, (holders[place] ?? 0) + 1);
    }
  }
  return holders;
}
