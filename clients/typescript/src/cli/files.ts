import { open, readFile, rename, rm } from 'node:fs/promises';
import { UsageError } from './shell.ts';

export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';

/** Writes a file that is whole at any moment: the old one, or the new one. Nobody else may read it, with `mode` 0o600. */
export async function writeWhole(file: string, text: string, mode = 0o666): Promise<void> {
  const draft = `${file}.${process.pid}.new`;
  await rm(draft, { force: true });
  // wx: a file or link that somebody else has put there is not written through.
  const handle = await open(draft, 'wx', mode);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}

/** The text of a file, or nothing if there is none. */
export async function textIn(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Refuses to replace a file, unless the person says so. */
export async function refuseToReplace(file: string, isForced: boolean): Promise<void> {
  if (isForced || (await exists(file)) === false) return;
  throw new UsageError(`${file} is there already: give another name, or --force to replace it.`);
}

async function exists(file: string): Promise<boolean> {
  try {
    await (await open(file)).close();
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
