import { createServer, type Server } from 'node:http';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  observe(request: { method: string; route: string; status: number; seconds: number }): void;
  charged(outcome: 'granted' | 'rate_limit_exceeded' | 'monthly_quota_exceeded', units: number): void;
  /** Whether this instance counts the limits alone, because Redis is out of reach. */
  countsAlone(alone: boolean): void;
}

/** Stands for the metrics where METRICS_PORT is unset. */
export const noMetrics: Metrics = { observe: () => {}, charged: () => {}, countsAlone: () => {} };

/** Metrics of one process: requests, the runtime with its event-loop lag, and the use of the database pool. */
export function createMetrics(pool: pg.Pool): Metrics & { registry: Registry } {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by route and status; the count of it is their number.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of the database pool by state, and the requests that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waited_for' }, pool.waitingCount);
    },
  });
  const units = new Counter({
    name: 'metered_units_total',
    help: 'Units that were charged, or refused by which limit.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const alone = new Gauge({
    name: 'metering_counts_alone',
    help: '1 while Redis is out of reach and this instance counts by itself.',
    registers: [registry],
  });
  const absences = new Counter({
    name: 'metering_redis_losses_total',
    help: 'How often Redis went out of reach.',
    registers: [registry],
  });
  return {
    registry,
    observe: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    charged: (outcome, count) => units.inc({ outcome }, count),
    countsAlone: (isAlone) => {
      alone.set(isAlone ? 1 : 0);
      if (isAlone) absences.inc();
    },
  };
}

/** The page that Prometheus reads. It has its own server, because it must not be public. */
export function metricsServer(registry: Registry): Server {
  return createServer(async (req, res) => {
    if (req.url !== '/metrics') {
      res.writeHead(404).end();
      return;
    }
    res.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics());
  });
}
