import type { Request, Response } from 'express';
import { needsRetryAfter } from '../../src/kernel/errors.ts';
import type { Rendered } from './bodies.ts';
import { settle, takeUnits } from './charge.ts';
import { hasAlready, hasAny } from './etag.ts';
import { exchangeOf, isOver } from './exchange.ts';
import { writeHead } from './head.ts';

/** Answers a HEAD for company data: with the limits, and nothing of the data. It is free, so nothing is looked up for it. */
export const respondToHead = (req: Request, res: Response): Promise<void> =>
  respond(req, res, { status: 200, body: undefined, headers: { 'Cache-Control': 'no-store' } });

/** Settles the charge and sends the answer, unless the deadline has passed. */
export async function respond(req: Request, res: Response, rendered: Rendered): Promise<void> {
  const { status, body, headers, units } = rendered;
  const etag = headers['ETag'];
  const { charge } = exchangeOf(res);
  const isKnown = etag !== undefined && ((!charge && hasAny(req)) || hasAlready(req, etag));
  if (!isKnown && units !== undefined) await takeUnits(res, units);
  const limits = await settle(res, isKnown ? 304 : status);
  if (isOver(res)) return;
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
