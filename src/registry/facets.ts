import { countryCode, statuses, yearOfDay } from './facts.ts';
import type { Answer, Tally } from './question.ts';
import { type Snapshot, tallyRange } from './snapshot.ts';

export const facetNames = ['status', 'legalForm', 'country', 'registeredYear', 'activity'] as const;
export type FacetName = (typeof facetNames)[number];

export interface FacetValue {
  /** As the filter of the same name takes it. */
  value: string;
  /** Of an activity: what it is called, and the classification that it belongs to. */
  label: string | null;
  scheme: string | null;
  count: number;
}

export interface Facet {
  name: FacetName;
  values: FacetValue[];
  /** How many have values that are not listed. */
  other: number;
  /** How many have no value. */
  missing: number;
}

export interface Facets {
  total: number;
  facets: Facet[];
}

/** A value by its number, or by what it means where that needs no look-up. */
export interface Counted {
  key: number;
  count: number;
}

/** What is to be counted for a facet. */
export const tallyOf = (name: FacetName, activityType: 'unlicensed' | 'licensed'): Tally =>
  (({ status: 'status', legalForm: 'legalForm', country: 'country', registeredYear: 'day', activity: activityType }) as const)[
    name
  ];

/** The counts by value, the most frequent first, and those without a value. */
export function countsOf(name: FacetName, tally: Tally, counts: Answer['tallies'][number], { extent }: Snapshot) {
  const { base } = tallyRange(tally, extent);
  const sums = new Map<number, number>();
  for (let index = 1; index < counts.length; index++) {
    const count = counts[index] ?? 0;
    if (count === 0) continue;
    const value = base + index - 1;
    const key = name === 'registeredYear' ? yearOfDay(value) : value;
    sums.set(key, (sums.get(key) ?? 0) + count);
  }
  const sorted = [...sums].map(([key, count]): Counted => ({ key, count })).sort((a, b) => b.count - a.count || a.key - b.key);
  return { sorted, missing: counts[0] ?? 0 };
}

/** What a number means, where no table is needed to tell. */
export function plainValue(name: FacetName, key: number): string {
  if (name === 'status') return statuses[key] ?? 'unknown';
  return name === 'country' ? countryCode(key) : String(key);
}
