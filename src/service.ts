import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { createApp } from '../rest/app.ts';
import { type EdgeLimits, edgeLimits } from '../rest/limits.ts';
import { routes } from '../rest/routes/index.ts';
import { listen } from '../rest/server.ts';
import { ApiKeys } from './accounts/api-keys.ts';
import { AccountChanges } from './accounts/changes.ts';
import { IdempotentAnswers } from './accounts/idempotent-answers.ts';
import { KeyRing } from './accounts/key-ring.ts';
import { KeyUse } from './accounts/key-use.ts';
import { People } from './accounts/people.ts';
import { Standings } from './accounts/standings.ts';
import { createEndpoint } from './api/endpoint.ts';
import { schema } from './api/schema.ts';
import { Checkout } from './billing/checkout.ts';
import { Closing } from './billing/closing.ts';
import { PaymentEvents } from './billing/payment-events.ts';
import { type PaymentSettings, reachProvider } from './billing/provider.ts';
import { undoSecondSubscriptions } from './billing/second-subscription.ts';
import { openChanges } from './changes/index.ts';
import { DataVersion } from './companies/data-version.ts';
import { Records } from './companies/records.ts';
import { Scanner } from './companies/search/scanner.ts';
import { Search } from './companies/search/search.ts';
import { SourceTerms } from './companies/source-terms.ts';
import { openDatabase } from './database/client.ts';
import { openPool } from './database/connection.ts';
import type { Progress } from './database/embedded.ts';
import { readMigrations } from './database/migrations.ts';
import { migrateDatabase, reachDatabase } from './database/reach.ts';
import { watchReadiness } from './database/readiness.ts';
import { answerLimit, openRedis, withoutCommand } from './database/redis.ts';
import { type AuthenticationParts, createAuthenticate } from './identity/authenticate.ts';
import { FailedCredentials } from './identity/failed-credentials.ts';
import { Issuer } from './identity/issuer.ts';
import { kept } from './identity/kept.ts';
import { LocalIssuer, localClientId, localIssuerPath } from './identity/local-issuer.ts';
import { OpenSessions } from './identity/open-sessions.ts';
import { SessionRecords } from './identity/session-records.ts';
import { SessionUse } from './identity/session-use.ts';
import { Sessions, sessionSeal } from './identity/sessions.ts';
import { SignIn } from './identity/sign-in.ts';
import type { Config } from './kernel/config.ts';
import type { Logger } from './kernel/logging.ts';
import type { Authenticate } from './kernel/principal.ts';
import { Teardown } from './kernel/teardown.ts';
import { Erasure } from './leaving/erasure.ts';
import { AccountExports } from './leaving/export.ts';
import type { Counters } from './metering/counters.ts';
import { FallbackCounters } from './metering/fallback-counters.ts';
import { Metering } from './metering/metering.ts';
import { OwnCounters } from './metering/own-counters.ts';
import { SessionLimits } from './metering/session-limits.ts';
import type { SharedSettings } from './metering/shared-counters.ts';
import { Health } from './operations/health.ts';
import { createMetrics, type Metrics, metricsServer, noMetrics } from './operations/metrics.ts';
import { Retention } from './operations/retention.ts';
import { plainNumber } from './registers/numbers.ts';
import { registers } from './registers/registers.ts';

/** How each register spells its numbers. */
const spellings = registers.map(({ country, normalizeNumber = plainNumber }) => ({
  countryCode: country.code,
  spell: normalizeNumber,
}));

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

/** Puts the service together and starts it. A database that is away stops nothing: readiness tells of it, and its return is noticed. */
export async function startService(config: Config, surroundings: Surroundings): Promise<Service> {
  const { logger, progress = () => {}, teardown = new Teardown() } = surroundings;
  const {
    now = () => performance.now(),
    date = () => new Date(),
    payments = config.billing,
    redisLimit = answerLimit,
    limits = edgeLimits,
  } = surroundings;
  try {
    const databaseUrl = await reachDatabase(config, 'service', progress, teardown);
    // A database of somebody else's is migrated by `npm run migrate` alone, for the service's own role may lack the right.
    if (!config.database.url) await migrateDatabase(databaseUrl, progress);

    const database = openDatabase(databaseUrl, config.database.poolSize);
    teardown.push(database.close);
    const redis = config.redis.url ? openRedis(config.redis.url, logger, redisLimit) : undefined;
    if (redis) teardown.push(() => redis.disconnect());
    const dataVersion = new DataVersion(database.pool);
    dataVersion.watch();
    teardown.push(() => dataVersion.close());
    const scanner = new Scanner({
      databaseUrl,
      threads: config.search.threads,
      onRefusal: (accountId, waiting) => logger.warn({ accountId, waiting }, 'a search waited in vain for its turn'),
    });
    teardown.push(() => scanner.close());
    const keepUp = (version: string) =>
      scanner.at(version).then(
        () => {},
        () => {},
      );
    dataVersion.on('moved', (version) => scanner.isRunning && keepUp(version));
    const changes = new AccountChanges(database.pool, now);
    changes.watch();
    teardown.push(() => changes.close());
    const standings = new Standings(database.pool, changes);
    const keys = new KeyRing(database.pool, changes, now);
    const use = new KeyUse(database.pool, date, logger);
    use.watch();
    teardown.push(() => use.close());
    const people = new People(database.pool, changes);
    const openSessions = new OpenSessions(database.pool, changes);
    const seen = new SessionUse(database.pool, date, logger);
    seen.watch();
    teardown.push(() => seen.close());
    const records = new SessionRecords(database.pool, openSessions);
    const failures = new FailedCredentials(redis, now);
    const readiness = watchReadiness(databaseUrl, database.pool, readMigrations(), now);
    teardown.push(readiness.close);
    const health = new Health(config.version, readiness, (problem) =>
      problem ? logger.warn({ problem }, 'not ready') : logger.info('ready'),
    );

    const metrics = config.metricsPort === undefined ? undefined : createMetrics(database.pool);
    const metricsUrl = metrics && (await serveMetrics(metrics.registry, config, teardown));

    const usagePool = openPool(databaseUrl, 1);
    teardown.push(() => usagePool.end());
    const settings = { ...surroundings, now, date, answerLimit: redisLimit };
    const counters = redis ? await countIn(redis, settings, logger, metrics ?? noMetrics, teardown) : new OwnCounters(date);
    const metering = new Metering({ standings, counters, pool: usagePool, onCharge: (metrics ?? noMetrics).charged });
    metering.watch();
    teardown.push(() => metering.close().catch((error) => lose(logger, error)), { isVital: true, limit: 2_000 });

    const retention = new Retention({ pool: database.pool, days: config.retention, date, logger });
    retention.watch();
    teardown.push(() => retention.close());

    const http = await listen(config.http.port, config.http.host, limits);
    // Its own limits say when it is over.
    teardown.push(http.close, { limit: 9_000 });
    const url = `http://${config.http.reachableHost}:${http.port}`;
    const baseUrl = config.http.baseUrl ?? url;
    const identity = reachIdentity({ config, baseUrl, address: url, now, logger, open: openSessions, seen, records });
    const { sessions = identity.sessions } = surroundings;
    const { authenticate = createAuthenticate({ sessions, people, keys, use, failures }) } = surroundings;
    const provider = await reachProvider(payments);
    const { pool } = database;
    const sourceTerms = new SourceTerms(pool);
    const companyChanges = openChanges({
      pool,
      version: dataVersion,
      terms: sourceTerms,
      registers,
      dataDir: config.dataDir,
      keptDays: config.retention.changes,
      date,
    });
    const notice = () => changes.look();
    const app = createApp({
      schema,
      routes,
      services: {
        prisma: database.prisma,
        health,
        dataVersion,
        records: new Records(database.pool, dataVersion),
        search: new Search({ pool: database.pool, version: dataVersion, scanner, spellings }),
        sourceTerms,
        changes: companyChanges,
        apiKeys: new ApiKeys({ pool, ring: keys, answers: new IdempotentAnswers(config.identity.sessionSecrets) }),
        sessions: records,
        accountExports: new AccountExports(pool),
        erasure: new Erasure({ pool, closing: new Closing({ pool, provider, logger }), metering, notice }),
        checkout: new Checkout({ pool, provider, prices: payments?.prices, baseUrl }),
        paymentEvents: new PaymentEvents({
          pool,
          logger,
          settings: payments,
          now: date,
          notice,
          onSecondSubscription: undoSecondSubscriptions({ pool, provider, prices: payments?.prices }, logger),
        }),
        metering,
        sessionLimits: new SessionLimits(redis),
      },
      authenticate,
      endpoint: createEndpoint({ schema, production: config.production, logger }),
      signIn: identity.signIn,
      localIssuer: identity.localIssuer,
      logger,
      metrics: metrics ?? noMetrics,
      version: config.version,
      baseUrl,
      production: config.production,
      trustProxy: config.http.trustProxy,
      limits,
      bodyMemory: config.bodyMemory,
    });
    http.serve(app, `${baseUrl}/docs`);
    // The first steps of the way down: nobody is sent here any more, and nobody waits for news.
    teardown.push(() => companyChanges.waiting.close());
    teardown.push(() => health.drain());
    return {
      url,
      metricsUrl,
      databaseUrl,
      warmUp: async () => void (await Promise.all([identity.warmUp(), dataVersion.current().then(keepUp)])),
      problem: () => readiness.check(),
      stop: async (linger) => void (await teardown.run(linger)),
    };
  } catch (error) {
    await teardown.run();
    throw error;
  }
}

function lose(logger: Logger, error: unknown): never {
  logger.error({ err: error }, 'the last usage could not be written');
  throw error;
}

/** Counters in Redis, over a connection of their own; while it is gone this instance counts by itself. */
async function countIn(
  redis: Redis,
  settings: SharedSettings,
  logger: Logger,
  metrics: Metrics,
  teardown: Teardown,
): Promise<Counters> {
  const counters = FallbackCounters.over(redis, settings, (alone, cause) => {
    metrics.countsAlone(alone);
    if (alone)
      logger.warn({ err: withoutCommand(cause) }, 'Redis is out of reach: the limits are counted per instance until it is back');
    else logger.info('Redis is back: the limits are counted there again');
  });
  teardown.push(() => counters.close());
  await counters.open();
  return counters;
}

interface IdentityParts {
  config: Config;
  baseUrl: string;
  /** Where we reach ourselves. */
  address: string;
  now: () => number;
  logger: Logger;
  open: OpenSessions;
  seen: SessionUse;
  records: SessionRecords;
}

/** Sessions of the issuer that the configuration means: the one at its address, or the local one. */
function reachIdentity({ config, baseUrl, address, now, logger, open, seen, records }: IdentityParts) {
  const { identity, dataDir } = config;
  const local = identity.issuer ? undefined : new LocalIssuer(config, baseUrl);
  const url = identity.issuer ?? baseUrl + localIssuerPath;
  const issuer = new Issuer({ url, fetch: local?.fetchAt(address) ?? fetch, now, logger });
  const secretFile = join(dataDir, 'identity', 'session-secret');
  const secrets = async () => identity.sessionSecrets ?? [await kept(secretFile, () => randomBytes(32).toString('base64url'))];
  const seal = sessionSeal(secrets);
  const sessions = new Sessions({ issuer, audience: identity.audience, seal, open, seen, baseUrl });
  const clientId = local ? localClientId : identity.clientId;
  return {
    sessions,
    signIn: new SignIn({ issuer, clientId, clientSecret: identity.clientSecret, seal, secrets, sessions, records, baseUrl }),
    localIssuer: local && { path: localIssuerPath, listener: local.listener(logger) },
    // The local issuer takes a third of a second to load, in which nobody is answered: better now than when somebody comes.
    warmUp: async () => void (local && (await issuer.metadata())),
  };
}

async function serveMetrics(registry: Parameters<typeof metricsServer>[0], config: Config, teardown: Teardown): Promise<string> {
  const server = metricsServer(registry);
  await once(server.listen(config.metricsPort, config.http.host), 'listening');
  teardown.push(() => server.close());
  const address = server.address();
  return `http://localhost:${typeof address === 'object' && address?.port}/metrics`;
}
