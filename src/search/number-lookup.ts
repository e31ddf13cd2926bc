import { countryNumber } from '../company/facts.ts';
import type { NumberRules } from '../company/search-text.ts';
import { type Counter, type Position, type SearchContext, sum } from './counter.ts';
import { fitsSlot } from './memory/scratch.ts';
import { numberNeedles, spellingsOf, wholeNumber } from './query/numbers.ts';
import type { NumberNeedle } from './query/query.ts';

/** A number that is looked for in one country, in all spellings that its registers may have it in. */
export interface WantedNumber {
  country: string;
  spellings: ReadonlySet<string>;
  needles: readonly NumberNeedle[];
  /** Whether more records than one have it. It is known before they are read where very many do. */
  isShared: boolean;
}

export function wantedNumber(typed: string, country: string, all: readonly NumberRules[]): WantedNumber {
  const some = all.filter((rules) => rules.country.code === country);
  const spellings = new Set(some.flatMap((rules) => spellingsOf(typed, rules, true)));
  return { country, spellings, needles: numberNeedles(typed, { some, all, isNamed: true }), isShared: false };
}

/** The number of a company that an identifier names, in the spelling that the index has. */
export const exactNumber = (number: string, country: string): WantedNumber => ({
  country,
  spellings: new Set([number]),
  needles: wholeNumber(number).map((bytes) => ({ bytes, country: countryNumber(country) })),
  isShared: false,
});

interface NumberSearch extends Omit<SearchContext, 'counter'> {
  counter: Pick<Counter, 'answer' | 'positions'>;
}

/** The most records that are read for some numbers together. Few numbers belong to more than one record. */
const maxRead = 200;

/**
 * The records that have one of these numbers. One pass over the index finds them all. If they are too many, each half of the
 * numbers is searched for by itself, so that in the end a number that very many records share is alone.
 */
export async function positionsOfNumbers(numbers: readonly WantedNumber[], search: NumberSearch): Promise<Position[]> {
  const { counter, version, caller } = search;
  const query = { numbers: numbers.flatMap(({ needles }) => needles), ranges: [] };
  const [first] = numbers;
  if (!first || query.numbers.length === 0) return [];
  if (fitsSlot(query.numbers.map(({ bytes }) => bytes))) {
    const { counts } = await counter.answer({ query, facetCounts: [] }, version, caller);
    const size = sum(counts);
    if (size === 0) return [];
    if (size <= maxRead) return counter.positions(query, counts, { offset: 0, size }, version);
    if (numbers.length === 1) {
      first.isShared = true;
      return [];
    }
  }
  const middle = numbers.length >> 1;
  const halves = [numbers.slice(0, middle), numbers.slice(middle)];
  const found: Position[] = [];
  for (const half of halves) found.push(...(await positionsOfNumbers(half, search)));
  return found;
}
