import { chmod, mkdir, rm } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { isMissing, textIn, writeWhole } from './files.ts';
import { type Shell, UsageError } from './shell.ts';

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
  const text = await textIn(file);
  if (text === undefined) return undefined;
  try {
    const { url, key, name } = JSON.parse(text);
    if (typeof url !== 'string' || typeof key !== 'string') throw new SyntaxError('no key');
    return { url, key, ...(typeof name === 'string' && { name }) };
  } catch {
    throw new UsageError(`${file} is damaged: run company-registry login again.`);
  }
}

/** Writes the file for its owner alone. It is whole at any moment. */
export async function keepCredentials(shell: Shell, credentials: Credentials): Promise<string> {
  const file = credentialsFile(shell);
  const folder = (shell.platform === 'win32' ? win32 : posix).dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The folder may be older, with wider permissions.
  if (shell.platform !== 'win32') await chmod(folder, 0o700);
  await writeWhole(file, `${JSON.stringify(credentials, undefined, 2)}\n`, 0o600);
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
