import type { AnyCommand, CommandParts } from '../src/command-line/command.ts';
import { loadConfig, readEnvironment } from '../src/config/config.ts';
import { didYouMean } from '../src/config/nearest.ts';
import { DatabaseClock } from '../src/database/clock.ts';
import { migrateDatabase, needMigrations, reachDatabase } from '../src/database/reach.ts';
import { Refusal } from '../src/kernel/errors.ts';
import { once } from '../src/kernel/once.ts';
import { progressBar } from '../src/kernel/progress-bar.ts';

/** Where each command is declared. A command is loaded alone, because most are done before the others would be loaded. */
const declarations = {
  start: () => import('./start/command.ts'),
  migrate: () => import('../src/tables/migrate-command.ts'),
  import: () => import('../src/registers/import/command.ts'),
  fetch: () => import('../src/registers/fetch/command.ts'),
  samples: () => import('../src/registers/import/samples-command.ts'),
  snapshot: () => import('../src/changes/snapshot-command.ts'),
  erase: () => import('../src/leaving/erase-command.ts'),
  'search:copy': () => import('../src/companies/clickhouse/copy-command.ts'),
  'billing:reconcile': () => import('../src/billing/reconcile-command.ts'),
  retention: () => import('../src/tables/retention-command.ts'),
  token: () => import('../src/identity/local/token-command.ts'),
  'demo-key': () => import('../src/accounts/demo-command.ts'),
  completion: () => import('../src/command-line/completion-command.ts'),
  compile: () => import('./start/compile-command.ts'),
} satisfies Record<string, () => Promise<{ command: AnyCommand }>>;

const names = Object.keys(declarations) as (keyof typeof declarations)[];

export async function findCommand(name: string): Promise<AnyCommand> {
  const known = names.find((one) => one === name);
  if (!known) throw new Refusal(`There is no command ${name}; there are ${names.join(', ')}.${didYouMean(name, names)}`);
  return (await declarations[known]()).command;
}

export const allCommands = (): Promise<AnyCommand[]> => Promise.all(names.map(findCommand));

type Terminal = Pick<CommandParts, 'words' | 'say' | 'print' | 'teardown'>;

/** Prepares what the command needs, and runs it. */
export async function runCommand(command: AnyCommand, terminal: Terminal, environment = readEnvironment): Promise<void> {
  if (command.usage.endsWith(command.name) && terminal.words.length > 0) throw new Refusal(`Usage: ${command.usage}`);
  const plain = { ...terminal, commands: allCommands };
  if (command.needs === 'nothing') return void (await command.run(plain));
  const { needs } = command;
  const config = loadConfig(environment(), needs === 'serving' ? 'serving' : 'command');
  if (needs !== 'serving') config.unknownSettings.forEach(terminal.say);
  const clock = new DatabaseClock(() => new Date());
  const database = once(async () => {
    const url = await reachDatabase(config, 'command', terminal.say, terminal.teardown);
    if (typeof needs === 'object' && config.database.url) await needMigrations(url, needs.migratedDatabaseTo);
    else if (typeof needs === 'object') await migrateDatabase(url, terminal.say);
    await clock.askAt(url);
    return url;
  });
  const bar = (unit?: string) => progressBar(process.stderr, unit);
  await command.run({ ...plain, config, database, bar, date: clock.date });
}
