import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { type ErrorCode, Failure } from '../../src/kernel/errors.ts';
import type { Rendered } from '../edge/bodies.ts';
import { settle, takeUnits } from '../edge/charge.ts';
import { hasAlready, hasAny } from '../edge/etag.ts';
import { exchangeOf } from '../edge/exchange.ts';
import type { SentFile } from './route.ts';

interface Part {
  start: number;
  end: number;
}

/** Of one event of an answer. */
const mostListeners = 20;

/** Opens a file. One that is not there is the failure `absent`. */
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
 * The part of the file that is asked for (Range, If-Range). Undefined for the whole: also where the range is of another file, has
 * several parts or is none of bytes.
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
 * Sends a file, or the part that is asked for: a download that broke off goes on where it was. The file is open before anything
 * is paid for. A part costs its share of the units, at least one.
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
    const isKnown = hasAny(req) || hasAlready(req, etag);
    const part = isKnown ? undefined : partOf(req, res, file);
    const { start, end } = part ?? { start: 0, end: size - 1 };
    const length = end - start + 1;
    if (!isKnown && units !== undefined) await takeUnits(res, Math.ceil((units * length) / size));
    const status = isKnown ? 304 : part ? 206 : 200;
    const limits = await settle(res, status);
    if (exchangeOf(res).isOver) return;
    res.set(limits).status(status);
    if (isKnown) return void res.end();
    if (part) res.set('Content-Range', `bytes ${start}-${end}/${size}`);
    res.attachment(name).set({ 'Content-Type': mediaType, 'Content-Length': String(length) });
    if (req.method === 'HEAD') return void res.end();
    // The pipeline listens beside us; together that is more than Node expects, and no leak.
    res.setMaxListeners(mostListeners);
    // A client that goes away in the middle is no failure of ours: it may come for the rest.
    await pipeline(handle.createReadStream({ start, end, autoClose: false }), res).catch(() => res.destroy());
  } finally {
    await handle.close();
  }
}
