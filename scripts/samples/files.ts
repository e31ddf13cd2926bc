/** Writes text files of any size, plain or packed, with the same bytes every time. */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import yazl from 'yazl';

const chunkLength = 128 * 1024;

/** Joins small pieces into chunks that are worth a write. */
export function* chunked(pieces: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk) yield chunk;
}

/** A line with every field in quotes, comma between them; most rows hold no quote that would have to be doubled. */
export function quotedLine(fields: readonly string[], lineEnd: string): string {
  const safe = fields.some((field) => field.includes('"')) ? fields.map((field) => field.replaceAll('"', '""')) : fields;
  return `"${safe.join('","')}"${lineEnd}`;
}

/** A line with semicolons, in which only the fields that need quotes have them. */
export function semicolonLine(fields: readonly string[], needsQuotes: RegExp): string {
  return `${fields.map((field) => (needsQuotes.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(';')}\n`;
}

/** A text file: packed if its name ends in .gz, or in .zip as the only member, which then has the name without .zip. */
export async function writeText(path: string, lines: Iterable<string>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  if (path.endsWith('.zip')) await zipTo(path, (zip) => addMember(zip, basename(path, '.zip'), () => chunked(lines)));
  else if (path.endsWith('.gz')) await pipeline(streamOf(chunked(lines)), createGzip(), createWriteStream(path));
  else await pipeline(streamOf(chunked(lines)), createWriteStream(path));
}

/** Several text files in one archive. */
export const zipText = (path: string, members: Record<string, () => Iterable<string>>): Promise<void> =>
  zipTo(path, (zip) => {
    for (const [name, lines] of Object.entries(members)) addMember(zip, name, () => chunked(lines()));
  });

type Chunks = Iterable<string> | AsyncIterable<string | Buffer>;

const streamOf = (chunks: Chunks): Readable => Readable.from(chunks, { highWaterMark: 4 });

/** Members bear this date and no time zone, lest the bytes depend on when and where they were written. */
const memberOptions = { mtime: new Date(2026, 8, 14, 12), mode: 0o100644, forceDosTimestamp: true };

/** Adds a member whose text is asked for only when its turn has come. */
export function addMember(zip: yazl.ZipFile, name: string, chunks: () => Chunks): void {
  zip.addReadStreamLazy(name, memberOptions, (give) => {
    const stream = streamOf(chunks());
    stream.once('error', (error) => zip.emit('error', error));
    give(null, stream);
  });
}

/** Writes an archive. */
export async function zipTo(path: string, fill: (zip: yazl.ZipFile) => void): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const zip = new yazl.ZipFile();
  zip.once('error', (error) => (zip.outputStream as Readable).destroy(error));
  fill(zip);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}
