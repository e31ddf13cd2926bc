import { createApp } from '../rest/app.ts';
import { type EdgeLimits, edgeLimits } from '../rest/edge/edge-limits.ts';
import { listen } from '../rest/edge/server.ts';
import { routes } from '../rest/routes/index.ts';
import { openAccounts } from './accounts/index.ts';
import { createEndpoint, schema } from './api/index.ts';
import { type LocalPayments, openBilling, type PaymentSettings } from './billing/index.ts';
import { openChanges } from './changes/index.ts';
import { openCompanies } from './companies/index.ts';
import type { Config } from './config/config.ts';
import { openDatabase } from './database/client.ts';
import type { Progress } from './database/embedded.ts';
import { migrateDatabase, reachDatabase } from './database/reach.ts';
import { type AuthenticationParts, openIdentity, openSessionStore } from './identity/index.ts';
import type { Logger } from './kernel/logging.ts';
import type { Authenticate } from './kernel/principal.ts';
import { Teardown } from './kernel/teardown.ts';
import { openLeaving } from './leaving/index.ts';
import { openMetering } from './metering/index.ts';
import { openOperations } from './operations/index.ts';
import { openRedis, redisAnswerLimit } from './redis/redis.ts';
import { registers } from './registers/index.ts';
import { tables } from './tables/index.ts';

/** Where the pages of the local payment provider are. */
const localPaymentsPath = '/local-payments';

/** What comes from outside; a test holds these. */
export interface Surroundings {
  logger: Logger;
  progress?: Progress;
  /** A clock that never goes back, in milliseconds. */
  now?: () => number;
  /** The clock on the wall. */
  date?: () => Date;
  sessions?: AuthenticationParts['sessions'];
  authenticate?: Authenticate;
  /** In milliseconds: after so long without an answer Redis counts as gone. A test that counts on it gives it time. */
  redisLimit?: number;
  /** The clock of Redis, in milliseconds since 1970, in place of the one that it tells. */
  redisClock?: () => number;
  /** In milliseconds: units that were taken so long ago and never settled are given back. */
  abandonedAfter?: number;
  /** A payment provider other than the configured one. */
  payments?: PaymentSettings | undefined;
  /** The local one, if it is that. */
  localPayments?: LocalPayments | undefined;
  /** How long parts of an exchange may take, where that is not as usual. */
  limits?: EdgeLimits;
  teardown?: Teardown;
}

export interface Service {
  url: string;
  metricsUrl: string | undefined;
  databaseUrl: string;
  /** Why the service is not ready, or undefined where it is. */
  problem(): Promise<string | undefined>;
  /** Does ahead what the first broad search and the first session would wait for. */
  warmUp(): Promise<void>;
  stop(linger?: number): Promise<void>;
}

/**
 * Puts the service together and starts it. A database that is away stops nothing: readiness tells of it, and its return is
 * noticed.
 */
export async function startService(config: Config, surroundings: Surroundings): Promise<Service> {
  const { teardown = new Teardown() } = surroundings;
  try {
    return await open(config, { ...surroundings, teardown });
  } catch (error) {
    await teardown.run();
    throw error;
  }
}

async function open(config: Config, surroundings: Surroundings & { teardown: Teardown }): Promise<Service> {
  const { logger, progress = () => {}, teardown, limits = edgeLimits, redisLimit = redisAnswerLimit } = surroundings;
  const { now = () => performance.now(), date = () => new Date() } = surroundings;
  const around = { now, date, logger, teardown };

  const databaseUrl = await reachDatabase(config, 'service', progress, teardown);
  // A database of somebody else's is migrated by `npm run migrate` alone, for the service's own role may lack the right.
  if (!config.database.url) await migrateDatabase(databaseUrl, progress);
  const database = openDatabase(databaseUrl, config.database.poolSize);
  teardown.push(database.close);
  const { pool, prisma } = database;
  const redis = config.redis && openRedis(config.redis, logger, redisLimit);
  if (redis) teardown.push(() => redis.disconnect());

  const { threads, clickhouseUrl } = config.search;
  const { replicaUrls, poolSize } = config.database;
  const searching = { threads, clickhouseUrl, registers };
  const companies = await openCompanies({ ...around, database, databaseUrl, replicaUrls, poolSize, ...searching });
  const { watched } = companies;
  const { dataDir, retention } = config;
  const changes = openChanges({ ...around, companies, pool, dataDir, keptDays: retention.changes });
  const accounts = openAccounts({ ...around, pool, secrets: config.identity.sessionSecrets });
  const notice = () => accounts.changes.look();
  const sessionStore = openSessionStore({ ...around, pool, changes: accounts.changes, people: accounts.people });
  const operations = await openOperations({ ...around, config, databaseUrl, pool, tables, watched });
  const { health, metrics } = operations;
  const { standings } = accounts;
  const { metering, ...limiters } = await openMetering({
    ...surroundings,
    ...around,
    databaseUrl,
    redis,
    standings,
    metrics,
    redisAnswerLimit: redisLimit,
  });

  const http = await listen({ ...config.http, limits });
  // Its own limits say when it is over.
  teardown.push(http.close, { limit: 9_000 });
  const url = `http://${config.http.reachableHost}:${http.port}`;
  const baseUrl = config.http.baseUrl ?? url;
  const { sessions } = surroundings;
  const onFailedCredential = metrics.credentialFailed;
  const identityParts = { config, baseUrl, address: url, accounts, sessionStore, redis, sessions, onFailedCredential };
  const identity = openIdentity({ ...around, ...identityParts });
  const { localPayments } = surroundings;
  const settings = surroundings.payments ?? localPayments?.settings ?? config.billing;
  const { closing, ...billing } = await openBilling({
    ...around,
    pool,
    settings,
    baseUrl,
    notice,
    onDelivery: metrics.paymentEvent,
  });
  const { apiKeys } = accounts;
  const app = createApp({
    schema,
    routes,
    services: {
      prisma,
      ...companies.services,
      changes,
      past: changes.history,
      apiKeys,
      sessions: sessionStore.records,
      ...billing,
      metering,
      ...limiters,
      health,
      ...openLeaving({ pool, closing, changes: accounts.changes, departures: accounts.departures }),
    },
    authenticate: surroundings.authenticate ?? identity.authenticate,
    endpoint: createEndpoint({ schema, production: config.production, logger }),
    signIn: identity.signIn,
    localDoors: [
      ...(identity.localIssuer ? [{ door: 'signIn' as const, ...identity.localIssuer }] : []),
      ...(localPayments
        ? [{ door: 'payments' as const, path: localPaymentsPath, listener: localPayments.pagesAt(baseUrl + localPaymentsPath) }]
        : []),
    ],
    allowsInsecureDevelopment: config.allowsInsecureDevelopment,
    logger,
    metrics,
    version: config.version,
    baseUrl,
    production: config.production,
    trustProxy: config.http.trustProxy,
    limits,
    bodyMemory: config.bodyMemory,
  });
  http.serve(app, `${baseUrl}/docs`);
  // The first steps of the way down: nobody is sent here any more, and nobody waits for news.
  teardown.push(() => changes.waiting.close());
  teardown.push(() => health.drain());
  return {
    url,
    metricsUrl: operations.metricsUrl,
    databaseUrl,
    warmUp: async () => void (await Promise.all([identity.warmUp(), companies.warmUp()])),
    problem: operations.problem,
    stop: async (linger) => void (await teardown.run(linger)),
  };
}
