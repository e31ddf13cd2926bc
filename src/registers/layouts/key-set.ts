/**
 * A set of keys in eight bytes each, so that five million fit in 128 MB. It stores hashes: an added key is always found, and
 * one in many billions of other keys is found too.
 */
export class KeySet {
  /** Two words for each slot; a slot whose first word is 0 is free. */
  #words = new Uint32Array(1 << 17);
  #size = 0;

  add(key: string): void {
    if (this.#size * 4 >= this.#words.length) this.#grow();
    this.#insert(hashOf(key, firstSeed), hashOf(key, secondSeed));
  }

  has(key: string): boolean {
    return this.#words[this.#placeOf(hashOf(key, firstSeed), hashOf(key, secondSeed))] !== 0;
  }

  #insert(first: number, second: number): void {
    const place = this.#placeOf(first, second);
    if (this.#words[place] !== 0) return;
    this.#size += 1;
    this.#words[place] = first;
    this.#words[place + 1] = second;
  }

  /** The place of the hash, or the free slot for it. */
  #placeOf(first: number, second: number): number {
    const words = this.#words;
    const mask = words.length - 1;
    let place = (first << 1) & mask;
    while (words[place] !== 0 && (words[place] !== first || words[place + 1] !== second)) place = (place + 2) & mask;
    return place;
  }

  #grow(): void {
    const old = this.#words;
    this.#words = new Uint32Array(old.length * 2);
    this.#size = 0;
    for (let place = 0; place < old.length; place += 2)
      if (old[place] !== 0) this.#insert(old[place] as number, old[place + 1] as number);
  }
}

const firstSeed = 0x9e3779b1;
const secondSeed = 0x85ebca77;

/** MurmurHash3 over the characters: fast, because it runs for every row of the largest files. Never 0. */
function hashOf(key: string, seed: number): number {
  let hash = seed;
  for (let place = 0; place < key.length; place++) {
    hash = Math.imul(hash ^ key.charCodeAt(place), 0xcc9e2d51);
    hash = (hash << 13) | (hash >>> 19);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0 || 1;
}
