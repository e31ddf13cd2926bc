import type { CommandContext } from '../../command-line/command.ts';
import { readWords } from '../../command-line/read-words.ts';
import { gleif } from '../../identifiers/index.ts';
import { Refusal } from '../../kernel/errors.ts';
import { type GleifOptions, type GleifSummary, importGleif } from '../gleif/import.ts';
import { sourceUrlIn } from './allowances.ts';
import { describeImport, sayImported } from './record-failure.ts';
import { samplesUrl } from './sample-source.ts';

const gleifUsage =
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
  const sourceUrl = sourceUrlIn(values);
  return { paths, sourceUrl, isDelta: values.delta, allowOlder: values['allow-older'], allowShrink: values['allow-shrink'] };
}

/** Imports identifiers for a command and prints the result, also if it was interrupted. */
export const sayGleif = (parts: CommandContext, request: GleifRequest): Promise<void> =>
  sayImported(parts, gleif.id, request.paths[0] ?? '', () => importGleifFor(parts, request));

/** Imports identifiers for a command and shows its progress. Returns the summary as text. */
export const importGleifFor = (parts: CommandContext, request: GleifRequest): Promise<string> =>
  describeImport(
    parts,
    gleif.id,
    (options) => importGleif({ ...request, ...options, samplesUrl }),
    (summary, seconds) => describe(request, summary, seconds),
  );

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
