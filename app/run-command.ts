import type { AnyCommand, CommandContext } from '../src/command-line/command.ts';
import { loadConfig, readEnvironment } from '../src/config/config.ts';
import { DatabaseClock } from '../src/database/clock.ts';
import { migrateDatabase, needMigrations } from '../src/database/reach.ts';
import { Refusal } from '../src/kernel/errors.ts';
import { progressBar } from '../src/kernel/progress-bar.ts';
import { once } from '../src/kernel/running/once.ts';
import { allCommands } from './commands.ts';
import { paymentSettings, reachDatabase } from './development.ts';

type Terminal = Pick<CommandContext, 'words' | 'say' | 'print' | 'teardown'>;

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
  const payments = () => paymentSettings(config, terminal.teardown);
  await command.run({ ...plain, config, database, payments, bar, date: clock.date });
}
