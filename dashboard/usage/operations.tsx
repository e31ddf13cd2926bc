import { milliseconds, number } from '../format.ts';
import { Rows } from '../parts/common.tsx';
import { figure, Head } from '../parts/table.tsx';
import { operationName } from './bars.ts';
import type { BarLatency } from './chart.tsx';

interface OperationCount {
  operation: string;
  statusClass: string;
  requests: number;
  units: number;
}

interface OperationsProps {
  counts: readonly OperationCount[];
  /** By operation. */
  latencies: ReadonlyMap<string, BarLatency>;
}

const figures = ['Requests', 'Errors', 'Units', 'Median', '95 %'];

/** What was asked for: requests, errors, units and latency of each operation. */
export function OperationsTable({ counts, latencies }: OperationsProps) {
  const add = (rows: readonly OperationCount[], name: 'requests' | 'units') => rows.reduce((all, row) => all + row[name], 0);
  const operations = [...Map.groupBy(counts, ({ operation }) => operation)]
    .map(([operation, rows]) => ({
      operation,
      requests: add(rows, 'requests'),
      units: add(rows, 'units'),
      errors: add(
        rows.filter(({ statusClass }) => statusClass >= '4'),
        'requests',
      ),
      latency: latencies.get(operation),
    }))
    .sort((one, other) => other.requests - one.requests);
  return (
    <Rows label="Operations" kind="cards">
      <Head columns={['Operation', ...figures.map((name) => figure(name))]} />
      <tbody>
        {operations.map(({ operation, requests, errors, units, latency }) => (
          <tr key={operation}>
            <th scope="row">{operationName(operation)}</th>
            {[
              number(requests),
              number(errors),
              number(units),
              latency ? milliseconds(latency.median) : '–',
              latency ? milliseconds(latency.p95) : '–',
            ].map((value, place) => (
              <td class="figure" key={figures[place]} data-label={figures[place]}>
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Rows>
  );
}
