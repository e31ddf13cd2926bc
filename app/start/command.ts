import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Command, CommandContext } from '../../src/command-line/command.ts';
import { createLogger, standardOutput } from '../../src/kernel/logging.ts';
import { loadDevelopment } from '../development.ts';

export const command: Command = {
  name: 'start',
  summary: 'Starts the service. Its settings are variables of the environment; .env.example explains each.',
  usage: 'npm start',
  needs: 'serving',
  run: start,
};

async function start({ config, say: sayLine, teardown }: CommandContext): Promise<void> {
  const development = await loadDevelopment(config);
  development?.keepWithinLoopback(config, development.openStandIns(config));
  await needFreePort(config.http.port, config.http.host);
  await development?.needDataFolder(config.dataDir);
  // A child process finds the same unknown settings. They are logged once, below.
  const say = (line: string) => void (config.unknownSettings.includes(line) || sayLine(line));
  const output = await standardOutput(process.stdout.isTTY);
  teardown.push(() => output.close());
  const logger = createLogger(config.logLevel, output.stream);
  const [{ startService }, { warmUp, warmUpLater }] = await Promise.all([import('../service.ts'), import('./warm-up.ts')]);

  let background: Promise<void> | undefined;
  // It runs after the service has left the database, because the last process that leaves the embedded one stops it.
  teardown.push(() => background, { limitMs: 5_000 });
  const localPayments = await development?.startLocalPayments(config, teardown);
  const alone = { startsCold: true, watchesLoop: true };
  const service = await startService(config, { logger, progress: say, teardown, localPayments, ...alone });
  localPayments?.deliverTo(`${service.url}/api/v1/billing/webhook`);
  teardown.push(() => logger.info('stopping'));
  for (const sentence of config.unknownSettings) logger.warn(sentence);
  for (const { what, missing } of config.limitations) logger.warn({ missing }, what);
  logger.info({ version: config.version, url: service.url }, 'listening');

  const firstStart = config.database.url ? undefined : development?.firstStart;
  if (firstStart) {
    background = firstStart.importMissingSamples(service.databaseUrl, say, teardown);
    await background;
  }
  if (teardown.signal.aborted) return;
  const demoKey = await firstStart?.createDemoKey(service.databaseUrl);
  const isWarm = await warmUp(service, logger);
  if (teardown.signal.aborted) return;
  const problem = await service.problem();
  if (development) say(development.banner(config, service.url, problem, demoKey));
  if (!isWarm) warmUpLater(service, logger, teardown);
}

/** Refuses a port that is in use, before a database is prepared in vain. */
async function needFreePort(port: number, host: string): Promise<void> {
  const probe = createServer();
  probe.listen(port, host);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}
