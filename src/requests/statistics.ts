import type pg from 'pg';
import type { RequestStatistic } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { nilUuid } from '../kernel/uuid.ts';
import { noLatencies, quantileMs } from './latencies.ts';
import { type Span, spanMs } from './limits.ts';
import type { Recorder } from './recorder.ts';

/** Metered answers of one hour or day, to one key and operation, with one class of status. */
export interface RequestCount extends Pick<RequestStatistic, 'start' | 'operation' | 'statusClass'> {
  keyId: string | null;
  requests: number;
  units: number;
}

/** How long answers took: of one hour or day, or of one operation in the whole time. */
export interface LatencySummary {
  start: Date | null;
  operation: string | null;
  /** In milliseconds. */
  median: number;
  p95: number;
}

const readCounts = sql<RequestCount>`
  SELECT start, nullif(key_id, '${nilUuid}') AS "keyId", operation, status_class AS "statusClass", requests::float8, units::float8
  FROM request_statistic WHERE account_id = $1 AND span = $2 AND start >= $3
  ORDER BY start, key_id, operation, status_class`;

interface LatencyRow extends Pick<LatencySummary, 'start' | 'operation'> {
  /** The number of its class, from 1 on. */
  place: number;
  answers: number;
}

/** Refused requests are left out: they take next to no time, and would hide how long answers take. */
const readLatencies = sql<LatencyRow>`
  SELECT start, operation, place::int, sum(answers)::float8 AS answers
  FROM request_statistic CROSS JOIN LATERAL unnest(latencies) WITH ORDINALITY AS latency (answers, place)
  WHERE account_id = $1 AND span = $2 AND start >= $3 AND status_class IN ('2xx', '3xx') AND answers > 0
  GROUP BY GROUPING SETS ((start, place), (operation, place), (place)) ORDER BY start, operation`;

/** Reads how many requests an account sent, and how long the answers took. */
export function openStatistics(pool: pg.Pool, recorder: Pick<Recorder, 'writeAll'> | undefined, date: () => Date) {
  const valuesOf = async (accountId: string, span: Span, count: number): Promise<unknown[]> => {
    await recorder?.writeAll().catch(() => {});
    const now = date().getTime();
    const lengthMs = spanMs[span];
    return [accountId, span, new Date(now - (now % lengthMs) - (count - 1) * lengthMs)];
  };
  return {
    /** The requests of the last hours or days, the current one included. */
    counts: async (accountId: string, span: Span, count: number): Promise<RequestCount[]> => {
      const values = await valuesOf(accountId, span, count);
      return (await pool.query({ name: 'read-request-counts', text: readCounts, values })).rows;
    },
    /** How long their answers took: by hour or day, by operation, and of all. */
    latencies: async (accountId: string, span: Span, count: number): Promise<LatencySummary[]> => {
      const values = await valuesOf(accountId, span, count);
      const { rows } = await pool.query({ name: 'read-request-latencies', text: readLatencies, values });
      const summaries = Map.groupBy(rows, ({ start, operation }) => `${start?.getTime() ?? ''} ${operation ?? ''}`);
      return [...summaries.values()].map(summaryOf);
    },
  };
}

export type Statistics = ReturnType<typeof openStatistics>;

function summaryOf(rows: LatencyRow[]): LatencySummary {
  const latencies = noLatencies();
  for (const { place, answers } of rows) latencies[place - 1] = answers;
  const { start = null, operation = null } = rows[0] ?? {};
  return { start, operation, median: quantileMs(latencies, 0.5) ?? 0, p95: quantileMs(latencies, 0.95) ?? 0 };
}
