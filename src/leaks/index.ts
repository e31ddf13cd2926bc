import { readFileSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { Refusal } from '../kernel/errors.ts';
import type { Logger } from '../kernel/logging.ts';
import { Leaks, type LeaksParts } from './leaks.ts';
import { FetchedPublicKeys, readPublicKeys } from './public-keys.ts';

export { reportLimits } from './limits.ts';

interface LeaksFeatureParts extends Omit<LeaksParts, 'publicKeys'> {
  settings: Config['secretScanning'];
  now(): number;
  logger: Logger;
  /** Replaces the network, for a test. */
  fetch?: typeof fetch | undefined;
}

/** Reports of leaked keys, whose signatures are checked with the public keys of a file, or with those that are fetched. */
export function openLeaks({ settings, now, logger, fetch: fetchFrom = fetch, ...parts }: LeaksFeatureParts) {
  const { keysFile, keysUrl } = settings;
  const fetched = keysUrl ? new FetchedPublicKeys({ url: keysUrl, fetch: fetchFrom, now, logger }) : undefined;
  return new Leaks({ ...parts, publicKeys: keysFile ? publicKeysIn(keysFile) : fetched });
}

function publicKeysIn(file: string) {
  try {
    return readPublicKeys(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Refusal(`SECRET_SCANNING_KEYS cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
