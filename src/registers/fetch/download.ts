import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Refusal } from '../../kernel/errors.ts';
import type { DownloadNote } from '../declaration/file-date.ts';
import type { Download } from '../declaration/register.ts';
import { dataFilesAt } from '../files/open-file.ts';
import { refuseErrorPage, refuseWrongType } from './content-check.ts';
import { fileNameOf, follow, urlOf } from './links.ts';

interface DownloadOptions {
  folder: string;
  /** The bytes received so far, and the total if the publisher states it. */
  onProgress(bytes: number, total: number | undefined): void;
  /** Called before each new attempt, with a sentence for the person at the terminal. */
  onRetry?(message: string): void;
  /** Between two attempts. */
  pauseMs?: number;
  /** How long a connection may be idle. */
  idleMs?: number;
}

interface Downloaded {
  path: string;
  /** False if the publisher has no newer file. */
  isNew: boolean;
}

/** What we store about a file: the publisher compares it to see whether the file is still the same. */
interface Note extends DownloadNote {
  url: string;
  etag?: string | undefined;
}

const maxAttempts = 6;
/** The largest register has 2 GB packed. */
const maxBytes = 50e9;

/** The connection broke, or the publisher is busy: try again. */
class Interrupted extends Error {}

/**
 * Downloads a file. It resumes an earlier attempt if the file is still the same. The file gets its name only when it is complete
 * and has the right format.
 */
export async function download(wanted: Download, options: DownloadOptions): Promise<Downloaded> {
  const { folder } = options;
  const url = await retried(() => urlOf(wanted), options);
  const path = join(folder, fileNameOf(wanted, url));
  await mkdir(folder, { recursive: true });
  return retried(() => transfer(url, path, wanted, options), options);
}

async function retried<Value>(
  work: () => Promise<Value>,
  { pauseMs = 2_000, onRetry }: Pick<DownloadOptions, 'pauseMs' | 'onRetry'>,
): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isPassing =
        error instanceof Interrupted ||
        error instanceof TypeError ||
        ['AbortError', 'TimeoutError'].includes((error as Error).name);
      if (!isPassing) throw error;
      const { cause, message } = error as Error;
      const reason = cause instanceof Error ? cause.message : message;
      if (attempt === maxAttempts) {
        throw new Refusal(`The download failed ${maxAttempts} times, the last time: ${reason}. Run it again to resume it.`, {
          cause: error,
        });
      }
      const waitMs = pauseMs * attempt;
      onRetry?.(`The download failed: ${reason}. Trying again in ${waitMs / 1000} s (attempt ${attempt + 1} of ${maxAttempts}).`);
      await delay(waitMs);
    }
  }
}

async function transfer(url: string, path: string, wanted: Download, options: DownloadOptions): Promise<Downloaded> {
  const partial = `${path}.part`;
  const partialNote = `${path}.part.json`;
  const note = `${path}.json`;
  const known = await readNote(partialNote, url);
  const start = known ? ((await stat(partial).catch(() => undefined))?.size ?? 0) : 0;
  const idle = idleTimeout(options.idleMs ?? 60_000);
  try {
    const finished = existsSync(path) ? await readNote(note, url) : undefined;
    const response = await follow(url, { headers: headersFor(start, known, finished), signal: idle.signal });
    if (response.status === 304) return { path, isNew: false };
    if (response.status === 416) {
      await rm(partialNote, { force: true });
      throw new Interrupted('the publisher does not have that part of the file');
    }
    await refuseErrorPage(response, url);
    if (response.status >= 500 || response.status === 429) throw new Interrupted(`the publisher answered ${response.status}`);
    if (!response.ok || !response.body) throw new Refusal(`${url} returned ${response.status}.`);
    const isContinued = response.status === 206 && startOf(response) === start;
    if (response.status === 206 && !isContinued) {
      await rm(partialNote, { force: true });
      throw new Interrupted('the publisher sent another part than requested');
    }
    const from = isContinued ? start : 0;
    const length = Number(response.headers.get('content-length') ?? Number.NaN);
    const total = Number.isNaN(length) ? undefined : from + length;
    await writeFile(partialNote, JSON.stringify(noteOf(url, response)));
    const size = await save(response.body, partial, from, total, wanted, options, idle);
    if (total !== undefined && size < total) throw new Interrupted(`only ${size} of ${total} bytes came`);
    // An archive has its directory at its end, so this also checks whether it is complete.
    if (wanted.type === 'zip') await dataFilesAt(partial);
    await writeFile(partialNote, JSON.stringify({ ...noteOf(url, response), size }));
    await rename(partial, path);
    await rename(partialNote, note);
    return { path, isNew: true };
  } catch (error) {
    // A file of the wrong kind must not be resumed.
    if (error instanceof Refusal) await Promise.all([rm(partial, { force: true }), rm(partialNote, { force: true })]);
    throw error;
  } finally {
    idle.end();
  }
}

async function save(
  body: ReadableStream<Uint8Array>,
  path: string,
  from: number,
  total: number | undefined,
  wanted: Download,
  { onProgress }: DownloadOptions,
  idle: ReturnType<typeof idleTimeout>,
): Promise<number> {
  const file = await open(path, from > 0 ? 'r+' : 'w');
  let size = from;
  try {
    for await (const chunk of body) {
      idle.renew();
      if (size === 0) refuseWrongType(chunk, wanted.type);
      await file.write(chunk, 0, chunk.length, size);
      size += chunk.length;
      if (size > maxBytes) throw new Refusal('The file is larger than any register: the download was stopped.');
      onProgress(size, total);
    }
    if (size === 0) throw new Refusal('The publisher sent an empty file.');
    await file.sync();
    return size;
  } finally {
    await file.close();
  }
}

/** Ends a connection that receives nothing any more. */
function idleTimeout(idleMs: number) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), idleMs);
  return { signal: controller.signal, renew: () => timer.refresh(), end: () => clearTimeout(timer) };
}

/** Requests a part only if the file is still the same: otherwise the publisher sends all of it. */
function headersFor(start: number, known: Note | undefined, finished: Note | undefined): Record<string, string> {
  // With compression in transit, the size and the offset of a part would be wrong.
  const headers: Record<string, string> = { 'accept-encoding': 'identity', 'user-agent': 'company-registry' };
  const same = known?.etag?.startsWith('W/') ? known.lastModified : (known?.etag ?? known?.lastModified);
  if (start > 0 && same) return { ...headers, range: `bytes=${start}-`, 'if-range': same };
  if (finished?.etag) headers['if-none-match'] = finished.etag;
  else if (finished?.lastModified) headers['if-modified-since'] = finished.lastModified;
  return headers;
}

const startOf = (response: Response): number =>
  Number(/^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1] ?? Number.NaN);

const noteOf = (url: string, { headers }: Response): Note => ({
  url,
  etag: headers.get('etag') ?? undefined,
  lastModified: headers.get('last-modified') ?? undefined,
});

async function readNote(path: string, url: string): Promise<Note | undefined> {
  try {
    const note: Note = JSON.parse(await readFile(path, 'utf8'));
    return note.url === url ? note : undefined;
  } catch {
    return undefined;
  }
}
