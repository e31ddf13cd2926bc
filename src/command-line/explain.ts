import { isUnreachable } from '../database/outage.ts';
import { Refusal } from '../kernel/errors.ts';
import { scrub } from '../kernel/log/scrub.ts';

/** An expected error as one readable line. An unexpected error keeps its stack. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof Refusal) return scrub(error.message);
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use: stop what listens there, or set PORT to another.`;
  if (code === 'EACCES' && port) return `Port ${port} is not ours to open: set PORT to one above 1023.`;
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL')
    return `HOST or an address in the configuration is unknown here: ${scrub(error.message)}.`;
  if (isUnreachable(error))
    return `The database cannot be used: ${scrub(lastLine(error))}. Nothing is left half done: run it again.`;
  if (code && diskCodes.has(code)) return `A file cannot be written or read: ${scrub(error.message)}.`;
  return scrub(error.stack ?? error.message);
}

/** A full, read-only or broken disk, missing permissions, and too many open files. */
const diskCodes = new Set(['EACCES', 'EPERM', 'ENOTDIR', 'ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG', 'EIO', 'EMFILE', 'ENFILE']);

/** Prisma's messages have several lines, and the last one has the cause. */
const lastLine = ({ message }: Error): string => (message.trim().split('\n').at(-1) ?? '').replace(/\.$/, '');
