import { type Sort, sorts } from '../company/values.ts';
import {
  type Counts,
  type Directory,
  onPage,
  type Page,
  type Position,
  type SearchContext,
  sum,
  type ValueCounts,
} from './counter.ts';
import type { Query } from './query/query.ts';

/** Records with the same date: one day, or imports of the same moment. Within a group they are sorted by name. */
interface DateGroup {
  count: number;
  /** Days, or numbers of imports. */
  values: number[];
}

export type DateSort = Extract<Sort, 'registeredAt' | '-registeredAt' | '-updatedAt'>;

/** How many matches there are: in total, in each segment and on each date. */
interface DatedMatches {
  total: number;
  counts: Counts;
  facetCount: ValueCounts;
}

/** The positions of a page in an order by date. The number of matches of each date says which dates are on the page. */
export async function datedPositions(
  query: Query,
  sort: DateSort,
  { counts: ofAll, facetCount, total }: DatedMatches,
  page: Page,
  { counter, version, caller }: SearchContext,
): Promise<Position[]> {
  const all = dateGroupsOf(sort, facetCount, await counter.directory(version));
  const { items: groups, skip } = onPage(all, ({ count }) => count, page);
  // After a first import all records have one date.
  if (groups[0]?.count === total) return counter.positions(query, ofAll, { offset: skip, size: page.size }, version);
  const positions: Position[] = [];
  const parts = stretches(groups, counter.maxValues);
  const narrowed = parts.map((stretch) => narrow(query, sort, stretch));
  const answers = await Promise.all(narrowed.map((one) => counter.answer({ query: one, facetCounts: [] }, version, caller)));
  for (const [index, stretch] of parts.entries()) {
    const { counts } = answers[index] as (typeof answers)[number];
    const part = narrowed[index] as Query;
    const from = index === 0 ? skip : 0;
    const wanted = page.size - positions.length;
    if (stretch.length === 1) {
      positions.push(...(await counter.positions(part, counts, { offset: from, size: wanted }, version)));
      continue;
    }
    const found = await counter.positions(part, counts, { offset: 0, size: sizeOf(stretch) }, version);
    const sorted = byDate(found, await counter.values(found, sorts[sort].column, version), stretch);
    positions.push(...sorted.slice(from, from + wanted));
  }
  return positions;
}

/**
 * Groups that one pass over the names finds together: all of them where they have few records. Otherwise the page may begin
 * within the first group and end within the last one, so these are separate; the groups between them are whole.
 */
function stretches(groups: DateGroup[], few: number): DateGroup[][] {
  // Records without a day cannot be in one range with the others.
  const undated = groups.filter(({ values }) => values.includes(0));
  const dated = groups.filter((group) => !undated.includes(group));
  const some = sizeOf(dated) <= few ? [dated] : [dated.slice(0, 1), dated.slice(1, -1), dated.slice(1).slice(-1)];
  return [...some, undated].filter(({ length }) => length > 0);
}

const sizeOf = (groups: readonly { count: number }[]): number => sum(groups.map(({ count }) => count));

/** All groups in order. Records without a day come last, in both directions. */
function* dateGroupsOf(sort: DateSort, { base, counts }: ValueCounts, { runTimes }: Directory): Iterable<DateGroup> {
  if (sort === '-updatedAt') return yield* byTime(counts, base, new Map(runTimes));
  const last = counts.length - 1;
  for (let step = 0; step < last; step++) {
    const index = sort === '-registeredAt' ? last - step : 1 + step;
    const count = counts[index] ?? 0;
    if (count > 0) yield { count, values: [base + index - 1] };
  }
  if (counts[0]) yield { count: counts[0], values: [0] };
}

/** The latest first. Imports at the same moment are one group. */
function byTime(counts: Uint32Array, base: number, times: Map<number, number>): DateGroup[] {
  const runs = [...counts.entries()]
    .filter(([index, count]) => index > 0 && count > 0)
    .map(([index, count]) => ({ run: base + index - 1, count }));
  const moments = Map.groupBy(runs, ({ run }) => times.get(run) ?? 0);
  return [...moments]
    .sort(([one], [other]) => other - one)
    .map(([, some]) => ({ count: sizeOf(some), values: some.map(({ run }) => run) }));
}

/** The same query, limited to the records of some neighbouring groups. */
function narrow(query: Query, sort: DateSort, groups: DateGroup[]): Query {
  const values = groups.flatMap((group) => group.values);
  if (sort === '-updatedAt') return { ...query, runs: values };
  const range = { column: 'day' as const, from: Math.min(...values), to: Math.max(...values) };
  return { ...query, ranges: [...query.ranges, range] };
}

/** In the order of the groups. The sort is stable, so records of one group stay in the order of their names. */
function byDate(positions: readonly Position[], values: readonly number[], groups: DateGroup[]): Position[] {
  const ranks = new Map(groups.flatMap(({ values }, rank) => values.map((value) => [value, rank])));
  const ranked = positions.map((position, place) => ({ position, rank: ranks.get(values[place] ?? 0) ?? 0 }));
  return ranked.sort((one, other) => one.rank - other.rank).map(({ position }) => position);
}
