import { existsSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
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
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    // Another process was faster.
    if (error.code !== 'EEXIST') throw error;
  });
}
