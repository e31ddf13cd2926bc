import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import { readMigrations } from '../database/migrations/migrations.ts';
import type { Pool } from '../database/pool.ts';
import { watchReadiness } from '../database/readiness.ts';
import type { Table } from '../database/table.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Teardown } from '../kernel/teardown.ts';
import type { RedisClient } from '../redis/redis.ts';
import { createHealth } from './health.ts';
import { watchLoop } from './loop-watch.ts';
import { type CompanyGauges, createMetrics, type Metrics, noMetrics, type WebhookGauges } from './metrics.ts';
import { startTracing } from './tracing.ts';

export { warmingUp } from './health.ts';
export type { Metrics } from './metrics.ts';

interface MonitoringOptions {
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
  /** Without a port no metrics are collected. */
  metricsServer: { port: number | undefined; host: string };
  /** Unset: nothing is traced. */
  traceEndpoint: string | undefined;
  now(): number;
  date(): Date;
  logger: Logger;
  teardown: Teardown;
}

/** Probes, metrics and traces. */
export async function openMonitoring(options: MonitoringOptions) {
  const { database, tables, companies, webhooks, version, now, date, logger, teardown } = options;
  const { pool } = database;
  const readiness = watchReadiness({ ...database, migrations: readMigrations(), tables, now });
  teardown.push(readiness.close);
  const onChange = (problem: string | undefined) => (problem ? logger.warn({ problem }, 'not ready') : logger.info('ready'));
  const health = createHealth({ ...options, readiness, onChange });
  if (options.traceEndpoint) startTracing({ endpoint: options.traceEndpoint, version, date, logger, teardown });
  const { port, host } = options.metricsServer;
  const measured = port === undefined ? undefined : createMetrics({ pool, companies, webhooks, version });
  const metricsUrl = measured && (await serveMetrics(measured.registry, port, host, teardown));
  const metrics: Metrics = measured ?? noMetrics;
  if (options.watchesLoop) watchLoop({ onStop: metrics.loopStopped, logger, teardown });
  return { health, metrics, metricsUrl };
}

/** The page that Prometheus reads. It has its own server, because it must not be public. */
async function serveMetrics(registry: Registry, port: number | undefined, host: string, teardown: Teardown): Promise<string> {
  const server = createServer(async (req, res) => {
    if (req.url !== '/metrics') {
      res.writeHead(404).end();
      return;
    }
    res.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics());
  });
  await once(server.listen(port, host), 'listening');
  teardown.push(() => server.close());
  const listening = server.address();
  return `http://localhost:${typeof listening === 'object' && listening?.port}/metrics`;
}
