import { setGlobalProxyFromEnv } from 'node:http';
import { join } from 'node:path';
import type { Command } from '../../command-line/command.ts';
import { readWords } from '../../command-line/read-words.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { ProgressBar } from '../../kernel/progress-bar.ts';
import type { Register } from '../declaration/register.ts';
import { type Allowances, allowanceOptions, allowancesIn, allowanceUsage } from '../import/allowances.ts';
import { sayImport } from '../import/command.ts';
import { recordFailure } from '../import/record-failure.ts';
import { type ImportRequest, registerOf } from '../import/request.ts';
import { download } from './download.ts';

const usage = `npm run fetch -- <register> [--import] ${allowanceUsage}`;

export const command: Command = {
  name: 'fetch',
  summary: 'Downloads the current file of a register to DATA_DIR. --import goes on with its import.',
  usage,
  needs: { migratedDatabaseTo: 'import' },
  run: async (parts) => {
    const { config, words, say, bar } = parts;
    const asked = readFetch(words);
    useProxy(config.proxy);
    const { id } = asked.register;
    const request = await recordFailure(parts, {
      registerId: id,
      interrupted: `${id}: the download was interrupted. Run it again to resume it.`,
      isRecorded: asked.isImported,
      file: null,
      run: () => runFetch(asked, { downloadsDir: join(config.dataDir, 'downloads'), bar: bar('MB'), say }),
    });
    if (asked.isImported) await sayImport(parts, request);
  },
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

interface FetchSurroundings {
  /** Each register has a folder in it. */
  downloadsDir: string;
  bar: ProgressBar;
  say(line: string): void;
  pause?: number;
}

/** Downloads all files of a register. Returns what the import needs. */
export async function runFetch(request: FetchRequest, surroundings: FetchSurroundings): Promise<ImportRequest> {
  const { register, isImported: _, ...allowances } = request;
  const { downloadsDir, bar, say, ...rest } = surroundings;
  const paths: string[] = [];
  const wanted = register.downloads ?? [];
  try {
    for (const [place, one] of wanted.entries()) {
      const label = `${register.id} file ${place + 1} of ${wanted.length}`;
      bar.show(`${label}: asking ${new URL(one.url).host}`, 0, place / wanted.length);
      const onProgress = (bytes: number, total: number | undefined) =>
        bar.show(label, Math.round(bytes / 1e6), (place + (total ? bytes / total : 0)) / wanted.length);
      const onRetry = (message: string) => {
        bar.clear();
        say(`${register.id}: ${message}`);
      };
      const { path, isNew } = await download(one, { folder: join(downloadsDir, register.id), onProgress, onRetry, ...rest });
      bar.clear();
      say(isNew ? `${path} was downloaded.` : `${path} is the publisher's current file.`);
      paths.push(path);
    }
  } finally {
    bar.clear();
  }
  const [path = '', ...morePaths] = paths;
  return { register, path, morePaths, sourceUrl: undefined, ...allowances };
}
