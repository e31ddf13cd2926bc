import { hash } from 'node:crypto';
import type { Request } from 'express';

/** A strong tag, from everything that the answer depends on. */
export const etagOf = (...parts: (string | number)[]): string => `"${hash('sha256', parts.join(' '), 'base64url').slice(0, 27)}"`;

/** Whether the client has this answer already. `req.fresh` of Express is false if it also sends `Cache-Control: no-cache`. */
export function hasAlready(req: Request, etag: string): boolean {
  const known = req.get('if-none-match')?.split(',') ?? [];
  return known.some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/**
 * Whether the client accepts 304 for whatever it has (`*`). Check it only when there is an answer, and only for free answers: a
 * client that names no tag has not shown that it paid for one.
 */
export const hasAny = (req: Request): boolean => req.get('if-none-match')?.trim() === '*';
