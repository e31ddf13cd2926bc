import type { Request, Response } from 'express';
import { needsRetryAfter } from '../../src/kernel/errors.ts';
import type { Rendered } from './bodies.ts';
import { settle, takeUnits } from './charge.ts';
import { hasAlready, hasAny } from './etag.ts';
import { exchangeOf } from './exchange.ts';
import { writeHead } from './head.ts';

/** Settles the charge and sends the answer, unless the deadline has passed. */
export async function respond(req: Request, res: Response, rendered: Rendered): Promise<void> {
  const { status, body, headers, units } = rendered;
  const etag = headers['ETag'];
  const isKnown = etag !== undefined && (hasAny(req) || hasAlready(req, etag));
  if (!isKnown && units !== undefined) await takeUnits(res, units);
  const limits = await settle(res, isKnown ? 304 : status);
  if (exchangeOf(res).isOver) return;
  const text = isKnown ? undefined : body;
  writeHead(res, isKnown ? 304 : status, {
    ...headers,
    ...limits,
    ...(needsRetryAfter(status) && { 'Retry-After': '1' }),
    ...(text !== undefined && {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(text)),
    }),
  });
  res.end(text);
}
