import type { Command } from '../../command-line/command.ts';
import { counted } from '../../command-line/counted.ts';
import { connectTo } from '../../database/reach.ts';
import { Refusal } from '../../kernel/errors.ts';
import { openClickHouse } from './clickhouse.ts';
import { indexCopyIn } from './index-copy.ts';

const usage = 'npm run search:copy';

export const command: Command = {
  name: 'search:copy',
  summary: 'Copies to ClickHouse what it lacks of the search index, and deletes what is left over.',
  usage,
  needs: { migratedDatabaseTo: 'copy the search index' },
  run: async ({ config, words, database, say, teardown }) => {
    if (words.length > 0) throw new Refusal(`Usage: ${usage}`);
    const { clickhouseUrl } = config.search;
    if (!clickhouseUrl) throw new Refusal('There is nowhere to copy to: set CLICKHOUSE_URL.');
    const url = await database();
    const copy = indexCopyIn(openClickHouse(clickhouseUrl));
    teardown.push(() => copy.close());
    const [client, side] = await Promise.all([connectTo(url, 'search:copy'), connectTo(url, 'search:copy')]);
    for (const one of [client, side]) teardown.push(() => one.end());
    const { copied, segments } = await copy.repair(client, side);
    say(
      copied > 0
        ? `Copied ${copied} of ${counted(segments, 'segment')} to ClickHouse.`
        : 'ClickHouse has the whole search index.',
    );
  },
};
