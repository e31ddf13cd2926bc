import type { Span } from '../../src/requests/limits.ts';
import { milliseconds } from '../format.ts';
import type { Bar } from './bars.ts';
import type { BarLatency } from './chart.tsx';

interface LatencyProps {
  bars: Bar[];
  span: Span;
  latencies: ReadonlyMap<string, BarLatency>;
  /** Of all answers. */
  whole: BarLatency;
}

/** The median and the 95 % of latency as lines, under the bars of the same hours or days. */
export function LatencyChart({ bars, span, latencies, whole }: LatencyProps) {
  const highest = Math.max(1, ...[...latencies.values()].map(({ p95 }) => p95));
  const points = (value: (latency: BarLatency) => number): string[] =>
    bars.flatMap(({ start }, place) => {
      const latency = latencies.get(start);
      return latency ? [`${(place + 0.5) / bars.length},${1 - value(latency) / highest}`] : [];
    });
  const lines = { median: points(({ median }) => median), p95: points(({ p95 }) => p95) };
  const hasLines = lines.median.length > 1;
  return (
    <div class="chart latency">
      <h3>Latency</h3>
      <ul class="legend">
        <li>
          <span class="swatch key-1" /> median {milliseconds(whole.median)}
        </li>
        <li>
          <span class="swatch key-3" /> 95 % within {milliseconds(whole.p95)}
        </li>
      </ul>
      {hasLines ? (
        <div class="lines">
          <span class="highest">{milliseconds(highest)}</span>
          <svg
            viewBox="0 0 1 1"
            preserveAspectRatio="none"
            role="img"
            aria-label={`Latency: median ${milliseconds(whole.median)}, 95 % within ${milliseconds(whole.p95)}`}
          >
            {Object.entries(lines).map(([name, line]) => (
              <polyline key={name} class={name} points={line.join(' ')} />
            ))}
          </svg>
        </div>
      ) : (
        <p class="faint">Lines appear here once there are answers {span === 'day' ? 'on two days' : 'in two hours'}.</p>
      )}
    </div>
  );
}
