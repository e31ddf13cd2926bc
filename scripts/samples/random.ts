/** Chance that repeats: the same keys give the same numbers on every machine and in every order of asking. */

/** Spreads the bits of a whole number (the last step of MurmurHash3). */
function spread(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** One 32-bit number out of several. */
export function mix(...keys: number[]): number {
  let hash = 0x9e3779b9;
  for (const key of keys) hash = spread(hash + Math.imul(key, 0x27d4eb2f) + 0x165667b1);
  return hash;
}

/** The Mulberry32 generator: small, and quick to start anew for every company. */
export class Random {
  #state: number;

  constructor(...keys: number[]) {
    this.#state = mix(...keys);
  }

  /** At least 0, less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number, at least 0, less than the limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  between(first: number, last: number): number {
    return first + this.below(last - first + 1);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}

/** A picker of things that are not equally common: each stands beside its weight. */
export function weighted<T>(...choices: readonly (readonly [thing: T, weight: number])[]): (random: Random) => T {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0);
  return (random) => {
    let left = random.next() * total;
    for (const [thing, weight] of choices) {
      left -= weight;
      if (left < 0) return thing;
    }
    return (choices[0] as readonly [T, number])[0];
  };
}

/**
 * A shuffled number for an index: no two indexes below the modulus share one. The modulus must be prime; the products
 * stay below 2^53, so plain arithmetic is exact.
 */
export function shuffled(index: number, modulus: number, seed: number): number {
  const step = 15_485_863 % modulus;
  return ((index % modulus) * step + (mix(seed, modulus) % modulus)) % modulus;
}
