import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { createApp } from '../rest/app.ts';
import { routes } from '../rest/routes/index.ts';
import { listen } from '../rest/server.ts';
import { ApiKeys } from './accounts/api-keys.ts';
import { AccountChanges } from './accounts/changes.ts';
import { KeyRing } from './accounts/key-ring.ts';
import { KeyUse } from './accounts/key-use.ts';
import { People } from './accounts/people.ts';
import { Standings } from './accounts/standings.ts';
import { Checkout } from './billing/checkout.ts';
import { PaymentEvents } from './billing/payment-events.ts';
import { type PaymentSettings, reachProvider } from './billing/provider.ts';
import type { Config } from './config.ts';
import { openDatabase, openPool } from './database/client.ts';
import type { Progress } from './database/embedded.ts';
import { readMigrations } from './database/migrations.ts';
import { migrateDatabase, reachDatabase } from './database/reach.ts';
import { watchReadiness } from './database/readiness.ts';
import { answerLimit, openRedis } from './database/redis.ts';
import { createEndpoint } from './graphql/endpoint.ts';
import { schema } from './graphql/schema.ts';
import { type AuthenticationParts, createAuthenticate } from './identity/authenticate.ts';
import { FailedCredentials } from './identity/failed-credentials.ts';
import { Issuer } from './identity/issuer.ts';
import { kept } from './identity/kept.ts';
import { LocalIssuer, localClientId, localIssuerPath } from './identity/local-issuer.ts';
import type { Authenticate } from './identity/principal.ts';
import { Sessions, sessionSeal } from './identity/sessions.ts';
import { SignIn } from './identity/sign-in.ts';
import type { Counters } from './metering/counters.ts';
import { InsuredCounters } from './metering/insured-counters.ts';
import { Metering } from './metering/metering.ts';
import { OwnCounters } from './metering/own-counters.ts';
import { Health } from './operations/health.ts';
import type { Logger } from './operations/logging.ts';
import { createMetrics, type Metrics, metricsServer, noMetrics } from './operations/metrics.ts';
import { plainNumber } from './registers/numbers.ts';
import { registers } from './registers/registers.ts';
import { DataVersion } from './registry/data-version.ts';
import { Records } from './registry/records.ts';
import { Scanner } from './registry/scanner.ts';
import { Search } from './registry/search.ts';
import { SourceTerms } from './registry/source-terms.ts';
import { Teardown } from './teardown.ts';

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
  /** A payment provider other than the configured one. */
  payments?: PaymentSettings | undefined;
  teardown?: Teardown;
}

export interface Service {
  url: string;
  metricsUrl: string | undefined;
  databaseUrl: string;
  /** Why the service is not ready, or undefined where it is. */
  problem(): Promise<string | undefined>;
  /** Reads ahead what the first broad search would wait for. */
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
    const people = new People(database.pool);
    const failures = new FailedCredentials(redis, now);
    const readiness = watchReadiness(databaseUrl, readMigrations(), now);
    teardown.push(readiness.close);
    const health = new Health(config.version, readiness, (problem) =>
      problem ? logger.warn({ problem }, 'not ready') : logger.info('ready'),
    );

    const metrics = config.metricsPort === undefined ? undefined : createMetrics(database.pool);
    const metricsUrl = metrics && (await serveMetrics(metrics.registry, config, teardown));

    const usagePool = openPool(databaseUrl, 1);
    teardown.push(() => usagePool.end());
    const counters = redis ? await countIn(redis, now, redisLimit, logger, metrics ?? noMetrics, teardown) : new OwnCounters();
    const metering = new Metering({ standings, counters, pool: usagePool, date, onCharge: (metrics ?? noMetrics).charged });
    metering.watch();
    teardown.push(() => metering.close().catch((error) => logger.error({ err: error }, 'the last usage could not be written')));

    const http = await listen(config.http.port, config.http.host);
    teardown.push(http.close);
    const url = `http://${config.http.reachableHost}:${http.port}`;
    const baseUrl = config.http.baseUrl ?? url;
    const identity = openSessions(config, baseUrl, url, now, logger);
    const { sessions = identity.sessions } = surroundings;
    const { authenticate = createAuthenticate({ sessions, people, keys, use, failures }) } = surroundings;
    const app = createApp({
      schema,
      routes,
      services: {
        prisma: database.prisma,
        health,
        dataVersion,
        records: new Records(database.pool, dataVersion),
        search: new Search({ pool: database.pool, version: dataVersion, scanner, spellings }),
        sourceTerms: new SourceTerms(database.prisma),
        apiKeys: new ApiKeys(database.prisma, keys),
        checkout: new Checkout({
          pool: database.pool,
          provider: await reachProvider(payments),
          prices: payments?.prices,
          baseUrl,
        }),
        paymentEvents: new PaymentEvents({
          pool: database.pool,
          logger,
          settings: payments,
          now: date,
          notice: () => changes.look(),
        }),
        metering,
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
      bodyMemory: config.bodyMemory,
    });
    http.serve(app, `${baseUrl}/docs`);
    // The first step of the way down.
    teardown.push(() => health.drain());
    return {
      url,
      metricsUrl,
      databaseUrl,
      warmUp: async () => keepUp(await dataVersion.current()),
      problem: () => readiness.check(),
      stop: (linger) => teardown.run(linger),
    };
  } catch (error) {
    await teardown.run();
    throw error;
  }
}

/** Counters in Redis, over a connection of their own; while it is gone this instance counts by itself. */
async function countIn(
  redis: Redis,
  now: () => number,
  limit: number,
  logger: Logger,
  metrics: Metrics,
  teardown: Teardown,
): Promise<Counters> {
  const counters = InsuredCounters.over(redis, now, limit, (alone, cause) => {
    metrics.countsAlone(alone);
    if (alone) logger.warn({ err: cause }, 'Redis is out of reach: the limits are counted per instance until it is back');
    else logger.info('Redis is back: the limits are counted there again');
  });
  teardown.push(() => counters.close());
  await counters.open();
  return counters;
}

/** Sessions of the issuer that the configuration means: the one at its address, or the local one. */
function openSessions(config: Config, baseUrl: string, address: string, now: () => number, logger: Logger) {
  const { identity, dataDir } = config;
  const local = identity.issuer ? undefined : new LocalIssuer(config, baseUrl);
  const url = identity.issuer ?? baseUrl + localIssuerPath;
  const issuer = new Issuer({ url, fetch: local?.fetchAt(address) ?? fetch, now, logger });
  const secretFile = join(dataDir, 'identity', 'session-secret');
  const secret = async () => identity.sessionSecret ?? kept(secretFile, () => randomBytes(32).toString('base64url'));
  const seal = sessionSeal(secret);
  const clientId = local ? localClientId : identity.clientId;
  return {
    sessions: new Sessions({ issuer, audience: identity.audience, seal, baseUrl }),
    signIn: new SignIn({ issuer, clientId, clientSecret: identity.clientSecret, seal, secret, baseUrl }),
    localIssuer: local && { path: localIssuerPath, listener: local.listener(logger) },
  };
}

async function serveMetrics(registry: Parameters<typeof metricsServer>[0], config: Config, teardown: Teardown): Promise<string> {
  const server = metricsServer(registry);
  await once(server.listen(config.metricsPort, config.http.host), 'listening');
  teardown.push(() => server.close());
  const address = server.address();
  return `http://localhost:${typeof address === 'object' && address?.port}/metrics`;
}
