import type { Operations } from './operations.generated.ts';

export type Grouping = 'status' | 'key';

export interface Series {
  id: string;
  name: string;
  /** A colour class of the style sheet. */
  colour: string;
}

export interface Bar {
  day: string;
  counts: Record<string, number>;
}

type Usage = Operations['overview']['data']['usage'];

const statusClasses: Series[] = [
  { id: '2xx', name: 'answered (2xx)', colour: 'good' },
  { id: '3xx', name: 'unchanged (3xx)', colour: 'calm' },
  { id: '4xx', name: 'refused (4xx)', colour: 'warn' },
  { id: '5xx', name: 'failed (5xx)', colour: 'bad' },
];
const keyColours = ['key-1', 'key-2', 'key-3', 'key-4', 'key-5'];
/** A request of the dashboard has no key. */
const dashboard = 'dashboard';
const others = 'others';

/** The answers of the last days, in UTC, as bars. Days without answers are included. */
export function chartOf(usage: Usage, days: number, grouping: Grouping, now: Date): { bars: Bar[]; series: Series[] } {
  const series = grouping === 'status' ? statusClasses : keySeries(usage);
  const known = new Set(series.map(({ id }) => id));
  const bars = Array.from({ length: days }, (_, place): Bar => {
    const day = new Date(now.getTime() - (days - 1 - place) * 86_400_000).toISOString().slice(0, 10);
    return { day, counts: {} };
  });
  const byDay = new Map(bars.map((bar) => [bar.day, bar.counts]));
  for (const { day, keyId, statusClass, requests } of usage.answers) {
    const id = grouping === 'status' ? statusClass : (keyId ?? dashboard);
    const place = known.has(id) ? id : others;
    const counts = byDay.get(day);
    if (counts) counts[place] = (counts[place] ?? 0) + requests;
  }
  return { bars, series: series.filter(({ id }) => bars.some(({ counts }) => counts[id])) };
}

function keySeries({ byKey }: Usage): Series[] {
  const named = byKey.slice(0, keyColours.length).map(({ keyId, keyName }, place) => ({
    id: keyId ?? dashboard,
    name: keyName ?? (keyId ? 'deleted key' : 'this dashboard'),
    colour: keyColours[place] ?? 'calm',
  }));
  return [...named, { id: others, name: 'other keys', colour: 'calm' }];
}
