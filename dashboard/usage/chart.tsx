import { useState } from 'preact/hooks';
import type { Span } from '../../src/requests/limits.ts';
import { dayOfMonth, hourOfDay, milliseconds, number } from '../format.ts';
import { Rows } from '../parts/common.tsx';
import { type Bar, type Series, sum } from './bars.ts';

/** How long the answers of one hour or day took. */
export interface BarLatency {
  median: number;
  p95: number;
}

interface ChartProps {
  bars: Bar[];
  series: Series[];
  span: Span;
  /** Shows the number of requests in the time before. */
  compares?: boolean;
  /** By the start of the bar. */
  latencies?: ReadonlyMap<string, BarLatency>;
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -7, PageUp: 7 };

/**
 * Requests by hour or day: answers stacked, errors beside them. The arrow keys go from bar to bar, as on a slider, and the values of
 * the chosen bar are shown. The table below the chart has every number.
 */
export function Chart({ bars, series, span, compares = false, latencies = new Map() }: ChartProps) {
  const [chosen, setChosen] = useState<number>();
  const nameOf = ({ start }: Bar) => (span === 'day' ? dayOfMonth(start) : hourOfDay(start));
  const sides = [series.filter(({ isError }) => !isError), series.filter(({ isError }) => isError)];
  const totalOf = ({ counts }: Bar, side: Series[]) => side.reduce((total, { id }) => total + (counts[id] ?? 0), 0);
  const highest = Math.max(1, ...bars.flatMap((bar) => [...sides.map((side) => totalOf(bar, side)), compares ? bar.before : 0]));
  const total = bars.reduce((all, { counts }) => all + sum(counts), 0);
  const place = Math.min(chosen ?? bars.length - 1, bars.length - 1);
  const bar = bars[place];

  const describe = (one: Bar): string => {
    const latency = latencies.get(one.start);
    const parts = series.filter(({ id }) => one.counts[id]).map(({ id, name }) => `${number(one.counts[id] ?? 0)} ${name}`);
    if (compares) parts.push(`${number(one.before)} in the time before`);
    if (latency) parts.push(`median ${milliseconds(latency.median)}, 95 % within ${milliseconds(latency.p95)}`);
    return `${nameOf(one)}: ${parts.join(', ') || 'no requests'}`;
  };
  const latencyOf = (name: keyof BarLatency) => (one: Bar) => {
    const latency = latencies.get(one.start);
    return latency ? milliseconds(latency[name]) : '–';
  };
  /** The columns of the table besides the series. */
  const extra: { name: string; value(one: Bar): string }[] = [
    ...(compares ? [{ name: 'the time before', value: (one: Bar) => number(one.before) }] : []),
    ...(latencies.size > 0
      ? [
          { name: 'median', value: latencyOf('median') },
          { name: '95 %', value: latencyOf('p95') },
        ]
      : []),
  ];
  const onKeyDown = (event: KeyboardEvent) => {
    const ends: Record<string, number> = { Home: 0, End: bars.length - 1 };
    const next = ends[event.key] ?? (event.key in steps ? place + (steps[event.key] ?? 0) : undefined);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(bars.length - 1, next)));
  };
  const choose = (event: PointerEvent) => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
    setChosen(Math.max(0, Math.min(bars.length - 1, Math.floor(((event.clientX - left) / width) * bars.length))));
  };
  if (!bar) return null;
  return (
    <div class="chart">
      <ul class="legend">
        {series.map(({ id, name, colour }) => (
          <li key={id}>
            <span class={`swatch ${colour}`} /> {name}
          </li>
        ))}
        {compares && (
          <li>
            <span class="swatch before" /> the time before
          </li>
        )}
      </ul>
      <p class="value" aria-hidden="true">
        {describe(bar)}
      </p>
      <div
        class="plot"
        role="slider"
        tabIndex={0}
        aria-label={`${number(total)} requests by ${span}`}
        aria-valuemin={0}
        aria-valuemax={bars.length - 1}
        aria-valuenow={place}
        aria-valuetext={describe(bar)}
        onKeyDown={onKeyDown}
        onPointerMove={choose}
        onPointerDown={choose}
        onPointerLeave={() => setChosen(undefined)}
      >
        <span class="highest">{number(highest)}</span>
        {bars.map((one, index) => (
          <div class={`slot ${index === place && chosen !== undefined ? 'chosen' : ''}`} key={one.start}>
            {sides.map((side, which) => (
              <div class={which === 0 ? 'answers' : 'errors'} key={String(which)}>
                {side.map(({ id, colour }) => (
                  <span key={id} class={colour} style={{ height: `${((one.counts[id] ?? 0) / highest) * 100}%` }} />
                ))}
              </div>
            ))}
            {compares && one.before > 0 && <i class="before" style={{ bottom: `${(one.before / highest) * 100}%` }} />}
          </div>
        ))}
      </div>
      <p class="axis" aria-hidden="true">
        <span>{nameOf(bars[0] ?? bar)}</span>
        <span>{nameOf(bars[Math.floor((bars.length - 1) / 2)] ?? bar)}</span>
        <span>{nameOf(bars.at(-1) ?? bar)}</span>
      </p>
      <details>
        <summary>As a table</summary>
        <Rows label={`Requests by ${span}`}>
          <thead>
            <tr>
              <th scope="col">{span === 'day' ? 'Day' : 'Hour'}</th>
              {series.map(({ id, name }) => (
                <th scope="col" class="figure" key={id}>
                  {name}
                </th>
              ))}
              {extra.map(({ name }) => (
                <th scope="col" class="figure" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.toReversed().map((one) => (
              <tr key={one.start}>
                <th scope="row">{nameOf(one)}</th>
                {series.map(({ id }) => (
                  <td class="figure" key={id}>
                    {number(one.counts[id] ?? 0)}
                  </td>
                ))}
                {extra.map(({ name, value }) => (
                  <td class="figure when" key={name}>
                    {value(one)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Rows>
      </details>
    </div>
  );
}
