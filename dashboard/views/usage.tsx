import { useState } from 'preact/hooks';
import type { Span } from '../../src/requests/limits.ts';
import { milliseconds, number } from '../format.ts';
import type { Operations } from '../operations.generated.ts';
import { Loading, Panel, ProblemNote } from '../parts/common.tsx';
import { usePowers } from '../powers.ts';
import { type Count, chartOf, countsByDay, type Grouping, operationName, totalsOf } from '../usage/bars.ts';
import { type BarLatency, Chart } from '../usage/chart.tsx';
import { csv, save } from '../usage/csv.ts';
import { LatencyChart } from '../usage/latency-chart.tsx';
import { OperationsTable } from '../usage/operations.tsx';
import { Quota, QuotaLine } from '../usage/quota.tsx';
import { useQuery, useWhileVisible } from '../use-query.ts';

type Data = Operations['usage']['data'];

const times: { name: string; span: Span; length: number }[] = [
  { name: '24 hours', span: 'hour', length: 24 },
  { name: '7 days by hour', span: 'hour', length: 168 },
  { name: '31 days', span: 'day', length: 31 },
  { name: '90 days', span: 'day', length: 90 },
];
const groupings: Grouping[] = ['status', 'key', 'operation'];

export function UsageView() {
  const [time, setTime] = useState(2);
  const [grouping, setGrouping] = useState<Grouping>('status');
  const [compares, setCompares] = useState(false);
  const { span, length } = times[time] ?? { span: 'day', length: 31 };
  // The time before is asked for too, to compare.
  const { data, problem, reload } = useQuery('usage', {
    days: span === 'day' ? 2 * length : 31,
    span,
    count: 2 * length,
    shown: length,
    quotaDays: 63,
  });
  useWhileVisible(reload, 10_000);
  const may = usePowers();
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  const now = new Date();
  const { usage } = data.account;
  const counts = countsOf(data, span, grouping);
  const { bars, series } = chartOf({ counts, span, length, grouping, keys: data.usage.byKey, now });
  const totals = totalsOf(bars, series);
  const first = bars[0]?.start ?? '';
  const latencies = latenciesOf(data, ({ start, operation }) => (operation === null ? start : null));
  const byOperation = latenciesOf(data, ({ start, operation }) => (start === null ? operation : null));
  const whole = data.shown.latencies.find(({ start, operation }) => start === null && operation === null);
  const shown = data.statistics.counts.filter(({ start }) => start >= first);
  return (
    <>
      <Panel title="Quota" aside={may('billing') && <a href="/dashboard/billing">Change plan</a>}>
        <Quota usage={usage} days={data.quota.counts} now={now} />
        <QuotaLine usage={usage} days={data.quota.counts} now={now} />
      </Panel>
      <Panel
        title={`Requests by ${span}`}
        aside={
          <button type="button" class="quiet" onClick={() => save(`usage-by-${span}.csv`, tableOf(data, first))}>
            Download as CSV
          </button>
        }
      >
        <div class="choices">
          <fieldset class="tabs">
            <legend>Time</legend>
            {times.map(({ name }, place) => (
              <button type="button" key={name} aria-pressed={place === time} onClick={() => setTime(place)}>
                {name}
              </button>
            ))}
          </fieldset>
          <fieldset class="tabs">
            <legend>By</legend>
            {groupings.map((name) => (
              <button type="button" key={name} aria-pressed={name === grouping} onClick={() => setGrouping(name)}>
                {name}
              </button>
            ))}
          </fieldset>
          <label class="check">
            <input type="checkbox" checked={compares} onChange={() => setCompares(!compares)} /> Compare with the{' '}
            {span === 'day' ? `${length} days` : `${length} hours`} before
          </label>
        </div>
        {totals.requests > 0 ? (
          <>
            <p class="figures">
              <span>
                <strong>{number(totals.requests)}</strong> requests{compares && ` (${changeOf(totals.requests, totals.before)})`}
              </span>
              <span>
                <strong>{percent(totals.errors / totals.requests)}</strong> errors
              </span>
              {whole && (
                <span>
                  <strong>{milliseconds(whole.median)}</strong> median latency
                </span>
              )}
            </p>
            <Chart key={`${span} ${length}`} bars={bars} series={series} span={span} compares={compares} latencies={latencies} />
            {whole && <LatencyChart bars={bars} span={span} latencies={latencies} whole={whole} />}
          </>
        ) : (
          <p class="empty">
            No requests in this time. <a href="/docs/quick-start">Send your first one</a>: it appears here within seconds.
          </p>
        )}
        <p class="faint">
          Only requests for company data count.{' '}
          {may('logs') && (
            <>
              The <a href="/dashboard/requests">request log</a> has every single one.
            </>
          )}{' '}
          Times are in UTC.
        </p>
      </Panel>
      {shown.length > 0 && (
        <Panel title="Operations">
          <OperationsTable counts={shown} latencies={byOperation} />
        </Panel>
      )}
    </>
  );
}

/** The ledger counts by day since the account began. Hours and operations are in the statistics. */
function countsOf({ usage, statistics }: Data, span: Span, grouping: Grouping): Count[] {
  if (span === 'hour' || grouping === 'operation') return statistics.counts;
  return countsByDay(usage.answers);
}

type Latency = Data['shown']['latencies'][number];

/** The latencies that have a name. */
function latenciesOf({ shown }: Data, nameOf: (latency: Latency) => string | null): ReadonlyMap<string, BarLatency> {
  return new Map(
    shown.latencies.flatMap((latency) => {
      const name = nameOf(latency);
      return name === null ? [] : [[name, latency] as const];
    }),
  );
}

const percent = (share: number): string => `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;

function changeOf(now: number, before: number): string {
  if (before === 0) return 'none before';
  const share = Math.round((now / before - 1) * 100);
  return `${share >= 0 ? '+' : '−'}${number(Math.abs(share))} % compared with ${number(before)} before`;
}

function tableOf({ statistics, usage }: Data, first: string): string {
  const keyOf = (id: string | null) =>
    id === null ? 'dashboard' : (usage.byKey.find(({ keyId }) => keyId === id)?.keyName ?? id);
  return csv([
    ['start (UTC)', 'key', 'key id', 'operation', 'status', 'requests', 'units'],
    ...statistics.counts
      .filter(({ start }) => start >= first)
      .map(({ start, keyId, operation, statusClass, requests, units }) => [
        start,
        keyOf(keyId),
        keyId,
        operationName(operation),
        statusClass,
        requests,
        units,
      ]),
  ]);
}
