import { readFileSync } from 'node:fs';
import type { Accounts } from '../accounts/index.ts';
import type { Config } from '../config/config.ts';
import { Refusal } from '../kernel/errors.ts';
import { leakReports } from './leaks.ts';
import { type FetchOptions, fetchedPublicKeys, readPublicKeys } from './public-keys.ts';

export { reportLimits } from './leaks.ts';

/** Reports of leaked keys, whose signatures are checked with the public keys of a file, or with those that are fetched. */
export function openLeaks(settings: Config['secretScanning'], keys: Accounts['leakedKeys'], options: FetchOptions) {
  const { keysFile, keysUrl } = settings;
  if (keysFile) return leakReports(keys, publicKeysIn(keysFile));
  return leakReports(keys, keysUrl ? fetchedPublicKeys(keysUrl, options) : undefined);
}

function publicKeysIn(file: string) {
  try {
    return readPublicKeys(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Refusal(`SECRET_SCANNING_KEYS cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
