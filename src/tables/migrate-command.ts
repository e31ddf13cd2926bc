import type pg from 'pg';
import type { Command, CommandContext } from '../command-line/command.ts';
import { counted } from '../command-line/counted.ts';
import { migrateDatabase, migrateDeferred } from '../database/reach.ts';
import { grantRoles } from '../database/roles.ts';
import { Refusal } from '../kernel/errors.ts';
import { tables } from './index.ts';

const usage = 'npm run migrate [-- --force]';

export const command: Command = {
  name: 'migrate',
  summary: 'Brings the tables of the database up to date. --force: even if older builds are running.',
  usage,
  needs: 'database',
  run: async (parts) => {
    const { config, words, database, say } = parts;
    const isForced = words[0] === '--force';
    if (words.length > (isForced ? 1 : 0)) throw new Refusal(`Usage: ${usage}`);
    const grant = (client: pg.ClientBase) => grantRoles(client, tables, config.database.roles);
    const count = await migrateDatabase(await database(), say, { grant, isForced });
    say(count > 0 ? `Applied ${counted(count, 'migration')}.` : 'The database is up to date.');
    await applyDeferred(parts, isForced);
  },
};

/** Applies what waits until the older builds are gone. */
async function applyDeferred({ database, say }: CommandContext, isForced: boolean): Promise<void> {
  const done = await migrateDeferred(await database(), isForced);
  if ('waitsFor' in done) say(`A migration waits while there is: ${done.waitsFor.join(', ')}. Run npm run migrate again then.`);
  else if (done.applied > 0) say(`Applied ${counted(done.applied, 'deferred migration')}.`);
}
