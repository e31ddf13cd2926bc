import type pg from 'pg';
import type { Command, CommandParts } from '../command-line/command.ts';
import { counted } from '../command-line/counted.ts';
import { connectTo, deferredMigrations, migrateDatabase } from '../database/reach.ts';
import { grantRoles } from '../database/roles.ts';
import { refold } from '../intake/index.ts';
import { Refusal } from '../kernel/errors.ts';
import { registers } from '../registers/index.ts';
import { openIndexCopy } from '../search/index.ts';
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
    await refoldIndex(parts, isForced);
  },
};

/** Rewrites the search index if a deferred migration needs that. */
async function refoldIndex({ config, database, say, bar, teardown }: CommandParts, isForced: boolean): Promise<void> {
  const url = await database();
  const migrations = await deferredMigrations(url);
  if (migrations.length === 0) return;
  const client = await connectTo(url, 'refold');
  const side = await connectTo(url, 'refold');
  for (const one of [client, side]) teardown.push(() => one.end());
  const indexCopy = await openIndexCopy(config.search.clickhouseUrl, teardown);
  const shown = bar('records');
  const progress = (phase: string, rows: number, share: number) => shown.show(`search index: ${phase}`, rows, share);
  const done = await refold({ client, side, registers, migrations, isForced, indexCopy, progress }).finally(() => shown.clear());
  say(
    'records' in done
      ? `The search index is rewritten: ${counted(done.records, 'record has', 'records have')} a new line.`
      : `The search index stays as it is while there is: ${done.waitsFor.join(', ')}. Run npm run migrate again then.`,
  );
}
