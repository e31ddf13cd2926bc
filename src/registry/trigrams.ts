/** How frequent the parts of a fragment are, by a sample of the texts: it tells in advance which way a search should go. */
export class TrigramSample {
  readonly #counts = new Map<string, number>();
  readonly #size: number;

  constructor(texts: readonly string[]) {
    this.#size = texts.length;
    for (const text of texts) {
      for (const trigram of new Set(trigramsOf(text))) this.#counts.set(trigram, (this.#counts.get(trigram) ?? 0) + 1);
    }
  }

  /** The share of texts that have the rarest trigram of the fragment: no more than that can match. 1 where it has none. */
  share(fragment: string): number {
    const counts = trigramsOf(fragment).map((trigram) => this.#counts.get(trigram) ?? 0);
    return counts.length === 0 || this.#size === 0 ? 1 : Math.min(...counts) / this.#size;
  }
}

/** Of letters and digits, as the index has them. */
function trigramsOf(text: string): string[] {
  return [...text.matchAll(/[\p{L}\p{N}]{3,}/gu)].flatMap(([run]) => {
    const letters = [...run];
    return letters.slice(2).map((_, start) => letters.slice(start, start + 3).join(''));
  });
}
