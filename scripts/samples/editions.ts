/** What every sample register has in common: how many companies it has, and how it differs a month later. */
import { mix } from './random.ts';

export interface RegisterOptions {
  /** Another seed is another register, with other companies. */
  seed?: number;
  /**
   * 1 is the register, 2 the same a month later, and so on: between two editions about 1% of the companies vanish,
   * 2% change and 1% are new. The count is that of the first edition.
   */
  edition?: number;
  /** After every so many rows comes one that no importer should take: a repeated number, a missing number or name. */
  faultEvery?: number;
}

export interface Entry {
  /** The company: with the same seed, the same index is the same national number in every file of any size. */
  index: number;
  /** How often it has changed since the first edition. */
  revision: number;
}

const vanishing = 0.01;
const changing = 0.02;
const arriving = 0.01;

/** Which companies are in an edition of the register. */
export function* entries(count: number, { seed = 1, edition = 1 }: RegisterOptions = {}): Generator<Entry> {
  let first = 0;
  let end = count;
  for (let arrival = 1; arrival <= edition; arrival++) {
    for (let index = first; index < end; index++) {
      const revision = revisionOf(index, arrival, edition, seed);
      if (revision !== undefined) yield { index, revision };
    }
    first = end;
    end += Math.round(end * arriving);
  }
}

/** Undefined for a company that has vanished. */
function revisionOf(index: number, arrival: number, edition: number, seed: number): number | undefined {
  let revision = 0;
  for (let later = arrival + 1; later <= edition; later++) {
    const fate = mix(seed, index, later, 0xfa7e) / 4_294_967_296;
    if (fate < vanishing) return undefined;
    if (fate < vanishing + changing) revision++;
  }
  return revision;
}

/** The first companies go round all the cases there are, so that a small file shows each of them. */
const showcase = 600;

/** The case that one of the first companies is to show, if it is its turn. There are five turns, from 0 to 4. */
export function shown<T>(index: number, turn: number, cases: readonly T[]): T | undefined {
  return index < showcase && index % 5 === turn ? cases[Math.floor(index / 5) % cases.length] : undefined;
}

/** As shown; after the first companies the cases go on, as rare as in life. */
export function hardCase<T>(index: number, turn: number, seed: number, cases: readonly T[]): T | undefined {
  if (index < showcase) return shown(index, turn, cases);
  const lot = mix(seed, index, turn, 0x0dd);
  return lot % 2000 === 0 ? cases[Math.floor(lot / 2000) % cases.length] : undefined;
}

/** Spoils a register on purpose, in turn: a row comes twice, without its number, or without its name. */
export function* withFaults<T>(
  rows: Iterable<T>,
  every: number | undefined,
  spoil: { number: (row: T) => T; name: (row: T) => T },
): Generator<T> {
  let rowNumber = 0;
  for (const row of rows) {
    yield row;
    rowNumber++;
    if (!every || rowNumber % every !== 0) continue;
    const turn = (rowNumber / every) % 3;
    yield turn === 1 ? row : turn === 2 ? spoil.number(row) : spoil.name(row);
  }
}
