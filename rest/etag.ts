import { hash } from 'node:crypto';
import type { Request } from 'express';

/** A strong tag of whatever makes the answer what it is. */
export const etagOf = (...parts: (string | number)[]): string => `"${hash('sha256', parts.join(' '), 'base64url').slice(0, 27)}"`;

/**
 * Whether the client has this answer already. Not `req.fresh` of Express: that answers whole where a client tells caches to ask, as
 * some do who are asking.
 */
export function hasAlready(req: Request, etag: string): boolean {
  const known = req.get('if-none-match')?.split(',') ?? [];
  return known.some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Whether any answer will do that there is: known only once there is one. */
export const hasAny = (req: Request): boolean => req.get('if-none-match')?.trim() === '*';
