import { basename } from 'node:path';
import type { CommandContext } from '../../command-line/command.ts';
import { readWords } from '../../command-line/read-words.ts';
import { connectTo } from '../../database/reach.ts';
import { gleif } from '../../identifiers/index.ts';
import { Refusal } from '../../kernel/errors.ts';
import { openIndexCopy } from '../../search/index.ts';
import { type GleifOptions, type GleifSummary, importGleif } from '../gleif/import.ts';
import { recordFailure } from './record-failure.ts';
import { samplesUrl } from './sample-source.ts';

export const gleifUsage =
  'npm run import -- gleif <lei2> [<rr>] [<repex>] [--delta] [--source-url URL] [--allow-older] [--allow-shrink]';

export type GleifRequest = Pick<GleifOptions, 'paths' | 'sourceUrl' | 'isDelta' | 'allowOlder' | 'allowShrink'>;

const options = {
  delta: { type: 'boolean', default: false },
  'source-url': { type: 'string' },
  'allow-older': { type: 'boolean', default: false },
  'allow-shrink': { type: 'boolean', default: false },
} as const;

/** Whether the words name GLEIF and no register. */
export const isGleif = (word: string | undefined): boolean => word?.toLowerCase() === gleif.id;

/** Parses the arguments of `import gleif`. */
export function readGleif(words: string[]): GleifRequest {
  const { values, positionals } = readWords(words, options, gleifUsage);
  const [, ...paths] = positionals;
  if (paths.length === 0 || paths.length > 3) throw new Refusal(`Usage: ${gleifUsage}`);
  const sourceUrl = values['source-url'];
  if (sourceUrl !== undefined && !/^https?:\/\//.test(sourceUrl))
    throw new Refusal('--source-url must be an http or https address.');
  return { paths, sourceUrl, isDelta: values.delta, allowOlder: values['allow-older'], allowShrink: values['allow-shrink'] };
}

/** Imports identifiers for a command and prints the result, also if it was interrupted. */
export async function sayGleif(parts: CommandContext, request: GleifRequest): Promise<void> {
  const summary = await recordFailure(parts, {
    registerId: gleif.id,
    interrupted: 'gleif: the import was interrupted before its end. Run it again: it does what is left.',
    isRecorded: true,
    file: basename(request.paths[0] ?? ''),
    run: () => importGleifFor(parts, request),
  });
  parts.say(summary);
}

/** Imports identifiers for a command and shows its progress. Returns the summary as text. */
export async function importGleifFor(
  { config, date, teardown, ...parts }: CommandContext,
  request: GleifRequest,
): Promise<string> {
  const url = await parts.database();
  const bar = parts.bar();
  const start = performance.now();
  try {
    const summary = await importGleif({
      ...request,
      samplesUrl,
      connect: () => connectTo(url, 'import gleif'),
      indexCopy: await openIndexCopy(config.search.clickhouseUrl, teardown),
      now: date,
      progress: (phase, rows, share) => bar.show(`gleif ${phase}`, rows, share),
    });
    return describe(request, summary, (performance.now() - start) / 1000);
  } finally {
    bar.clear();
  }
}

function describe({ paths }: GleifRequest, summary: GleifSummary, seconds: number): string {
  if (!summary) return `gleif: ${paths.join(', ')}: served already, nothing to do.`;
  const { read, added, changed, removed, rejected, identifiers, relations, exceptions, fileDate, sourceUrl } = summary;
  const lines = [
    `gleif: read ${read}, added ${added}, changed ${changed}, removed ${removed}, rejected ${rejected}, ` +
      `in ${seconds.toFixed(1)} seconds.`,
    `Of our registers there are ${identifiers} identifiers, ${relations} relations and ${exceptions} reasons for no parent.`,
  ];
  if (sourceUrl !== samplesUrl) lines.push(fileDate ? `The file is of ${fileDate}.` : 'The day of the file is not known.');
  return lines.join('\n');
}
