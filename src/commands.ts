import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setGlobalProxyFromEnv } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type pg from 'pg';
import { openIndexCopy, refold } from './companies/index.ts';
import type { Config } from './config/config.ts';
import { needDataFolder } from './config/data-folder.ts';
import { developmentDoors, keepWithinLoopback } from './config/development-doors.ts';
import type { Progress } from './database/embedded.ts';
import { connectTo, deferredMigrations, migrateDatabase, needMigrations, reachDatabase } from './database/reach.ts';
import { Refusal } from './kernel/errors.ts';
import { keepHeapSmall } from './kernel/heap.ts';
import { createLogger, standardOutput } from './kernel/logging.ts';
import { progressBar } from './kernel/progress-bar.ts';
import type { Teardown } from './kernel/teardown.ts';
import {
  type ImportRequest,
  list,
  missingSamples,
  readFetch,
  readRequest,
  registers,
  runErasure,
  runFetch,
  runImport,
} from './registers/index.ts';
import { banner } from './terminal.ts';

/** What a command alone needs is loaded by it: most are over before the service would be there. */
interface Command {
  config: Config;
  say: Progress;
  words: string[];
  teardown: Teardown;
}

async function start({ config, say, teardown }: Command): Promise<void> {
  keepWithinLoopback(config, developmentDoors(config));
  await needFreePort(config.http.port, config.http.host);
  if (!config.production) await needDataFolder(config.dataDir);
  const output = await standardOutput(process.stdout.isTTY);
  teardown.push(() => output.close());
  let importing: Promise<void> | undefined;
  // Awaited when the service has left the database, because the last to leave stops it.
  teardown.push(() => importing, { limit: 5_000 });
  const logger = createLogger(config.logLevel, output.stream);
  const { startService } = await import('./service.ts');
  const localProvider = await offerLocalProvider(config, teardown);
  const service = await startService(config, { logger, progress: say, teardown, localPayments: localProvider });
  localProvider?.deliverTo(`${service.url}/api/v1/billing/webhook`);
  teardown.push(() => logger.info('stopping'));
  for (const { what, missing } of config.limitations) logger.warn({ missing }, what);
  logger.info({ version: config.version, url: service.url }, 'listening');
  if (!config.database.url) {
    importing = offerSamples(service.databaseUrl, teardown);
    await importing;
    // Nobody waits for this one: searches go on meanwhile. The next start tries again.
    importing = offerRefolding(service.databaseUrl, teardown).catch(() => {});
  }
  if (teardown.signal.aborted) return;
  const demoKey = config.database.url ? undefined : await demo('offerDemoKey', service.databaseUrl);
  const problem = await service.problem();
  if (!config.production) say(banner(config, service.url, problem, demoKey));
  // Behind the question whether we are ready, which what is loaded here would hold up. Without a database there is nothing to
  // read.
  service
    .warmUp()
    .catch(() => {})
    .finally(keepHeapSmall);
}

/** Tells that the port is taken before a database is prepared for nothing. */
async function needFreePort(port: number, host: string): Promise<void> {
  const probe = createServer();
  probe.listen(port, host);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

/**
 * Outside production, and without another, purchases can be tried at a payment provider of our own. It isn't even there in the
 * image.
 */
async function offerLocalProvider(config: Config, teardown: Teardown) {
  if (config.production || config.billing) return undefined;
  const { startLocalProvider } = await import('./local-payments/index.ts');
  const provider = await startLocalProvider(join(config.dataDir, 'payment-provider.json'));
  teardown.push(() => provider.close());
  return provider;
}

/**
 * A newcomer has something to search: an embedded database that nobody imported anything into gets the samples, by the same
 * pipeline.
 */
async function offerSamples(url: string, teardown: Teardown): Promise<void> {
  const client = await connectTo(url, 'samples');
  const missing = await missingSamples(client).finally(() => client.end());
  if (missing.length > 0) await runApart('samples', teardown);
}

/** An embedded database of an older build has its search index written anew, as `npm run migrate` does it elsewhere. */
async function offerRefolding(url: string, teardown: Teardown): Promise<void> {
  if ((await deferredMigrations(url)).length > 0) await runApart('migrate', teardown);
}

/** Runs a command in a process of its own, whose memory goes with it. */
async function runApart(command: string, teardown: Teardown): Promise<void> {
  const words = [...process.execArgv, process.argv[1] ?? '', command];
  // Not of our group of processes: a terminal would tell it to stop as we do, and at a second signal it would not leave in order.
  const importer = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'], detached: true, windowsHide: true });
  teardown.push(() => importer.kill());
  await once(importer, 'close');
}

async function runSamples({ config, say, teardown }: Command): Promise<void> {
  const url = await reachDatabase(config, 'command', say, teardown);
  const client = await connectTo(url, 'samples');
  const requests = await missingSamples(client).finally(() => client.end());
  if (requests.length > 0) say('Importing the sample companies (once)');
  for (const request of requests) say(`  ${(await importInto(url, config, request)).replaceAll('\n', '\n    ')}`);
}

async function renewDemoKey({ config, say, teardown }: Command): Promise<void> {
  if (config.production) throw new Refusal('There is a demo account outside production alone.');
  const url = await reachDatabase(config, 'command', say, teardown);
  if (!config.database.url) await migrateDatabase(url, say);
  process.stdout.write(`${await demo('newDemoKey', url)}\n`);
}

async function demo(work: 'offerDemoKey' | 'newDemoKey', url: string): Promise<string | undefined> {
  const [keys, { openDatabase }] = await Promise.all([import('./accounts/index.ts'), import('./database/client.ts')]);
  const database = openDatabase(url, 1);
  return keys[work](database).finally(database.close);
}

async function runMigrations({ config, say, words, teardown }: Command): Promise<void> {
  const isForced = words[0] === '--force';
  if (words.length > (isForced ? 1 : 0)) throw new Refusal('Usage: npm run migrate [-- --force]');
  const url = await reachDatabase(config, 'command', say, teardown);
  const [{ grantRoles }, { tables }] = await Promise.all([import('./database/roles.ts'), import('./tables/index.ts')]);
  const grant = (client: pg.ClientBase) => grantRoles(client, tables, config.database.roles);
  const count = await migrateDatabase(url, say, { grant, isForced });
  say(count > 0 ? `Applied ${count} migration${count === 1 ? '' : 's'}.` : 'The database is up to date.');
  await refoldIndex({ config, say, teardown }, url, isForced);
}

/** Writes the search index anew where a migration waits for that. */
async function refoldIndex({ config, say, teardown }: Omit<Command, 'words'>, url: string, isForced: boolean): Promise<void> {
  const [migration] = await deferredMigrations(url);
  if (!migration) return;
  const [client, side] = [await connectTo(url, 'refold'), await connectTo(url, 'refold')];
  for (const one of [client, side]) teardown.push(() => one.end());
  const { clickhouseUrl } = config.search;
  const indexCopy = clickhouseUrl ? await openIndexCopy(clickhouseUrl) : undefined;
  if (indexCopy) teardown.push(() => indexCopy.close());
  const bar = progressBar(process.stderr, 'records');
  const progress = (phase: string, rows: number, share: number) => bar.show(`search index: ${phase}`, rows, share);
  const done = await refold({ client, side, registers, migration, isForced, indexCopy, progress }).finally(() => bar.clear());
  say(
    'records' in done
      ? `The search index is in its new folding: ${done.records} records have another text.`
      : `The search index keeps its old folding while there is: ${done.waitsFor.join(', ')}. Run npm run migrate again then.`,
  );
}

async function runImports({ config, say, words, teardown }: Command): Promise<void> {
  const request = readRequest(words);
  if (!request) return void process.stdout.write(`${list()}\n`);
  const url = await reachDatabase(config, 'command', say, teardown);
  if (!config.database.url) await migrateDatabase(url, say);
  await sayImport(url, config, request, { say, teardown });
}

async function runFetches({ config, say, words, teardown }: Command): Promise<void> {
  const asked = readFetch(words);
  // Whatever is fetched from now on goes through the proxy, where there is one.
  try {
    setGlobalProxyFromEnv(config.proxy);
  } catch (error) {
    throw new Refusal('HTTP_PROXY or HTTPS_PROXY is not the address of a proxy.', { cause: error });
  }
  const downloadsDir = join(config.dataDir, 'downloads');
  const request = await runFetch(asked, { downloadsDir, bar: progressBar(process.stderr, 'MB'), say });
  if (!asked.isImported) return;
  const url = await reachDatabase(config, 'command', say, teardown);
  if (!config.database.url) await migrateDatabase(url, say);
  await sayImport(url, config, request, { say, teardown });
}

/** Imports, and says what came of it: also that it was interrupted. */
async function sayImport(
  url: string,
  config: Config,
  request: ImportRequest,
  { say, teardown }: Pick<Command, 'say' | 'teardown'>,
): Promise<void> {
  let isUnderWay = true;
  const { id } = request.register;
  teardown.push(() => isUnderWay && say(`${id}: the import was interrupted before its end. Run it again: it does what is left.`));
  try {
    say(await importInto(url, config, request));
  } finally {
    isUnderWay = false;
  }
}

async function importInto(url: string, config: Config, request: ImportRequest): Promise<string> {
  await needMigrations(url, 'import');
  const { clickhouseUrl } = config.search;
  const indexCopy = clickhouseUrl ? await openIndexCopy(clickhouseUrl) : undefined;
  const imported = runImport(request, {
    connect: () => connectTo(url, `import ${request.register.id}`),
    indexCopy,
    rejectsDir: join(config.dataDir, 'rejects'),
    now: () => new Date(),
    bar: progressBar(process.stderr),
  });
  return imported.finally(() => indexCopy?.close());
}

async function copySearchIndex({ config, say, words, teardown }: Command): Promise<void> {
  if (words.length > 0) throw new Refusal('Usage: npm run search:copy');
  const { clickhouseUrl } = config.search;
  if (!clickhouseUrl) throw new Refusal('There is nowhere to copy to: set CLICKHOUSE_URL.');
  const url = await reachDatabase(config, 'command', say, teardown);
  await needMigrations(url, 'copy the search index');
  const [copy, client, side] = await Promise.all([
    openIndexCopy(clickhouseUrl),
    connectTo(url, 'search:copy'),
    connectTo(url, 'search:copy'),
  ]);
  for (const one of [() => copy.close(), () => client.end(), () => side.end()]) teardown.push(one);
  const { copied, buckets } = await copy.repair(client, side);
  say(copied > 0 ? `Copied ${copied} of ${buckets} buckets to ClickHouse.` : 'ClickHouse has the whole search index.');
}

async function runSnapshots({ config, say, words, teardown }: Command): Promise<void> {
  const [country, ...more] = words;
  if (more.length > 0 || (country && !/^[a-z]{2}$/i.test(country))) throw new Refusal('Usage: npm run snapshot [-- <country>]');
  const url = await reachDatabase(config, 'command', say, teardown);
  if (!config.database.url) await migrateDatabase(url, say);
  await needMigrations(url, 'make snapshots');
  const { makeSnapshots, snapshotFolder } = await import('./changes/index.ts');
  const client = await connectTo(url, 'snapshot');
  teardown.push(() => client.end());
  let made = 0;
  await makeSnapshots({
    client,
    folder: snapshotFolder(config.dataDir),
    registers,
    country: country?.toUpperCase(),
    now: () => new Date(),
    made: ({ id, countryCode, records, bytes }) => {
      made += 1;
      say(`${countryCode}: ${records} records, ${(bytes / 1_000_000).toFixed(1)} MB, snapshot ${id}`);
    },
  });
  if (made === 0)
    throw new Refusal(country ? `Nothing is served of ${country}.` : 'Nothing is served yet: import a register first.');
}

async function erase({ config, say, words, teardown }: Command): Promise<void> {
  const url = await reachDatabase(config, 'command', say, teardown);
  if (!config.database.url) await migrateDatabase(url, say);
  await needMigrations(url, 'erase');
  const { snapshotFolder, withdrawSnapshots } = await import('./changes/index.ts');
  const { clickhouseUrl } = config.search;
  const indexCopy = clickhouseUrl ? await openIndexCopy(clickhouseUrl) : undefined;
  if (indexCopy) teardown.push(() => indexCopy.close());
  const told = await runErasure(words, {
    connect: () => connectTo(url, 'erase'),
    now: () => new Date(),
    indexCopy,
    withdrawSnapshots: (client, country) => withdrawSnapshots(client, snapshotFolder(config.dataDir), country),
  });
  say(told);
}

async function runReconciliation({ config, say, words, teardown }: Command): Promise<void> {
  const localProvider = await offerLocalProvider(config, teardown);
  const settings = config.billing ?? localProvider?.settings;
  if (!settings) throw new Refusal('No payment provider is configured: set STRIPE_SECRET_KEY and its companions.');
  const url = await reachDatabase(config, 'command', say, teardown);
  if (!config.database.url) await migrateDatabase(url, say);
  await needMigrations(url, 'reconcile');
  const [{ openPool }, { loadReconciliation, reachProvider }] = await Promise.all([
    import('./database/connection.ts'),
    import('./billing/index.ts'),
  ]);
  const { reconcile } = await loadReconciliation();
  const pool = openPool(url, 1);
  teardown.push(() => pool.end());
  await reconcile({ words, pool, provider: await reachProvider(settings), prices: settings.prices, say });
}

async function printToken({ config, words }: Command): Promise<void> {
  const { tokenFor } = await import('./identity/index.ts');
  process.stdout.write(`${await tokenFor(words, config)}\n`);
}

export const commands = {
  start,
  token: printToken,
  migrate: runMigrations,
  import: runImports,
  fetch: runFetches,
  samples: runSamples,
  snapshot: runSnapshots,
  erase,
  'search:copy': copySearchIndex,
  'demo-key': renewDemoKey,
  'billing:reconcile': runReconciliation,
};
