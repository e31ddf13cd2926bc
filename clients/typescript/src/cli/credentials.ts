import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import type { Shell } from './shell.ts';
import { UsageError } from './shell.ts';

/** What `login` keeps. */
export interface Credentials {
  url: string;
  key: string;
  /** The name and the beginning of the key, by which the dashboard shows it. */
  name?: string;
}

export const defaultUrl = 'http://localhost:3000';

/** Where `login` keeps the key: a folder of the person's settings, as the system has it. */
export function credentialsFile({ env, platform, home }: Pick<Shell, 'env' | 'platform' | 'home'>): string {
  if (platform === 'win32')
    return win32.join(env['APPDATA'] || win32.join(home, 'AppData', 'Roaming'), 'company-registry', 'credentials.json');
  const set = env['XDG_CONFIG_HOME'];
  // The standard says that a relative path is to be ignored.
  const folder = set && posix.isAbsolute(set) ? set : posix.join(home, '.config');
  return posix.join(folder, 'company-registry', 'credentials.json');
}

export async function readCredentials(shell: Shell): Promise<Credentials | undefined> {
  const file = credentialsFile(shell);
  try {
    const { url, key, name } = JSON.parse(await readFile(file, 'utf8'));
    if (typeof url !== 'string' || typeof key !== 'string') throw new SyntaxError('no key');
    return { url, key, ...(typeof name === 'string' && { name }) };
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (error instanceof SyntaxError) throw new UsageError(`${file} is damaged: run company-registry login again.`);
    throw error;
  }
}

/** Writes the file for its owner alone. It is whole at any moment. */
export async function keepCredentials(shell: Shell, credentials: Credentials): Promise<string> {
  const file = credentialsFile(shell);
  const folder = (shell.platform === 'win32' ? win32 : posix).dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The folder may be older, with wider permissions.
  if (shell.platform !== 'win32') await chmod(folder, 0o700);
  const draft = `${file}.${process.pid}.new`;
  await rm(draft, { force: true });
  // wx: a file or link that somebody else has put there is not written through.
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(credentials, undefined, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
  return file;
}

/** Whether there was a file. */
export async function forgetCredentials(shell: Shell): Promise<boolean> {
  try {
    await rm(credentialsFile(shell));
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
