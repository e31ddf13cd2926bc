/** A national state that is in no table, and how many rows have it. */
export interface UnknownState {
  state: string;
  rows: number;
}

/** The limit keeps a file with something else in the column from filling the memory. */
const most = { states: 50, characters: 100 };

/** Counts the states that are in no table. */
export class UnknownStates {
  readonly #rows = new Map<string, number>();

  /** `rows` is negative to take back rows that were counted before. */
  add(states: readonly string[] | undefined, rows = 1): void {
    for (const state of states ?? []) {
      const name = [...state].slice(0, most.characters).join('');
      const known = this.#rows.get(name);
      if (known === undefined && this.#rows.size >= most.states) continue;
      this.#rows.set(name, (known ?? 0) + rows);
    }
  }

  /** The most frequent first. */
  get list(): UnknownState[] {
    const all = [...this.#rows].map(([state, rows]) => ({ state, rows }));
    return all.filter(({ rows }) => rows > 0).sort((one, other) => other.rows - one.rows);
  }
}
