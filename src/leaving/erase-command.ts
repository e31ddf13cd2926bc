import { snapshotFolder, withdrawSnapshots } from '../changes/index.ts';
import type { Command } from '../command-line/command.ts';
import { counted } from '../command-line/counted.ts';
import { readWords } from '../command-line/read-words.ts';
import { connectTo } from '../database/reach.ts';
import { eraseRecord } from '../intake/index.ts';
import { Refusal } from '../kernel/errors.ts';
import { isUuid } from '../kernel/uuid.ts';
import { registers } from '../registers/index.ts';
import { forgetRequests } from '../requests/index.ts';
import { openIndexCopy } from '../search/index.ts';

const usage = 'npm run erase -- <entity id> [--fields <column or pointer> …] [--person <name>]';

export const command: Command = {
  name: 'erase',
  summary: 'Erases what is about natural persons from a record, for good, and withdraws the snapshots that have it.',
  usage,
  needs: { migratedDatabaseTo: 'erase' },
  run: async ({ config, words, database, say, teardown, date }) => {
    // Wrong words are refused before the database is started.
    readRequest(words);
    const url = await database();
    const folder = snapshotFolder(config.dataDir);
    const summary = await runErasure(words, {
      connect: () => connectTo(url, 'erase'),
      now: date,
      indexCopy: await openIndexCopy(config.search.clickhouseUrl, teardown),
      forgetRequests,
      withdrawSnapshots: (client, country) => withdrawSnapshots(client, folder, country),
    });
    say(summary);
  },
};

/** Erases what is about natural persons from a record, for good. Gives a summary for a person. */
export async function runErasure(words: string[], parts: Parameters<typeof eraseRecord>[1]): Promise<string> {
  const { id, fields, person } = readRequest(words);
  const result = await eraseRecord({ id, fields, person, registers }, parts);
  const { places, erased, remaining, requests, register, countryCode, isServed, wasPublished } = result;
  const nothing = `there is nothing about a person to erase in ${places.join(', ')}. The next imports are checked too.`;
  const elsewhere = wasPublished ? 'erased from its history.' : nothing;
  const sentences = [
    erased.length > 0 ? `erased ${erased.join(', ')}.` : elsewhere,
    ...(isServed ? [] : ['The record is removed; should it come back, it comes without them.']),
    ...(wasPublished ? [`The snapshots of ${countryCode} are withdrawn: make new ones.`] : []),
    ...(requests > 0 ? [`What was asked about it is erased from ${counted(requests, 'logged request')}.`] : []),
    ...(remaining.length > 0
      ? [`A part of it is still in ${remaining.join(', ')}: name them too if they are about the person.`]
      : []),
    `The register still publishes what it has: ${register.sourceUrl}.`,
  ];
  return `${id}: ${sentences.join(' ')}`;
}

function readRequest(words: string[]): { id: string; fields: string[]; person: string | undefined } {
  const options = { fields: { type: 'string', multiple: true }, person: { type: 'string' } } as const;
  const { values, positionals } = readWords(words, options, usage);
  const [id = '', ...more] = positionals;
  // What follows --fields belongs to it, however many they are.
  const asked = [...(values.fields ?? []), ...(values.fields ? more : [])].flatMap((field) => field.split(','));
  if (!isUuid(id) || (more.length > 0 && !values.fields)) throw new Refusal(`Usage: ${usage}`);
  return {
    id: id.toLowerCase(),
    fields: asked.map((field) => field.trim()).filter((field) => field !== ''),
    person: values.person,
  };
}
