import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { newestMigration } from '../database/migrations/builds.ts';

export interface Metrics {
  observe(request: { method: string; route: string; status: number; seconds: number }): void;
  charged(outcome: 'granted' | 'rate_limit_exceeded' | 'monthly_quota_exceeded', units: number): void;
  /** Whether this instance counts requests only for itself, because Redis is unreachable. */
  countsAlone(isAlone: boolean): void;
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

interface MetricSources {
  pool: pg.Pool;
  companies: CompanyGauges;
  webhooks: WebhookGauges;
  version: string;
}

/** Metrics of one process: requests, the runtime with its event-loop lag, and the use of the database pool. */
export function createMetrics({ pool, companies, webhooks, version }: MetricSources): Metrics & { registry: Registry } {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  /** Every name begins with ours, so that a metric is not confused with one of another service in the same Prometheus. */
  const metric = <Label extends string>(name: string, help: string, labelNames: Label[] = []) => ({
    name: `company_registry_${name}`,
    help,
    labelNames,
    registers: [registry],
  });
  const gauge = (name: string, help: string, value: () => number | Promise<number>) =>
    new Gauge({
      ...metric(name, help),
      async collect() {
        this.set(await value());
      },
    });

  const build = metric('build_info', 'The running build: its version, and the newest migration that it has.', [
    'version',
    'migration',
  ]);
  new Gauge(build).set({ version, migration: newestMigration }, 1);
  const requests = new Histogram({
    ...metric('http_request_duration_seconds', 'Requests by route and status; the count of it is their number.', [
      'method',
      'route',
      'status',
    ]),
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  });
  new Gauge({
    ...metric('database_pool_connections', 'Connections of the database pool by state, and the requests that wait for one.', [
      'state',
    ]),
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waited_for' }, pool.waitingCount);
    },
  });
  const failed = new Counter(metric('failed_credentials_total', 'API keys and sessions that were no good.'));
  const events = new Counter(
    metric('payment_events_total', 'Deliveries of the payment provider, by what came of them.', ['outcome']),
  );

  const units = new Counter(metric('metered_units_total', 'Units that were charged, or refused by which limit.', ['outcome']));
  const alone = new Gauge(metric('metering_counts_alone', '1 while Redis is out of reach and this instance counts by itself.'));
  const absences = new Counter(metric('metering_redis_losses_total', 'How often Redis went out of reach.'));

  new Gauge({
    ...metric('register_last_import_timestamp_seconds', 'When the data of a register was imported last.', ['register']),
    async collect() {
      // The other metrics are served without the database too.
      const imports = await companies.lastImports().catch(() => []);
      this.reset();
      for (const { register, at } of imports) this.set({ register }, at.getTime() / 1000);
    },
  });
  new Counter({
    ...metric('import_failed_total', 'Imports of a register that failed, downloads for an import included.', ['register']),
    async collect() {
      const registers = await companies.failedImports().catch(() => []);
      this.reset();
      for (const { register, failed } of registers) this.inc({ register }, failed);
    },
  });
  const intervals = new Gauge(
    metric('register_update_interval_seconds', 'The longest time between two editions of a register.', ['register']),
  );
  for (const { register, days } of companies.updateIntervals) intervals.set({ register }, days * 86_400);
  gauge('searches_waiting', 'Broad searches that wait for their turn.', companies.waitingSearches);
  gauge('replica_lag_seconds', 'For how long a replica lacks an import that the primary has.', companies.replicaLag);
  gauge('reads_on_replica', '1 while company data is read from a replica.', () => Number(companies.isOnReplica()));

  const waiting = (of: 'due' | 'seconds') =>
    webhooks.waiting().then(
      (found) => found[of],
      () => Number.NaN,
    );
  gauge('webhook_messages_due', 'Messages to webhook endpoints that are due now.', () => waiting('due'));
  gauge('webhook_oldest_due_seconds', 'For how long the oldest message that is due has waited for its delivery.', () =>
    waiting('seconds'),
  );
  const deliveries = new Counter(
    metric('webhook_deliveries_total', 'Attempts to deliver messages to webhook endpoints, by what came of them.', ['outcome']),
  );

  const stops = new Histogram({
    ...metric('event_loop_stop_seconds', 'For how long the event loop stood still, of stops from 50 ms on.'),
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  let longestStop = 0;
  gauge('event_loop_longest_stop_seconds', 'The longest stop of the event loop since the metrics were read last.', () => {
    const seconds = longestStop;
    longestStop = 0;
    return seconds;
  });

  return {
    registry,
    observe: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    charged: (outcome, count) => units.inc({ outcome }, count),
    countsAlone: (isAlone) => {
      alone.set(isAlone ? 1 : 0);
      if (isAlone) absences.inc();
    },
    credentialFailed: () => failed.inc(),
    paymentEvent: (outcome) => events.inc({ outcome }),
    webhookDelivery: (outcome) => deliveries.inc({ outcome }),
    loopStopped: (seconds) => {
      stops.observe(seconds);
      longestStop = Math.max(longestStop, seconds);
    },
  };
}
