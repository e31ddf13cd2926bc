import { type Span, spanMs } from '../../src/requests/limits.ts';
import type { Operations } from '../operations.generated.ts';

export type Grouping = 'status' | 'key' | 'operation';

export interface Series {
  id: string;
  name: string;
  /** A colour class of the style sheet. */
  colour: string;
  /** Errors have a bar of their own beside the answers. */
  isError: boolean;
}

/** One hour or day. */
export interface Bar {
  start: string;
  counts: Record<string, number>;
  /** All requests of the same hour or day in the time before. */
  before: number;
}

/** Answers of one hour or day, in UTC. The ledger has them by day, without operations; the statistics have all. */
export interface Count {
  start: string;
  keyId: string | null;
  operation?: string;
  statusClass: string;
  requests: number;
}

/** The counts of the ledger, which has days without operations. */
export const countsByDay = (answers: readonly (Omit<Count, 'start'> & { day: string })[]): Count[] =>
  answers.map(({ day, ...rest }) => ({ ...rest, start: `${day}T00:00:00.000Z` }));

export type KeyNames = Operations['usage']['data']['usage']['byKey'];

const statusSeries: Series[] = [
  { id: '2xx', name: 'answered (2xx)', colour: 'good', isError: false },
  { id: '3xx', name: 'unchanged (3xx)', colour: 'calm', isError: false },
  { id: '4xx', name: 'refused (4xx)', colour: 'warn', isError: true },
  { id: '5xx', name: 'failed (5xx)', colour: 'bad', isError: true },
];
const colours = ['key-1', 'key-2', 'key-3', 'key-4', 'key-5'];
/** A request of the dashboard has no key. */
const dashboard = 'dashboard';
const others = 'others';
const errors = 'errors';

const isError = (statusClass: string): boolean => statusSeries.some(({ id, isError }) => id === statusClass && isError);

/** The name of an operation, by its path. */
export const operationName = (path: string): string =>
  path === '/graphql' ? 'dashboard and GraphQL' : path.replace('/api/v1', '');

interface ChartRequest {
  counts: readonly Count[];
  span: Span;
  /** How many hours or days, the current one included. */
  length: number;
  grouping: Grouping;
  keys: KeyNames;
  now: Date;
}

/** The answers of the last hours or days as bars. Those without answers are included. */
export function chartOf({ counts, span, length, grouping, keys, now }: ChartRequest): { bars: Bar[]; series: Series[] } {
  const step = spanMs[span];
  const current = Math.floor(now.getTime() / step) * step;
  const bars = Array.from({ length }, (_, place): Bar => {
    const start = new Date(current - (length - 1 - place) * step).toISOString();
    return { start, counts: {}, before: 0 };
  });
  const first = current - (length - 1) * step;
  const shown = counts.filter(({ start }) => Date.parse(start) >= first);
  const series = grouping === 'status' ? statusSeries : groupSeries(shown, grouping, keys);
  const known = new Set(series.map(({ id }) => id));
  for (const count of counts) {
    const place = Math.floor((Date.parse(count.start) - first) / step);
    const bar = bars[place];
    const later = bars[place + length];
    if (bar) {
      const id = idOf(count, grouping);
      const name = known.has(id) ? id : others;
      bar.counts[name] = (bar.counts[name] ?? 0) + count.requests;
    } else if (later && place < 0) later.before += count.requests;
  }
  return { bars, series: series.filter(({ id }) => bars.some(({ counts: found }) => found[id])) };
}

function idOf({ keyId, operation = '', statusClass }: Count, grouping: Grouping): string {
  if (grouping === 'status') return statusClass;
  if (isError(statusClass)) return errors;
  return grouping === 'key' ? (keyId ?? dashboard) : operation;
}

/** The keys or operations with the most answers, and all errors together. */
function groupSeries(counts: readonly Count[], grouping: Grouping, keys: KeyNames): Series[] {
  const totals = new Map<string, number>();
  for (const count of counts) {
    const id = idOf(count, grouping);
    if (id !== errors) totals.set(id, (totals.get(id) ?? 0) + count.requests);
  }
  const largest = [...totals].sort(([, one], [, other]) => other - one).slice(0, colours.length);
  const nameOf = (id: string) => (grouping === 'operation' ? operationName(id) : keyName(id, keys));
  return [
    ...largest.map(([id], place) => ({ id, name: nameOf(id), colour: colours[place] ?? 'calm', isError: false })),
    { id: others, name: grouping === 'key' ? 'other keys' : 'other operations', colour: 'calm', isError: false },
    { id: errors, name: 'errors (4xx, 5xx)', colour: 'bad', isError: true },
  ];
}

function keyName(id: string, keys: KeyNames): string {
  if (id === dashboard) return 'this dashboard';
  return keys.find(({ keyId }) => keyId === id)?.keyName ?? 'deleted key';
}

export const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((total, count) => total + count, 0);

/** The requests of some bars, those of the time before, and how many were errors. */
export function totalsOf(bars: readonly Bar[], series: readonly Series[]) {
  const failed = series.filter(({ isError }) => isError).map(({ id }) => id);
  return {
    requests: bars.reduce((total, { counts }) => total + sum(counts), 0),
    before: bars.reduce((total, { before }) => total + before, 0),
    errors: bars.reduce((total, { counts }) => total + failed.reduce((some, id) => some + (counts[id] ?? 0), 0), 0),
  };
}
