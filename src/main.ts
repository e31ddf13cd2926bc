import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { createApp } from '../rest/app.ts';
import { routes } from '../rest/routes/index.ts';
import { listen } from '../rest/server.ts';
import { type Config, loadConfig, readEnvironment } from './config.ts';
import { openDatabase } from './database/client.ts';
import { EmbeddedDatabase, type Progress } from './database/embedded.ts';
import { migrate, mismatch, readMigrations } from './database/migrations.ts';
import { watchReadiness } from './database/readiness.ts';
import { Refusal } from './errors.ts';
import { createEndpoint } from './graphql/endpoint.ts';
import { schema } from './graphql/schema.ts';
import { refuseAll } from './identity/authenticate.ts';
import type { Authenticate } from './identity/principal.ts';
import { Health } from './operations/health.ts';
import { createLogger, type Logger, standardOutput } from './operations/logging.ts';
import { createMetrics, metricsServer, noMetrics } from './operations/metrics.ts';
import { type ImportRequest, list, readRequest, runImport } from './registers/command.ts';
import { missingSamples } from './registers/samples.ts';
import { DataVersion } from './registry/data-version.ts';
import { Search } from './registry/search.ts';
import { SourceTerms } from './registry/source-terms.ts';
import { banner, explain, progressBar } from './terminal.ts';

/** What comes from outside; a test holds these. */
export interface Surroundings {
  logger: Logger;
  progress?: Progress;
  now?: () => number;
  authenticate?: Authenticate;
}

export interface Service {
  url: string;
  metricsUrl: string | undefined;
  /** Why the service is not ready, or undefined where it is. */
  problem(): Promise<string | undefined>;
  stop(options?: { linger: number }): Promise<void>;
}

/** The database that the configuration means: the one at its address, or the embedded one, which is kept migrated. */
async function reachDatabase(config: Config, role: 'service' | 'command', progress: Progress) {
  const { url } = config.database;
  if (url) return { url, leave: async () => {} };
  const embedded = await EmbeddedDatabase.join(config.dataDir, role, progress);
  await migrateDatabase(embedded.url, progress).catch(async (error) => {
    await embedded.leave();
    throw error;
  });
  return embedded;
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

/** Puts the service together and starts it. A database that is away stops nothing: readiness tells of it, and its return is noticed. */
export async function startService(
  config: Config,
  { logger, progress = () => {}, now = Date.now, authenticate = refuseAll }: Surroundings,
): Promise<Service> {
  const place = await reachDatabase(config, 'service', progress);
  // What was started is taken down in reverse, also when a later step of the start fails.
  const stack: (() => Promise<unknown>)[] = [() => place.leave()];
  const takeDown = async () => {
    for (const step of stack.splice(0).reverse()) await step();
  };
  try {
    if (!config.database.url) await importSamples(place.url, config, progress);
    const database = openDatabase(place.url, config.database.poolSize);
    stack.push(database.close);
    const dataVersion = new DataVersion(database.pool);
    dataVersion.watch();
    stack.push(async () => dataVersion.close());
    const readiness = watchReadiness(place.url, readMigrations(), now);
    stack.push(readiness.close);
    const health = new Health(config.version, readiness, (problem) =>
      problem ? logger.warn({ problem }, 'not ready') : logger.info('ready'),
    );

    const metrics = config.metricsPort === undefined ? undefined : createMetrics(database.pool);
    const metricsAddress = metrics && (await serveMetrics(metrics.registry, config, stack));

    const http = await listen(config.http.port, config.http.host);
    const baseUrl = config.http.baseUrl ?? `http://localhost:${http.port}`;
    const app = createApp({
      schema,
      routes,
      services: {
        prisma: database.prisma,
        health,
        dataVersion,
        search: new Search(database.pool, dataVersion),
        sourceTerms: new SourceTerms(database.prisma),
      },
      authenticate,
      endpoint: createEndpoint({ schema, production: config.production, logger }),
      logger,
      metrics: metrics ?? noMetrics,
      version: config.version,
      baseUrl,
      production: config.production,
      trustProxy: config.http.trustProxy,
    });
    http.serve(app, `${baseUrl}/docs`);
    let linger = 0;
    stack.push(() => http.close(linger));

    return {
      url: `http://localhost:${http.port}`,
      metricsUrl: metricsAddress,
      problem: () => readiness.check(),
      stop: async (options = { linger: 0 }) => {
        health.drain();
        ({ linger } = options);
        await takeDown();
      },
    };
  } catch (error) {
    await takeDown();
    throw error;
  }
}

async function serveMetrics(
  registry: Parameters<typeof metricsServer>[0],
  config: Config,
  stack: (() => Promise<unknown>)[],
): Promise<string> {
  const server = metricsServer(registry);
  await once(server.listen(config.metricsPort, config.http.host), 'listening');
  stack.push(async () => server.close());
  const address = server.address();
  return `http://localhost:${typeof address === 'object' && address?.port}/metrics`;
}

/** Time for load balancers to see that we are no longer ready. A person who presses Ctrl-C is not one. */
const lingerOnTerm = 3_000;

/** A newcomer has something to search: an embedded database that nobody imported anything into gets the samples, by the same pipeline. */
async function importSamples(url: string, config: Config, say: Progress): Promise<void> {
  const client = await connectTo(url, 'samples');
  const requests = await missingSamples(client).finally(() => client.end());
  if (requests.length > 0) say('Importing the sample companies (once)');
  for (const request of requests) say(`  ${await importInto(url, config, request)}`);
}

async function importInto(url: string, config: Config, request: ImportRequest): Promise<string> {
  const check = await connectTo(url, 'import');
  const problem = await mismatch(check, readMigrations()).finally(() => check.end());
  if (problem) throw new Refusal(`Cannot import: ${problem}. Run npm run migrate first.`);
  return runImport(request, {
    connect: () => connectTo(url, `import ${request.register.id}`),
    rejectsDir: join(config.dataDir, 'rejects'),
    now: () => new Date(),
    bar: progressBar(process.stderr),
  });
}

async function start(config: Config, say: Progress): Promise<void> {
  const logger = createLogger(config.logLevel, await standardOutput(process.stdout.isTTY));
  const service = await startService(config, { logger, progress: say });
  const stop = async (signal: NodeJS.Signals) => {
    // Asked a second time, it goes at once.
    process.once(signal, () => process.exit(1));
    logger.info({ signal }, 'stopping');
    await service.stop({ linger: signal === 'SIGTERM' ? lingerOnTerm : 0 });
    logger.info('stopped');
    process.exit(0);
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
  logger.info({ version: config.version, url: service.url }, 'listening');
  const problem = await service.problem();
  if (!config.production) say(banner(config, service.url, problem));
}

/** A database of somebody else's is migrated by this alone, for the service's own role may lack the right. */
async function runMigrations(config: Config, say: Progress): Promise<void> {
  const place = await reachDatabase(config, 'command', say);
  try {
    const count = await migrateDatabase(place.url, say);
    say(count > 0 ? `Applied ${count} migration${count === 1 ? '' : 's'}.` : 'The database is up to date.');
  } finally {
    await place.leave();
  }
}

async function runImports(config: Config, say: Progress, words: string[]): Promise<void> {
  const request = readRequest(words);
  if (!request) return say(list());
  const place = await reachDatabase(config, 'command', say);
  try {
    say(await importInto(place.url, config, request));
  } finally {
    await place.leave();
  }
}

const commands = { start, migrate: runMigrations, import: runImports };

if (import.meta.main) {
  const say: Progress = (line) => process.stderr.write(`${line}\n`);
  const [name = 'start', ...words] = process.argv.slice(2);
  try {
    if (!Object.hasOwn(commands, name))
      throw new Refusal(`There is no command ${name}; there are ${Object.keys(commands).join(', ')}.`);
    await commands[name as keyof typeof commands](loadConfig(readEnvironment()), say, words);
  } catch (error) {
    say(explain(error));
    process.exit(1);
  }
}
