import type { Command } from '../command-line/command.ts';
import { openPool } from '../database/connection.ts';
import { tables } from './index.ts';
import { deleteOldData } from './retention.ts';

export const command: Command = {
  name: 'retention',
  summary: 'Deletes data that is no longer kept, by the settings RETENTION_…. The service does it every day too.',
  usage: 'npm run retention',
  needs: { migratedDatabaseTo: 'delete old data' },
  run: async ({ config, database, say, teardown, date }) => {
    const pool = openPool(await database(), 1);
    teardown.push(() => pool.end());
    const deleted = await deleteOldData({ pool, days: config.retention, tables, clock: { ask: async () => date() } });
    const counts = Object.entries(deleted).map(([table, rows]) => `${table} ${rows}`);
    say(counts.length > 0 ? `Deleted old data: ${counts.join(', ')}.` : 'There is no old data to delete.');
  },
};
