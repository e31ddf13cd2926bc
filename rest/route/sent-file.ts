import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { type ErrorCode, Failure } from '../../src/kernel/errors.ts';
import type { Rendered } from '../edge/bodies.ts';
import { settle, takeUnits } from '../edge/charge.ts';
import { hasAlready, hasAny } from '../edge/etag.ts';
import { exchangeOf, isOver } from '../edge/exchange.ts';
import type { SentFile } from './route.ts';

interface Part {
  start: number;
  end: number;
}

/** For one event of a response. */
const maxListeners = 20;

/** Opens a file. Throws the failure `absent` if it does not exist. */
async function openFile({ path, size }: SentFile, absent: ErrorCode): Promise<FileHandle> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Failure(absent) : error;
  });
  const found = await handle.stat();
  if (found.size === size) return handle;
  await handle.close();
  throw new Error(`${path} has ${found.size} bytes instead of ${size}.`);
}

/**
 * The requested part of the file (Range, If-Range). Undefined for the whole file, and also if the range is for another file, has
 * several parts or is not in bytes.
 */
function partOf(req: Request, res: Response, { size, etag }: SentFile): Part | undefined {
  const condition = req.get('if-range');
  if (req.method !== 'GET' || (condition !== undefined && condition !== etag)) return undefined;
  const ranges = req.range(size, { combine: true });
  if (ranges === -1) {
    res.set('Content-Range', `bytes */${size}`);
    throw new Failure('range_not_satisfiable');
  }
  return Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
}

/**
 * Sends a file, or the requested part of it, so that an interrupted download can be resumed. The file is opened before units are
 * charged. A part costs its share of the units, at least one.
 */
export async function sendFile(
  req: Request,
  res: Response,
  file: SentFile,
  { headers, units }: Rendered,
  absent: ErrorCode = 'internal_error',
): Promise<void> {
  const handle = await openFile(file, absent);
  try {
    const { size, mediaType, etag, name } = file;
    res.set({ ...headers, ETag: etag, 'Accept-Ranges': 'bytes' });
    const isKnown = (!exchangeOf(res).charge && hasAny(req)) || hasAlready(req, etag);
    const part = isKnown ? undefined : partOf(req, res, file);
    const { start, end } = part ?? { start: 0, end: size - 1 };
    const length = end - start + 1;
    // The answer to a HEAD has none of the file.
    if (!isKnown && units !== undefined && req.method !== 'HEAD') await takeUnits(res, Math.ceil((units * length) / size));
    const status = isKnown ? 304 : part ? 206 : 200;
    const limits = await settle(res, status);
    if (isOver(res)) return;
    res.set(limits).status(status);
    if (isKnown) return void res.end();
    if (part) res.set('Content-Range', `bytes ${start}-${end}/${size}`);
    res.attachment(name).set({ 'Content-Type': mediaType, 'Content-Length': String(length) });
    if (req.method === 'HEAD') return void res.end();
    // The pipeline adds its listeners to ours. Together they exceed Node's default limit, but they do not leak.
    res.setMaxListeners(maxListeners);
    // A disconnect of the client is not an error: the client may request the rest later.
    await pipeline(handle.createReadStream({ start, end, autoClose: false }), res).catch(() => res.destroy());
  } finally {
    await handle.close();
  }
}
