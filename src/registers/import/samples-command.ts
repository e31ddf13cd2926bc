import type { Command } from '../../command-line/command.ts';
import { connectTo } from '../../database/reach.ts';
import { Refusal } from '../../kernel/errors.ts';
import { importFor } from './command.ts';
import { importGleifFor } from './gleif-request.ts';
import { lacksIdentifiers, missingSamples, sampleIdentifiers } from './samples.ts';

export const command: Command = {
  name: 'samples',
  summary: 'Imports the sample companies where nothing was imported yet.',
  usage: 'npm run samples',
  needs: { migratedDatabaseTo: 'import' },
  run: async (parts) => {
    if (parts.config.production) throw new Refusal('The sample companies are invented: they are not for production.');
    const client = await connectTo(await parts.database(), 'samples');
    const missing = async () => ({ requests: await missingSamples(client), identifiers: await lacksIdentifiers(client) });
    const { requests, identifiers } = await missing().finally(() => client.end());
    const say = (summary: string) => parts.say(`  ${summary.replaceAll('\n', '\n    ')}`);
    if (requests.length > 0) parts.say('Importing the sample companies (once)');
    for (const request of requests) say(await importFor(parts, request));
    if (identifiers) say(await importGleifFor(parts, sampleIdentifiers));
  },
};
