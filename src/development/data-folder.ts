import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Refusal } from '../kernel/errors.ts';

/** Makes the folder and its parents. Throws if it cannot be written. */
export async function needDataFolder(path: string): Promise<void> {
  try {
    await make(path);
    await access(path, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    throw new Refusal(`DATA_DIR cannot be used: ${path} cannot be made or written (${code}). Set it to a folder of yours.`, {
      cause,
    });
  }
}

/** Node's recursive mkdir never returns on a file system that refuses new folders, such as /proc. */
async function make(path: string): Promise<void> {
  if (existsSync(path)) return;
  if (!existsSync(dirname(path))) await make(dirname(path));
  // Another process may be faster.
  await mkdir(path).catch(unless('EEXIST'));
}

/**
 * Reads a secret from a file that only its owner can read, and creates it if it is missing. Processes that do so at the same time
 * get the same secret.
 */
export async function readOrCreateSecret(path: string, create: () => string | Promise<string>): Promise<string> {
  const known = await readFile(path, 'utf8').catch(unless('ENOENT'));
  if (known) return known;
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, await create(), { mode: 0o600 });
  // Unlike a rename, a link never replaces a file that another process made meanwhile.
  await link(draft, path).catch(unless('EEXIST'));
  await rm(draft);
  return readFile(path, 'utf8');
}

const unless = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error;
};
