import type { Sort } from './filter.ts';
import type { Matcher } from './matcher.ts';
import type { Question } from './question.ts';
import { type Snapshot, tallyRange } from './snapshot.ts';

/** Records that a sort by date doesn't tell apart: those of one day, or of imports at one moment. Among themselves they are sorted by name. */
export interface Group {
  count: number;
  /** Days, or numbers of imports. */
  values: number[];
}

const columnOf = (sort: Sort) => (sort === '-updatedAt' ? 'run' : 'day');

export const sortValue = (matcher: Matcher, sort: Sort, bucket: number, line: number): number =>
  matcher.value(bucket, line, columnOf(sort));

/** The groups in their order, from how many records have each value. Records without a day come last, either way. */
export function groupsOf(sort: Sort, tally: Uint32Array, snapshot: Snapshot): Group[] {
  const { base } = tallyRange(columnOf(sort), snapshot.extent);
  const groups: Group[] = [];
  for (let index = 1; index < tally.length; index++) {
    const count = tally[index] ?? 0;
    if (count > 0) groups.push({ count, values: [base + index - 1] });
  }
  if (sort === '-updatedAt') return byTime(groups, new Map(snapshot.runTimes));
  if (sort === '-registeredAt') groups.reverse();
  return tally[0] ? [...groups, { count: tally[0], values: [0] }] : groups;
}

/** The latest first; imports at one moment are one group. */
function byTime(groups: Group[], times: Map<number, number>): Group[] {
  const timeOf = ({ values: [run] }: Group) => times.get(run ?? 0) ?? 0;
  const moments = Map.groupBy(groups, timeOf);
  return [...moments]
    .sort(([one], [other]) => other - one)
    .map(([, some]) => ({
      count: some.reduce((sum, { count }) => sum + count, 0),
      values: some.flatMap(({ values }) => values),
    }));
}

/** The question, for the records of some neighbouring groups alone. */
export function narrow(question: Question, sort: Sort, groups: Group[]): Question {
  const values = groups.flatMap((group) => group.values);
  if (sort === '-updatedAt') return { ...question, runs: values };
  const range = { column: 'day' as const, from: Math.min(...values), to: Math.max(...values) };
  return { ...question, ranges: [...question.ranges, range] };
}
