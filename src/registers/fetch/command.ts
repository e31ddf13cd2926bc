import { setGlobalProxyFromEnv } from 'node:http';
import { join } from 'node:path';
import type { Command } from '../../command-line/command.ts';
import { readWords } from '../../command-line/read-words.ts';
import { gleif } from '../../identifiers/index.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { ProgressBar } from '../../kernel/progress-bar.ts';
import type { Download, Register } from '../declaration/register.ts';
import { goldenKinds } from '../gleif/golden-copy.ts';
import { type Allowances, allowanceOptions, allowancesIn, allowanceUsage } from '../import/allowances.ts';
import { sayImport } from '../import/command.ts';
import { isGleif, sayGleif } from '../import/gleif-request.ts';
import { recordFailure } from '../import/record-failure.ts';
import { type ImportRequest, registerOf } from '../import/request.ts';
import { download } from './download.ts';

const usage = `npm run fetch -- <register> [--import] ${allowanceUsage}`;

export const command: Command = {
  name: 'fetch',
  summary: 'Downloads the current file of a register, or of gleif, to DATA_DIR. --import goes on with its import.',
  usage,
  needs: { migratedDatabaseTo: 'import' },
  run: async (parts) => {
    const { config, words, say, bar } = parts;
    const recorded = <Result>(registerId: string, isRecorded: boolean, run: () => Promise<Result>) =>
      recordFailure(parts, {
        registerId,
        interrupted: `${registerId}: the download was interrupted. Run it again to resume it.`,
        isRecorded,
        file: null,
        run,
      });
    const fetchOptions = { downloadsDir: join(config.dataDir, 'downloads'), bar: bar('MB'), say };
    if (isGleif(words[0])) {
      const { isImported, ...allowances } = readGleifFetch(words);
      useProxy(config.proxy);
      const paths = await recorded(gleif.id, isImported, () => downloadAll(goldenCopy, fetchOptions));
      if (isImported) await sayGleif(parts, { paths, ...allowances });
      return;
    }
    const wanted = readFetch(words);
    useProxy(config.proxy);
    const request = await recorded(wanted.register.id, wanted.isImported, () => runFetch(wanted, fetchOptions));
    if (wanted.isImported) await sayImport(parts, request);
  },
};

const publications = 'https://goldencopy.gleif.org/api/v2/golden-copies/publishes';

/** The newest golden copy: identifiers, relations and exceptions. The file inside each archive has the day in its name. */
export const goldenCopy: { id: string; downloads: readonly Download[] } = {
  id: gleif.id,
  downloads: goldenKinds.map((kind) => ({
    url: `${publications}/${kind}/latest/download?format=csv`,
    file: `${kind}.csv.zip`,
    type: 'zip',
  })),
};

/** Makes everything that this process fetches go through the configured proxy. */
function useProxy(proxy: Parameters<typeof setGlobalProxyFromEnv>[0]): void {
  try {
    setGlobalProxyFromEnv(proxy);
  } catch (error) {
    throw new Refusal('HTTP_PROXY or HTTPS_PROXY is not the address of a proxy.', { cause: error });
  }
}

interface FetchRequest extends Allowances {
  register: Register;
  /** Whether to import the files afterwards. */
  isImported: boolean;
}

const options = { import: { type: 'boolean', default: false }, ...allowanceOptions } as const;

/** Parses the arguments of `fetch`. */
export function readFetch(words: string[]): FetchRequest {
  const { values, positionals } = readWords(words, options, usage);
  const [id, ...rest] = positionals;
  if (id === undefined || rest.length > 0) throw new Refusal(`Usage: ${usage}`);
  const register = registerOf(id);
  if (!register.downloads) {
    throw new Refusal(
      `The files of ${register.id} have to be downloaded by hand: get them at ${register.sourceUrl}, ` +
        'then run npm run import.',
    );
  }
  return { register, isImported: values.import, ...allowancesIn(values) };
}

interface FetchOptions {
  /** Each register has a folder in it. */
  downloadsDir: string;
  bar: ProgressBar;
  say(line: string): void;
  pauseMs?: number;
}

/** Parses the arguments of `fetch gleif`. */
function readGleifFetch(words: string[]): { isImported: boolean; allowOlder: boolean; allowShrink: boolean } {
  const { values, positionals } = readWords(words, options, usage);
  if (positionals.length > 1) throw new Refusal(`Usage: ${usage}`);
  return { isImported: values.import, allowOlder: values['allow-older'], allowShrink: values['allow-shrink'] };
}

/** Downloads all files of a register. Returns what the import needs. */
export async function runFetch(request: FetchRequest, fetchOptions: FetchOptions): Promise<ImportRequest> {
  const { register, isImported: _, ...allowances } = request;
  const [path = '', ...morePaths] = await downloadAll({ ...register, downloads: register.downloads ?? [] }, fetchOptions);
  return { register, path, morePaths, sourceUrl: undefined, ...allowances };
}

/** Downloads all files of a publisher. Returns their paths. */
export async function downloadAll(
  { id, downloads }: { id: string; downloads: readonly Download[] },
  { downloadsDir, bar, say, ...rest }: FetchOptions,
): Promise<string[]> {
  const paths: string[] = [];
  try {
    for (const [place, one] of downloads.entries()) {
      const label = `${id} file ${place + 1} of ${downloads.length}`;
      bar.show(`${label}: asking ${new URL(one.url).host}`, 0, place / downloads.length);
      const onProgress = (bytes: number, total: number | undefined) =>
        bar.show(label, Math.round(bytes / 1e6), (place + (total ? bytes / total : 0)) / downloads.length);
      const onRetry = (message: string) => {
        bar.clear();
        say(`${id}: ${message}`);
      };
      const { path, isNew } = await download(one, { folder: join(downloadsDir, id), onProgress, onRetry, ...rest });
      bar.clear();
      say(isNew ? `${path} was downloaded.` : `${path} is the publisher's current file.`);
      paths.push(path);
    }
  } finally {
    bar.clear();
  }
  return paths;
}
