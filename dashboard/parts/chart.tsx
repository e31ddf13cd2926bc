import { dayOfMonth, number } from '../format.ts';
import type { Bar, Series } from '../usage-chart.ts';
import { Rows } from './common.tsx';

interface ChartProps {
  bars: Bar[];
  series: Series[];
}

const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((total, count) => total + count, 0);

/** Requests by day, stacked. The table below the chart has every number. */
export function Chart({ bars, series }: ChartProps) {
  const highest = Math.max(1, ...bars.map(({ counts }) => sum(counts)));
  const total = bars.reduce((all, { counts }) => all + sum(counts), 0);
  const label = `${number(total)} requests in ${bars.length} days, at most ${number(highest)} on one day`;
  return (
    <div class="chart">
      <ul class="legend">
        {series.map(({ id, name, colour }) => (
          <li key={id}>
            <span class={`swatch ${colour}`} /> {name}
          </li>
        ))}
      </ul>
      <div class="plot" role="img" aria-label={label}>
        <span class="highest">{number(highest)}</span>
        {bars.map(({ day, counts }) => (
          <div class="day" key={day} title={`${dayOfMonth(day)}: ${number(sum(counts))}`}>
            {series.map(({ id, colour }) => (
              <span key={id} class={colour} style={{ height: `${((counts[id] ?? 0) / highest) * 100}%` }} />
            ))}
          </div>
        ))}
      </div>
      <p class="axis" aria-hidden="true">
        <span>{dayOfMonth(bars[0]?.day ?? '')}</span>
        <span>{dayOfMonth(bars.at(-1)?.day ?? '')}</span>
      </p>
      <details>
        <summary>As a table</summary>
        <Rows label="Requests by day">
          <thead>
            <tr>
              <th scope="col">Day</th>
              {series.map(({ id, name }) => (
                <th scope="col" class="figure" key={id}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.toReversed().map(({ day, counts }) => (
              <tr key={day}>
                <th scope="row">{dayOfMonth(day)}</th>
                {series.map(({ id }) => (
                  <td class="figure" key={id}>
                    {number(counts[id] ?? 0)}
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
