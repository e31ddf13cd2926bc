import { createServer, type Server } from 'node:http';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { newestMigration } from '../database/migrations/builds.ts';

export interface Metrics {
  observe(request: { method: string; route: string; status: number; seconds: number }): void;
  charged(outcome: 'granted' | 'rate_limit_exceeded' | 'monthly_quota_exceeded', units: number): void;
  /** Whether this instance counts requests only for itself, because Redis is unreachable. */
  countsAlone(alone: boolean): void;
  /** An API key or a session was invalid. */
  credentialFailed(): void;
  /** A webhook request of the payment provider was answered. */
  paymentEvent(outcome: 'applied' | 'stale' | 'ignored' | 'duplicate'): void;
  /** A message to a webhook endpoint was delivered, or an attempt failed. */
  webhookDelivery(outcome: string): void;
  /** The event loop stood still for so long. */
  loopStopped(seconds: number): void;
}

/** Values of the companies that are read with the metrics. */
export interface CompanyGauges {
  waitingSearches(): number;
  /** In seconds. */
  replicaLag(): number;
  isOnReplica(): boolean;
  /** The served import of each register. The age of the data is `time()` minus the time of the import. */
  lastImports(): Promise<{ register: string; at: Date }[]>;
  /** How many imports of each register have failed. The number does not fall while failures are kept. */
  failedImports(): Promise<{ register: string; failed: number }[]>;
  /** In days: the longest time between two editions of each register. */
  updateIntervals: readonly { register: string; days: number }[];
}

/** The queue of messages to webhook endpoints, as it is read with the metrics. */
export interface WebhookGauges {
  /** How many messages are due, and for how many seconds the oldest one has been. */
  waiting(): Promise<{ due: number; seconds: number }>;
}

interface MetricsParts {
  pool: pg.Pool;
  companies: CompanyGauges;
  webhooks: WebhookGauges;
  version: string;
}

/** Every metric of ours begins with it, so that it is not confused with one of another service in the same Prometheus. */
const named = (name: string): string => `company_registry_${name}`;

const nothing = () => {};
/** Used instead of the metrics where METRICS_PORT is unset: does nothing. */
export const noMetrics: Metrics = {
  observe: nothing,
  charged: nothing,
  countsAlone: nothing,
  credentialFailed: nothing,
  paymentEvent: nothing,
  webhookDelivery: nothing,
  loopStopped: nothing,
};

/** Metrics of one process: requests, the runtime with its event-loop lag, and the use of the database pool. */
export function createMetrics({ pool, companies, webhooks, version }: MetricsParts): Metrics & { registry: Registry } {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  watchBuild(registry, version);
  watchCompanies(registry, companies);
  const webhookDelivery = watchWebhooks(registry, webhooks);
  const loopStopped = countStops(registry);
  const requests = new Histogram({
    name: named('http_request_duration_seconds'),
    help: 'Requests by route and status; the count of it is their number.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  new Gauge({
    name: named('database_pool_connections'),
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
    name: named('metered_units_total'),
    help: 'Units that were charged, or refused by which limit.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const alone = new Gauge({
    name: named('metering_counts_alone'),
    help: '1 while Redis is out of reach and this instance counts by itself.',
    registers: [registry],
  });
  const absences = new Counter({
    name: named('metering_redis_losses_total'),
    help: 'How often Redis went out of reach.',
    registers: [registry],
  });
  const failed = new Counter({
    name: named('failed_credentials_total'),
    help: 'API keys and sessions that were no good.',
    registers: [registry],
  });
  const events = new Counter({
    name: named('payment_events_total'),
    help: 'Deliveries of the payment provider, by what came of them.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return {
    registry,
    webhookDelivery,
    loopStopped,
    credentialFailed: () => failed.inc(),
    paymentEvent: (outcome) => events.inc({ outcome }),
    observe: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    charged: (outcome, count) => units.inc({ outcome }, count),
    countsAlone: (isAlone) => {
      alone.set(isAlone ? 1 : 0);
      if (isAlone) absences.inc();
    },
  };
}

function watchWebhooks(registry: Registry, { waiting }: WebhookGauges): Metrics['webhookDelivery'] {
  const gauge = (name: string, help: string, of: 'due' | 'seconds') =>
    new Gauge({
      name: named(name),
      help,
      registers: [registry],
      async collect() {
        this.set(
          await waiting().then(
            (found) => found[of],
            () => Number.NaN,
          ),
        );
      },
    });
  gauge('webhook_messages_due', 'Messages to webhook endpoints that are due now.', 'due');
  gauge('webhook_oldest_due_seconds', 'For how long the oldest message that is due has waited for its delivery.', 'seconds');
  const deliveries = new Counter({
    name: named('webhook_deliveries_total'),
    help: 'Attempts to deliver messages to webhook endpoints, by what came of them.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (outcome) => deliveries.inc({ outcome });
}

function countStops(registry: Registry): Metrics['loopStopped'] {
  const stops = new Histogram({
    name: named('event_loop_stop_seconds'),
    help: 'For how long the event loop stood still, of stops from 50 ms on.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  let longest = 0;
  new Gauge({
    name: named('event_loop_longest_stop_seconds'),
    help: 'The longest stop of the event loop since the metrics were read last.',
    registers: [registry],
    collect() {
      this.set(longest);
      longest = 0;
    },
  });
  return (seconds) => {
    stops.observe(seconds);
    longest = Math.max(longest, seconds);
  };
}

function watchBuild(registry: Registry, version: string): void {
  const build = new Gauge({
    name: named('build_info'),
    help: 'The running build: its version, and the newest migration that it has.',
    labelNames: ['version', 'migration'],
    registers: [registry],
  });
  build.set({ version, migration: newestMigration }, 1);
}

function watchCompanies(registry: Registry, companies: CompanyGauges): void {
  new Gauge({
    name: named('register_last_import_timestamp_seconds'),
    help: 'When the data of a register was imported last.',
    labelNames: ['register'],
    registers: [registry],
    async collect() {
      // The other metrics are served without the database too.
      const imports = await companies.lastImports().catch(() => []);
      this.reset();
      for (const { register, at } of imports) this.set({ register }, at.getTime() / 1000);
    },
  });
  new Counter({
    name: named('import_failed_total'),
    help: 'Imports of a register that failed, downloads for an import included.',
    labelNames: ['register'],
    registers: [registry],
    async collect() {
      const registers = await companies.failedImports().catch(() => []);
      this.reset();
      for (const { register, failed } of registers) this.inc({ register }, failed);
    },
  });
  const intervals = new Gauge({
    name: named('register_update_interval_seconds'),
    help: 'The longest time between two editions of a register.',
    labelNames: ['register'],
    registers: [registry],
  });
  for (const { register, days } of companies.updateIntervals) intervals.set({ register }, days * 86_400);
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name: named(name),
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  gauge('searches_waiting', 'Broad searches that wait for their turn.', companies.waitingSearches);
  gauge('replica_lag_seconds', 'For how long a replica lacks an import that the primary has.', companies.replicaLag);
  gauge('reads_on_replica', '1 while company data is read from a replica.', () => (companies.isOnReplica() ? 1 : 0));
}

/** The page that Prometheus reads. It has its own server, because it must not be public. */
export function createMetricsServer(registry: Registry): Server {
  return createServer(async (req, res) => {
    if (req.url !== '/metrics') {
      res.writeHead(404).end();
      return;
    }
    res.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics());
  });
}
