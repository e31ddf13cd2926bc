/** The share of the places that may be in use. A free place is then found fast. */
const fullest = 0.6;

/**
 * The ids that have come before, in a few bytes each, because only the first 32 bits of an id are stored. About one new id in
 * thousands is taken for a repeated one. A repeated id is never taken for a new one.
 */
export class SeenIds {
  /** 0 for a free place. */
  #places: Uint32Array;
  #count = 0;

  constructor(places = 1 << 16) {
    this.#places = new Uint32Array(places);
  }

  /** Whether a UUID may have come before. */
  hasSeen(id: string): boolean {
    const mark = Number.parseInt(id.slice(0, 8), 16) || 1;
    const place = this.#placeOf(mark);
    if (this.#places[place] === mark) return true;
    this.#places[place] = mark;
    this.#count += 1;
    if (this.#count > this.#places.length * fullest) this.#grow();
    return false;
  }

  /** Where the mark is, or the free place for it. */
  #placeOf(mark: number): number {
    const last = this.#places.length - 1;
    let place = mark & last;
    while (this.#places[place] !== 0 && this.#places[place] !== mark) place = (place + 1) & last;
    return place;
  }

  #grow(): void {
    const marks = this.#places;
    this.#places = new Uint32Array(2 * marks.length);
    for (const mark of marks) if (mark !== 0) this.#places[this.#placeOf(mark)] = mark;
  }
}
