import { edgeLimits } from '../rest/edge/edge-limits.ts';
import { audit, openAccounts } from '../src/accounts/index.ts';
import { AlertList, openAlerts, raise } from '../src/alerts/index.ts';
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
import { openOperations } from '../src/operations/index.ts';
import { redisAnswerLimit } from '../src/redis/redis.ts';
import { overdueRegisters, registers, ServedSamples } from '../src/registers/index.ts';
import { openRequests } from '../src/requests/index.ts';
import { tables } from '../src/tables/index.ts';
import { openWatching } from '../src/watching/index.ts';
import { announceAll, isOfList, openWebhooks, waitingMessages } from '../src/webhooks/index.ts';
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
  const { limits = edgeLimits, redisLimit = redisAnswerLimit, localPayments } = options;
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
  const { freshness, dataVersion } = companies.services;
  const samples = new ServedSamples({
    registers: () => freshness.registers(),
    onImport: (callback) => dataVersion.on('moved', callback),
  });
  teardown.push(() => samples.close());
  const matching = openMatching(companies, teardown);
  const changes = openChanges({ ...shared, companies, pool, dataDir, keptDays: retention.changes });
  const operations = await openOperations({
    ...shared,
    database: storage,
    clock,
    tables,
    companies: companies.gauges,
    webhooks: { waiting: () => waitingMessages(pool) },
    retention,
    version,
    redis,
    limitations: config.limitations,
    startsCold: options.startsCold ?? false,
    watchesLoop: options.watchesLoop ?? false,
    metricsServer: { port: config.metricsPort, host: http.host },
    traceEndpoint: config.traceEndpoint,
  });
  const { health, metrics } = operations;

  // People: their accounts and sessions, and how much they may use.
  const accounts = openAccounts({ ...shared, pool, secrets: config.identity.sessionSecrets });
  const watching = openWatching({ ...shared, pool, companies, changes, accounts });
  const webhooks = openWebhooks({
    ...shared,
    pool,
    redis,
    accounts,
    secrets: config.identity.sessionSecrets,
    production,
    version,
    options: options.webhooks,
    ownLists: (client, accountId, ids) => watching.lists.own(client, accountId, ids),
    count: (accountId, span) => (isOfList(span) ? watching.feed.count(span) : new AlertList(pool).count(accountId, span)),
    onDelivery: metrics.webhookDelivery,
    onDisabled: (client, { accountId, endpointId, disabledAt }) =>
      raise(client, {
        accountId,
        kind: 'endpoint_disabled',
        key: `${endpointId} ${disabledAt.toISOString()}`,
        data: { endpointId },
      }),
  });
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
    lookInterval: options.lookInterval,
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
    // Of each kind at most one message waits for an endpoint. It says how many alerts it stands for, and which was the first.
    announce: (client, all) =>
      announceAll(
        client,
        all.map(({ accountId, ...data }) => ({ accountId, type: 'alert.raised', subject: `alert ${data.kind}`, data })),
      ),
    checks: [
      () => accounts.apiKeys.expiring(),
      async () => overdueRegisters({ ...companies.gauges, registers: await companies.editions() }, date()),
    ],
  });
  const leaving = openLeaving({ pool, closing: billing.closing, accounts });
  const leaks = openLeaks({ ...shared, settings: config.secretScanning, keys: accounts.leakedKeys });
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
      apiKeys: accounts.apiKeys,
      members: accounts.members,
      invitations: accounts.invitations,
      signInRules: accounts.signInRules,
      requirableIssuers: identity.requirableIssuers,
      invitationUrl: (token) => `${baseUrl}/dashboard/join#${token}`,
      reconcileAddresses: accounts.reconcileAddresses,
      reconcileUrl: (token) => `${baseUrl}/reconcile/${token}`,
      accountsOf: (email) => accounts.people.accountsOf(email),
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
    localDoors: local?.doors,
    samples,
    record: requests.record,
    metrics,
    now,
    logger,
  });

  // A stop begins with these: load balancers see that the instance is not ready, and requests that wait for changes end.
  teardown.push(() => changes.waiting.close());
  teardown.push(() => watching.waiting.close());
  teardown.push(() => health.drain());
  return {
    url: ownUrl,
    metricsUrl: operations.metricsUrl,
    databaseUrl: storage.url,
    warmUp: async () => void (await Promise.all([identity.warmUp(), matching.warmUp(companies.warmUp()), doors.warmUp()])),
    becomeWarm: () => health.becomeWarm(),
    problem: operations.problem,
    stop: async (linger) => void (await teardown.run(linger)),
  };
}
