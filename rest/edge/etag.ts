import { hash } from 'node:crypto';
import type { Request } from 'express';

/** A strong tag, of all that the answer depends on. */
export const etagOf = (...parts: (string | number)[]): string => `"${hash('sha256', parts.join(' '), 'base64url').slice(0, 27)}"`;

/**
 * Whether the client has this answer already. `req.fresh` of Express doesn't do: it says no where a client also sends
 * `Cache-Control: no-cache`, as some do.
 */
export function hasAlready(req: Request, etag: string): boolean {
  const known = req.get('if-none-match')?.split(',') ?? [];
  return known.some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Whether the client has some answer (`*`). That holds only once there is one. */
export const hasAny = (req: Request): boolean => req.get('if-none-match')?.trim() === '*';
