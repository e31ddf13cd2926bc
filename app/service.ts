import { edgeLimits } from '../rest/edge/edge-limits.ts';
import { audit, openAccounts } from '../src/accounts/index.ts';
import { openAlerts } from '../src/alerts/index.ts';
import { openOutbox } from '../src/background/outbox.ts';
import { openBilling } from '../src/billing/index.ts';
import { openChanges } from '../src/changes/index.ts';
import { openCompanies } from '../src/companies/index.ts';
import type { Config } from '../src/config/config.ts';
import { openIdentity, openSessionStore } from '../src/identity/index.ts';
import { Teardown } from '../src/kernel/teardown.ts';
import { openLeaks } from '../src/leaks/index.ts';
import { openLeaving } from '../src/leaving/index.ts';
import { openMatching } from '../src/matching/index.ts';
import { openMetering } from '../src/metering/index.ts';
import { openMonitoring } from '../src/monitoring/index.ts';
import { redisAnswerLimitMs } from '../src/redis/redis.ts';
import { openRegisters, registers } from '../src/registers/index.ts';
import { openRequests } from '../src/requests/index.ts';
import { openRetention, tables } from '../src/tables/index.ts';
import { openWatching } from '../src/watching/index.ts';
import { openWebhooks, webhookGauges } from '../src/webhooks/index.ts';
import { loadDevelopment } from './development.ts';
import { openDoors, openServer } from './doors.ts';
import type { Service, ServiceOptions } from './service-options.ts';
import { openStorage } from './storage.ts';

/** Starts the service. If the database is away, the service starts without it, reports that it is not ready, and waits. */
export async function startService(config: Config, options: ServiceOptions): Promise<Service> {
  const { teardown = new Teardown() } = options;
  try {
    return await open(config, { ...options, teardown });
  } catch (error) {
    await teardown.run();
    throw error;
  }
}

/** Opens the features one after another. The teardown closes them in the opposite order. */
async function open(config: Config, options: ServiceOptions & { teardown: Teardown }): Promise<Service> {
  const { logger, teardown, now = () => performance.now() } = options;
  const { limits = edgeLimits, redisLimit = redisAnswerLimitMs, localPayments } = options;
  const { database, dataDir, retention, version, http, production } = config;

  // Storage: PostgreSQL and Redis. The clock of PostgreSQL is that of all instances.
  const storage = await openStorage({
    ...{ logger, teardown },
    date: options.date ?? (() => new Date()),
    databaseDate: options.databaseDate,
    database,
    dataDir,
    redis: config.redis,
    redisAnswerLimit: redisLimit,
    progress: options.progress,
  });
  const { pool, redis, clock } = storage;
  const { date } = clock;
  const shared = { logger, teardown, now, date };

  // Data: the companies of all registers, how they change, and how long everything is kept.
  const companies = await openCompanies({ ...shared, primary: storage, replicas: database, search: config.search, registers });
  const { samples } = openRegisters({ ...shared, pool, companies });
  const matching = openMatching(companies);
  const changes = openChanges({ ...shared, companies, pool, dataDir, keptDays: retention.changes });
  const { health, metrics, metricsUrl } = await openMonitoring({
    ...shared,
    database: storage,
    tables,
    companies: companies.gauges,
    webhooks: webhookGauges(pool),
    version,
    redis,
    limitations: config.limitations,
    startsCold: options.startsCold ?? false,
    watchesLoop: options.watchesLoop ?? false,
    metricsServer: { port: config.metricsPort, host: http.host },
    traceEndpoint: config.traceEndpoint,
  });
  openRetention({ ...shared, pool, clock, tables, days: retention });

  // People: their accounts and sessions, and how much they may use.
  const accounts = openAccounts({ ...shared, pool, secrets: config.identity.sessionSecrets });
  const watching = openWatching({ ...shared, pool, companies, changes, accounts });
  const sessionStore = openSessionStore({ ...shared, pool, accounts });
  const metering = await openMetering({
    ...shared,
    databaseUrl: storage.url,
    pool,
    redis,
    standings: accounts.standings,
    metrics,
    redisAnswerLimit: redisLimit,
    redisClock: options.redisClock,
    abandonedAfter: options.abandonedAfter,
  });
  const requests = openRequests({ ...shared, pool, keptDays: retention.requestLog });

  // Doors: signing in, paying and leaving, and the API before all of it.
  const server = await openServer({ http, limits, teardown });
  const { baseUrl, ownUrl } = server;
  const development = await loadDevelopment(config);
  const local = development?.openDevelopment({ ...shared, settings: config, baseUrl, ownUrl, payments: localPayments });
  const { sessionSecrets = [] } = config.identity;
  const secrets = local && sessionSecrets.length === 0 ? local.secrets : async () => sessionSecrets;
  const identity = openIdentity({
    ...shared,
    pool,
    settings: config.identity,
    playIssuer: local?.playIssuer,
    secrets,
    baseUrl,
    accounts,
    sessionStore,
    redis,
    sessions: options.sessions,
    revalidationIntervalMs: options.revalidationIntervalMs,
    onFailedCredential: metrics.credentialFailed,
  });
  const settings = options.payments ?? localPayments?.settings ?? config.billing;
  const billing = await openBilling({ ...shared, pool, settings, baseUrl, accounts, onDelivery: metrics.paymentEvent });
  const alerts = await openAlerts({
    ...shared,
    pool,
    settings: config.mail,
    caughtMail: local?.caughtMail,
    operators: config.identity.operators,
    baseUrl,
    secrets,
    audit,
  });
  const webhooks = openWebhooks({
    ...shared,
    pool,
    redis,
    accounts,
    watching,
    alerts,
    secrets: config.identity.sessionSecrets,
    production,
    version,
    options: options.webhooks,
    onDelivery: metrics.webhookDelivery,
  });
  openOutbox({ ...shared, pool, readers: [alerts.reader, webhooks.reader] });
  const leaving = openLeaving({ pool, closing: billing.closing, accounts });
  const leaks = openLeaks(config.secretScanning, accounts.leakedKeys, shared);
  const doors = openDoors({
    server,
    limits,
    settings: { http, production, version, bodyMemory: config.bodyMemory },
    services: {
      prisma: storage.prisma,
      ...companies.services,
      ...matching.services,
      changes,
      past: changes.history,
      watching,
      webhooks,
      alerts,
      ...accounts.services(baseUrl),
      requirableIssuers: identity.requirableIssuers,
      sessions: sessionStore.records,
      ...metering,
      ...requests.services,
      ...billing.services,
      ...leaving,
      leaks,
      health,
    },
    identity,
    authenticate: options.authenticate ?? identity.authenticate,
    localDoors: local?.routes,
    samples,
    record: requests.record,
    metrics,
    now,
    logger,
  });

  // A stop begins with these: load balancers see that the instance is not ready, and requests that wait for changes end.
  teardown.push(() => changes.waiting.close());
  teardown.push(() => watching.waiting.close());
  teardown.push(health.drain);
  return {
    url: ownUrl,
    metricsUrl,
    databaseUrl: storage.url,
    warmUp: async () => void (await Promise.all([identity.warmUp(), matching.warmUp(companies.warmUp()), doors.warmUp()])),
    becomeWarm: health.becomeWarm,
    problem: health.problem,
    stop: async (linger) => void (await teardown.run(linger)),
  };
}
