import { once } from 'node:events';
import type { Server } from 'node:http';
import { repeat } from '../background/repeat.ts';
import type { Config } from '../config/config.ts';
import { readMigrations } from '../database/migrations/migrations.ts';
import type { Pool } from '../database/pool.ts';
import { watchReadiness } from '../database/readiness.ts';
import type { Table } from '../database/table.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Teardown } from '../kernel/teardown.ts';
import type { RedisClient } from '../redis/redis.ts';
import { Health } from './health.ts';
import { watchLoop } from './loop-watch.ts';
import {
  type CompanyGauges,
  createMetrics,
  createMetricsServer,
  type Metrics,
  noMetrics,
  type WebhookGauges,
} from './metrics.ts';
import { Retention, retentionPauses } from './retention.ts';
import { startTracing } from './tracing.ts';

export { warmingUp } from './health.ts';
export type { Metrics } from './metrics.ts';
export { Retention } from './retention.ts';

interface MonitoringParts {
  database: { url: string; pool: Pool };
  tables: readonly Table[];
  companies: CompanyGauges;
  webhooks: WebhookGauges;
  version: string;
  /** Undefined if Redis is not used. */
  redis: RedisClient | undefined;
  /** The features that are off because a setting is missing. */
  limitations: Config['limitations'];
  /** Whether the service is not ready before it is warm. */
  startsCold: boolean;
  /** Whether it says so if the event loop stands still. */
  watchesLoop: boolean;
  /** For how many days rows are kept. */
  retention: Config['retention'];
  /** Without a port no metrics are collected. */
  metricsServer: { port: number | undefined; host: string };
  /** Unset: nothing is traced. */
  traceEndpoint: string | undefined;
  now(): number;
  date(): Date;
  /** The clock of the database. */
  clock: { ask(): Promise<Date> };
  logger: Logger;
  teardown: Teardown;
}

/** Probes, metrics, traces, and the deletion of old data. */
export async function openMonitoring(parts: MonitoringParts) {
  const { database, tables, companies, webhooks, version, now, date, logger, teardown } = parts;
  const { url, pool } = database;
  const readiness = watchReadiness({ url, pool, migrations: readMigrations(), tables, now });
  teardown.push(readiness.close);
  const health = new Health({
    version,
    readiness,
    redis: parts.redis,
    startsCold: parts.startsCold,
    date,
    limitations: parts.limitations,
    onChange: (problem) => (problem ? logger.warn({ problem }, 'not ready') : logger.info('ready')),
  });
  if (parts.traceEndpoint) startTracing({ endpoint: parts.traceEndpoint, version, date, logger, teardown });
  const { port, host } = parts.metricsServer;
  const measured = port === undefined ? undefined : createMetrics({ pool, companies, webhooks, version });
  const metricsUrl = measured && (await serve(createMetricsServer(measured.registry), port, host, teardown));
  const retention = new Retention({ pool, days: parts.retention, tables, clock: parts.clock, logger });
  repeat({ name: 'retention', ...retentionPauses, run: (signal) => retention.run(signal), logger, teardown });
  const metrics: Metrics = measured ?? noMetrics;
  if (parts.watchesLoop) watchLoop({ onStop: metrics.loopStopped, logger, teardown });
  return { health, metrics, metricsUrl, problem: () => health.problem() };
}

async function serve(server: Server, port: number | undefined, host: string, teardown: Teardown): Promise<string> {
  await once(server.listen(port, host), 'listening');
  teardown.push(() => server.close());
  const address = server.address();
  return `http://localhost:${typeof address === 'object' && address?.port}/metrics`;
}
