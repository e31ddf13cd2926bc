/** A text of the source that is in no table, and how many rows have it. */
interface UnknownText {
  text: string;
  rows: number;
}

/** The limit keeps a file with something else in the column from filling the memory. */
const most = { texts: 50, characters: 100 };

/** Counts national states or legal forms that are in no table. */
export class UnknownTexts {
  readonly #rows = new Map<string, number>();

  /** `rows` is negative to take back rows that were counted before. */
  add(texts: readonly string[] | undefined, rows = 1): void {
    for (const text of texts ?? []) {
      const name = [...text].slice(0, most.characters).join('');
      const known = this.#rows.get(name);
      if (known === undefined && this.#rows.size >= most.texts) continue;
      this.#rows.set(name, (known ?? 0) + rows);
    }
  }

  /** The most frequent first. */
  get list(): UnknownText[] {
    const all = [...this.#rows].map(([text, rows]) => ({ text, rows }));
    return all.filter(({ rows }) => rows > 0).sort((one, other) => other.rows - one.rows);
  }
}
