import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Config } from '../config/config.ts';
import { readMigrations } from '../database/migrations.ts';
import type { Pool } from '../database/pool.ts';
import { watchReadiness } from '../database/readiness.ts';
import type { Table } from '../database/table.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { Health } from './health.ts';
import { createMetrics, type Metrics, metricsServer, noMetrics, type Watched } from './metrics.ts';
import { Retention } from './retention.ts';
import { startTracing } from './tracing.ts';

export { type Metrics, noMetrics } from './metrics.ts';

interface OperationsParts {
  config: Config;
  databaseUrl: string;
  pool: Pool;
  watched: Watched;
  tables: readonly Table[];
  now(): number;
  date(): Date;
  logger: Logger;
  teardown: Teardown;
}

/** Probes, metrics, and the deletion of old data. */
export async function openOperations({
  config,
  databaseUrl,
  pool,
  watched,
  tables,
  now,
  date,
  logger,
  teardown,
}: OperationsParts) {
  const readiness = watchReadiness({ url: databaseUrl, pool, migrations: readMigrations(), tables, now });
  teardown.push(readiness.close);
  const health = new Health(config.version, readiness, (problem) =>
    problem ? logger.warn({ problem }, 'not ready') : logger.info('ready'),
  );
  const { version, traceEndpoint: endpoint } = config;
  if (endpoint) startTracing({ endpoint, version, logger, teardown });
  const measured = config.metricsPort === undefined ? undefined : createMetrics({ pool, watched, version: config.version });
  const metricsUrl = measured && (await serve(metricsServer(measured.registry), config, teardown));
  const retention = new Retention({ pool, days: config.retention, tables, date, logger });
  retention.watch();
  teardown.push(() => retention.close());
  const metrics: Metrics = measured ?? noMetrics;
  return { health, metrics, metricsUrl, problem: () => readiness.check() };
}

async function serve(server: Server, { metricsPort, http }: Config, teardown: Teardown): Promise<string> {
  await once(server.listen(metricsPort, http.host), 'listening');
  teardown.push(() => server.close());
  const address = server.address();
  return `http://localhost:${typeof address === 'object' && address?.port}/metrics`;
}
