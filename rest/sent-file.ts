import type { Request, Response } from 'express';
import { Failure } from '../src/kernel/errors.ts';
import { settle } from './charge.ts';
import { hasAlready, hasAny } from './etag.ts';
import { exchangeOf } from './exchange.ts';
import type { SentFile } from './route.ts';

/** Sends a file, or the part that is asked for (Range, If-Range): a download that broke off goes on where it was. */
export async function sendFile(req: Request, res: Response, file: SentFile, headers: Record<string, string>): Promise<void> {
  const { path, size, mediaType, etag, name } = file;
  res.set({ ...headers, ETag: etag, 'Accept-Ranges': 'bytes' });
  if (hasAny(req) || hasAlready(req, etag)) {
    const limits = await settle(res, 304);
    if (!exchangeOf(res).isOver) res.set(limits).status(304).end();
    return;
  }
  const condition = req.get('if-range');
  // Of another file than this one the range is not meant: then the whole is sent.
  if (condition !== undefined && condition !== etag) delete req.headers.range;
  // Express knows more conditions, and would refuse what is charged already.
  for (const name of ['if-range', 'if-match', 'if-unmodified-since', 'if-modified-since']) delete req.headers[name];
  if (req.range(size) === -1) {
    res.set('Content-Range', `bytes */${size}`);
    throw new Failure('range_not_satisfiable');
  }
  const limits = await settle(res, 200);
  if (exchangeOf(res).isOver) return;
  res.set(limits).type(mediaType).attachment(name).set('Content-Type', mediaType);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  res.sendFile(path, { etag: false, lastModified: false, cacheControl: false, dotfiles: 'allow' }, (error) =>
    error ? reject(error) : resolve(),
  );
  // A client that goes away in the middle is no failure of ours: it may come for the rest.
  await promise.catch((error) => {
    if (!res.headersSent) throw error;
    res.destroy();
  });
}
