import type { Command } from '../command-line/command.ts';
import { openIndexCopy } from '../companies/index.ts';
import { connectTo } from '../database/reach.ts';
import { eraseUsage, runErasure } from '../registers/index.ts';
import { withdrawSnapshots } from './snapshot-files.ts';
import { snapshotFolder } from './snapshots.ts';

export const command: Command = {
  name: 'erase',
  summary: 'Erases what is about natural persons from a record, for good, and withdraws the snapshots that have it.',
  usage: eraseUsage,
  needs: { migratedDatabaseTo: 'erase' },
  run: async ({ config, words, database, say, teardown, date }) => {
    const url = await database();
    const folder = snapshotFolder(config.dataDir);
    const summary = await runErasure(words, {
      connect: () => connectTo(url, 'erase'),
      now: date,
      indexCopy: await openIndexCopy(config.search.clickhouseUrl, teardown),
      withdrawSnapshots: (client, country) => withdrawSnapshots(client, folder, country),
    });
    say(summary);
  },
};
