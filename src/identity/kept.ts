import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A secret in a file that its owner alone can read, made when it is first needed. Of several who come at once all get the same. */
export async function kept(path: string, make: () => string | Promise<string>): Promise<string> {
  const known = await readFile(path, 'utf8').catch(unless('ENOENT'));
  if (known) return known;
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, await make(), { mode: 0o600 });
  // Unlike a rename, this never replaces what somebody else made meanwhile.
  await link(draft, path).catch(unless('EEXIST'));
  await rm(draft);
  return readFile(path, 'utf8');
}

const unless = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error;
};
