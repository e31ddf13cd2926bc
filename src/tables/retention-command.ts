import type { Command } from '../command-line/command.ts';
import { openPool } from '../database/connection.ts';
import { Retention } from '../monitoring/index.ts';
import { tables } from './index.ts';

export const command: Command = {
  name: 'retention',
  summary: 'Deletes data that is no longer kept, by the settings RETENTION_…. The service does it every day too.',
  usage: 'npm run retention',
  needs: { migratedDatabaseTo: 'delete old data' },
  run: async ({ config, database, say, teardown, date }) => {
    const pool = openPool(await database(), 1);
    teardown.push(() => pool.end());
    const logger = { info: () => {}, warn: () => {} };
    const deleted = await new Retention({
      pool,
      days: config.retention,
      tables,
      clock: { ask: async () => date() },
      logger,
    }).run();
    const counts = Object.entries(deleted).map(([table, rows]) => `${table} ${rows}`);
    say(counts.length > 0 ? `Deleted old data: ${counts.join(', ')}.` : 'There is no old data to delete.');
  },
};
