import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Redis } from 'ioredis';
import pg from 'pg';
import { createApp } from '../rest/app.ts';
import { routes } from '../rest/routes/index.ts';
import { listen } from '../rest/server.ts';
import { ApiKeys } from './accounts/api-keys.ts';
import { AccountChanges } from './accounts/changes.ts';
import { newDemoKey, offerDemoKey } from './accounts/demo.ts';
import { KeyRing } from './accounts/key-ring.ts';
import { KeyUse } from './accounts/key-use.ts';
import { People } from './accounts/people.ts';
import { Standings } from './accounts/standings.ts';
import { Checkout } from './billing/checkout.ts';
import { PaymentEvents } from './billing/payment-events.ts';
import { noProvider, type PaymentProvider, type PaymentSettings } from './billing/provider.ts';
import { reconcile } from './billing/reconcile-command.ts';
import { type Config, loadConfig, readEnvironment } from './config.ts';
import { type Database, openDatabase, openPool } from './database/client.ts';
import { EmbeddedDatabase, type Progress } from './database/embedded.ts';
import { migrate, mismatch, readMigrations } from './database/migrations.ts';
import { watchReadiness } from './database/readiness.ts';
import { openRedis } from './database/redis.ts';
import { Refusal } from './errors.ts';
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
import { tokenFor } from './identity/token-command.ts';
import type { Counters } from './metering/counters.ts';
import { InsuredCounters } from './metering/insured-counters.ts';
import { Metering } from './metering/metering.ts';
import { OwnCounters } from './metering/own-counters.ts';
import { Health } from './operations/health.ts';
import { createLogger, type Logger, standardOutput } from './operations/logging.ts';
import { createMetrics, type Metrics, metricsServer, noMetrics } from './operations/metrics.ts';
import { type ImportRequest, list, readRequest, runImport } from './registers/command.ts';
import { missingSamples } from './registers/samples.ts';
import { DataVersion } from './registry/data-version.ts';
import { Records } from './registry/records.ts';
import { Scanner } from './registry/scanner.ts';
import { Search } from './registry/search.ts';
import { SourceTerms } from './registry/source-terms.ts';
import { Teardown } from './teardown.ts';
import { banner, explain, progressBar } from './terminal.ts';

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

/** The database that the configuration means: the one at its address, or the embedded one. */
async function reachDatabase(
  config: Config,
  role: 'service' | 'command',
  progress: Progress,
  teardown: Teardown,
): Promise<string> {
  if (config.database.url) return config.database.url;
  const embedded = await EmbeddedDatabase.join(config.dataDir, role, progress);
  teardown.push(() => embedded.leave());
  return embedded.url;
}

/** A connection of its own, for work that takes longer than a request may. */
async function connectTo(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `company-registry ${name}`,
    connectionTimeoutMillis: 10_000,
  });
  // A connection that breaks fails the query under way; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function migrateDatabase(url: string, progress: Progress): Promise<number> {
  const client = await connectTo(url, 'migrate');
  try {
    return await migrate(client, readMigrations(), (name) => progress(`Applying migration ${name}`));
  } finally {
    await client.end();
  }
}

/** The payment provider, whose library is loaded only where it is needed. */
async function reachProvider(settings: PaymentSettings | undefined): Promise<PaymentProvider> {
  if (!settings) return noProvider;
  const { StripeProvider } = await import('./billing/stripe.ts');
  return new StripeProvider(settings);
}

/** Puts the service together and starts it. A database that is away stops nothing: readiness tells of it, and its return is noticed. */
export async function startService(config: Config, surroundings: Surroundings): Promise<Service> {
  const { logger, progress = () => {}, teardown = new Teardown() } = surroundings;
  const { now = () => performance.now(), date = () => new Date(), payments = config.billing } = surroundings;
  try {
    const databaseUrl = await reachDatabase(config, 'service', progress, teardown);
    // A database of somebody else's is migrated by `npm run migrate` alone, for the service's own role may lack the right.
    if (!config.database.url) await migrateDatabase(databaseUrl, progress);

    const database = openDatabase(databaseUrl, config.database.poolSize);
    teardown.push(database.close);
    const redis = config.redis.url ? openRedis(config.redis.url, logger) : undefined;
    if (redis) teardown.push(() => redis.disconnect());
    const dataVersion = new DataVersion(database.pool);
    dataVersion.watch();
    teardown.push(() => dataVersion.close());
    const scanner = new Scanner(databaseUrl);
    teardown.push(() => scanner.close());
    dataVersion.on('moved', (version) => scanner.isRunning && scanner.keepUp(version));
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
    const counters = redis ? await countIn(redis, now, logger, metrics ?? noMetrics, teardown) : new OwnCounters();
    const metering = new Metering({ standings, counters, pool: usagePool, date, onCharge: (metrics ?? noMetrics).charged });
    metering.watch();
    teardown.push(() => metering.close().catch((error) => logger.error({ err: error }, 'the last usage could not be written')));

    const http = await listen(config.http.port, config.http.host);
    teardown.push(http.close);
    const baseUrl = config.http.baseUrl ?? `http://localhost:${http.port}`;
    const identity = openSessions(config, baseUrl, `http://localhost:${http.port}`, now, logger);
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
        search: new Search(database.pool, dataVersion, scanner),
        sourceTerms: new SourceTerms(database.prisma),
        standings,
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
    });
    http.serve(app, `${baseUrl}/docs`);
    // The first step of the way down.
    teardown.push(() => health.drain());
    return {
      url: `http://localhost:${http.port}`,
      metricsUrl,
      databaseUrl,
      warmUp: async () => scanner.keepUp(await dataVersion.current()),
      problem: () => readiness.check(),
      stop: (linger) => teardown.run(linger),
    };
  } catch (error) {
    await teardown.run();
    throw error;
  }
}

/** Counters in Redis, over a connection of their own; while it is gone this instance counts by itself. */
async function countIn(redis: Redis, now: () => number, logger: Logger, metrics: Metrics, teardown: Teardown): Promise<Counters> {
  const counters = InsuredCounters.over(redis, now, (alone, cause) => {
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

interface Command {
  config: Config;
  say: Progress;
  words: string[];
  teardown: Teardown;
}

async function start({ config, say, teardown }: Command): Promise<void> {
  const logger = createLogger(config.logLevel, await standardOutput(process.stdout.isTTY));
  const localProvider = await offerLocalProvider(config, teardown);
  const service = await startService(config, { logger, progress: say, teardown, payments: localProvider?.settings });
  localProvider?.deliverTo(`${service.url}/api/v1/billing/webhook`);
  teardown.push(() => logger.info('stopping'));
  logger.info({ version: config.version, url: service.url }, 'listening');
  if (!config.database.url) await offerSamples(service.databaseUrl);
  const demoKey = config.database.url ? undefined : await withDatabase(service.databaseUrl, offerDemoKey);
  // Without a database there is nothing to read; the first broad search then does.
  service.warmUp().catch(() => {});
  const problem = await service.problem();
  if (!config.production) say(banner(config, service.url, problem, demoKey));
}

/** Outside production, and without another, purchases can be tried at a payment provider of our own. It isn't even there in the image. */
async function offerLocalProvider(config: Config, teardown: Teardown) {
  if (config.production || config.billing) return undefined;
  const { LocalProvider } = await import('./billing/local-provider/server.ts');
  const provider = await LocalProvider.start({ file: join(config.dataDir, 'payment-provider.json') });
  teardown.push(() => provider.close());
  return provider;
}

/**
 * A newcomer has something to search: an embedded database that nobody imported anything into gets the samples, by the same
 * pipeline, in a process of its own, whose memory goes with it.
 */
async function offerSamples(url: string): Promise<void> {
  const client = await connectTo(url, 'samples');
  const missing = await missingSamples(client).finally(() => client.end());
  if (missing.length === 0) return;
  const words = [...process.execArgv, fileURLToPath(import.meta.url), 'samples'];
  await once(spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] }), 'close');
}

async function runSamples({ config, say, teardown }: Command): Promise<void> {
  const url = await reachDatabase(config, 'command', say, teardown);
  const client = await connectTo(url, 'samples');
  const requests = await missingSamples(client).finally(() => client.end());
  if (requests.length > 0) say('Importing the sample companies (once)');
  for (const request of requests) say(`  ${await importInto(url, config, request)}`);
}

async function withDatabase<Result>(url: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = openDatabase(url, 1);
  return work(database).finally(database.close);
}

async function renewDemoKey({ config, say, teardown }: Command): Promise<void> {
  if (config.production) throw new Refusal('There is a demo account outside production alone.');
  const url = await reachDatabase(config, 'command', say, teardown);
  if (!config.database.url) await migrateDatabase(url, say);
  process.stdout.write(`${await withDatabase(url, newDemoKey)}\n`);
}

async function runMigrations({ config, say, teardown }: Command): Promise<void> {
  const url = await reachDatabase(config, 'command', say, teardown);
  const count = await migrateDatabase(url, say);
  say(count > 0 ? `Applied ${count} migration${count === 1 ? '' : 's'}.` : 'The database is up to date.');
}

async function runImports({ config, say, words, teardown }: Command): Promise<void> {
  const request = readRequest(words);
  if (!request) return say(list());
  const url = await reachDatabase(config, 'command', say, teardown);
  if (!config.database.url) await migrateDatabase(url, say);
  say(await importInto(url, config, request));
}

async function importInto(url: string, config: Config, request: ImportRequest): Promise<string> {
  await needMigrations(url, 'import');
  return runImport(request, {
    connect: () => connectTo(url, `import ${request.register.id}`),
    rejectsDir: join(config.dataDir, 'rejects'),
    now: () => new Date(),
    bar: progressBar(process.stderr),
  });
}

async function runReconciliation({ config, say, words, teardown }: Command): Promise<void> {
  const localProvider = await offerLocalProvider(config, teardown);
  const settings = config.billing ?? localProvider?.settings;
  if (!settings) throw new Refusal('No payment provider is configured: set STRIPE_SECRET_KEY and its companions.');
  const url = await reachDatabase(config, 'command', say, teardown);
  if (!config.database.url) await migrateDatabase(url, say);
  await needMigrations(url, 'reconcile');
  const database = openDatabase(url, 1);
  teardown.push(database.close);
  const provider = await reachProvider(settings);
  await reconcile({ words, pool: database.pool, provider, prices: settings.prices, say });
}

async function needMigrations(url: string, task: string): Promise<void> {
  const check = await connectTo(url, task);
  const problem = await mismatch(check, readMigrations()).finally(() => check.end());
  if (problem) throw new Refusal(`Cannot ${task}: ${problem}. Run npm run migrate first.`);
}

async function printToken({ config, words }: Command): Promise<void> {
  process.stdout.write(`${await tokenFor(words, config)}\n`);
}

const commands = {
  start,
  token: printToken,
  migrate: runMigrations,
  import: runImports,
  samples: runSamples,
  'demo-key': renewDemoKey,
  'billing:reconcile': runReconciliation,
};

/** Time for load balancers to see that we are no longer ready. A person who presses Ctrl-C is not one. */
const lingerOnTerm = 3_000;

/** From the first moment on, a signal takes down what there is; a second one doesn't wait for that. A service that was asked to stop has done its work. */
function stopOnSignals(teardown: Teardown, codes: Record<'SIGINT' | 'SIGTERM', number>): () => boolean {
  let stopping = false;
  const stop = async (signal: 'SIGINT' | 'SIGTERM') => {
    if (stopping) process.exit(1);
    stopping = true;
    await teardown.run(signal === 'SIGTERM' ? lingerOnTerm : 0);
    process.exit(codes[signal]);
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  return () => stopping;
}

if (import.meta.main) {
  const say: Progress = (line) => process.stderr.write(`${line}\n`);
  const [name = 'start', ...words] = process.argv.slice(2);
  const teardown = new Teardown();
  const isStopping = stopOnSignals(teardown, name === 'start' ? { SIGINT: 0, SIGTERM: 0 } : { SIGINT: 130, SIGTERM: 143 });
  try {
    if (!Object.hasOwn(commands, name))
      throw new Refusal(`There is no command ${name}; there are ${Object.keys(commands).join(', ')}.`);
    await commands[name as keyof typeof commands]({ config: loadConfig(readEnvironment()), say, words, teardown });
    if (name !== 'start') await teardown.run();
  } catch (error) {
    await teardown.run();
    // What a signal took down under our hands is no failure: the signal ends it.
    if (!isStopping()) {
      say(explain(error));
      process.exit(1);
    }
  }
}
