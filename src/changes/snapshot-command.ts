import type { Command } from '../command-line/command.ts';
import { counted } from '../command-line/counted.ts';
import { connectTo } from '../database/reach.ts';
import { Refusal } from '../kernel/errors.ts';
import { registers } from '../registers/index.ts';
import { makeSnapshots } from './make-snapshot.ts';
import { snapshotFolder } from './snapshots.ts';

const usage = 'npm run snapshot [-- <country>]';

export const command: Command = {
  name: 'snapshot',
  summary: 'Writes the records of each country, or of one, to a file that clients can download.',
  usage,
  needs: { migratedDatabaseTo: 'make snapshots' },
  run: async ({ config, words, database, say, teardown, date }) => {
    const [country, ...more] = words;
    if (more.length > 0 || (country && !/^[a-z]{2}$/i.test(country))) throw new Refusal(`Usage: ${usage}`);
    const client = await connectTo(await database(), 'snapshot');
    teardown.push(() => client.end());
    let count = 0;
    const making = makeSnapshots({
      client,
      signal: teardown.signal,
      folder: snapshotFolder(config.dataDir),
      registers,
      country: country?.toUpperCase(),
      now: date,
      made: ({ id, countryCode, records, bytes }) => {
        count += 1;
        say(`${countryCode}: ${counted(records, 'record')}, ${(bytes / 1_000_000).toFixed(1)} MB, snapshot ${id}`);
      },
    });
    // An interrupted command ends when the file that it was writing is removed.
    teardown.push(() => making.catch(() => {}));
    await making;
    if (count === 0)
      throw new Refusal(country ? `Nothing is served of ${country}.` : 'Nothing is served yet: import a register first.');
  },
};
