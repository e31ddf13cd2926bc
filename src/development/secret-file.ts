import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Reads a secret from a file that only its owner can read, and creates it if it is missing. Processes that do so at the same time
 * get the same secret.
 */
export async function readOrCreateSecret(path: string, make: () => string | Promise<string>): Promise<string> {
  const known = await readFile(path, 'utf8').catch(unless('ENOENT'));
  if (known) return known;
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, await make(), { mode: 0o600 });
  // Unlike a rename, a link never replaces a file that another process made meanwhile.
  await link(draft, path).catch(unless('EEXIST'));
  await rm(draft);
  return readFile(path, 'utf8');
}

const unless = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error;
};
