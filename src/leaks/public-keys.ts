import { createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { Failure } from '../kernel/errors.ts';
import type { Logger } from '../kernel/logging.ts';
import { SingleFlight } from '../kernel/running/single-flight.ts';
import { fetchText } from './fetch-text.ts';

/** The public keys that sign reports, by identifier. Throws if the text has another form, or a key is not ECDSA P-256. */
export function readPublicKeys(text: string): Map<string, KeyObject> {
  const { public_keys: listed } = PublicKeyList.parse(JSON.parse(text));
  return new Map(listed.map(({ key_identifier: identifier, key }) => [identifier, p256(key)]));
}

/** GitHub publishes its keys in this form. */
const PublicKeyList = z.object({
  public_keys: z
    .array(z.object({ key_identifier: z.string().min(1), key: z.string() }))
    .min(1)
    .max(100),
});

function p256(pem: string): KeyObject {
  const key = createPublicKey(pem);
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('a public key is not ECDSA P-256');
  return key;
}

/** In milliseconds: the pause between two requests, and how long keys are used before they are fetched again. */
const times = { pause: 60_000, lifetime: 86_400_000 };

interface FetchedKeysParts {
  url: string;
  fetch: typeof fetch;
  now(): number;
  logger: Logger;
}

/** Public keys that are fetched when they are first needed, when an unknown one is named, and each day: at most once a minute. */
export class FetchedPublicKeys {
  readonly #parts: FetchedKeysParts;
  readonly #fetching = new SingleFlight<void>();
  #keys: Map<string, KeyObject> | undefined;
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: FetchedKeysParts) {
    this.#parts = parts;
  }

  /** The key with this identifier. Throws service_unavailable if no keys could be fetched yet. */
  async get(identifier: string): Promise<KeyObject | undefined> {
    const { now } = this.#parts;
    const isOld = now() - this.#fetchedAt > times.lifetime;
    if ((isOld || !this.#keys?.has(identifier)) && now() - this.#triedAt > times.pause)
      await this.#fetching.do('keys', () => this.#fetch());
    else if (this.#fetching.has('keys')) await this.#fetching.do('keys', () => this.#fetch());
    if (!this.#keys)
      throw new Failure('service_unavailable', 'The public keys of the reports cannot be fetched at the moment.', {
        retryAfter: times.pause / 1000,
      });
    return this.#keys.get(identifier);
  }

  /** Never throws. If it fails, the old keys stay. */
  async #fetch(): Promise<void> {
    const { url, fetch, now, logger } = this.#parts;
    try {
      this.#keys = readPublicKeys(await fetchText(fetch, url));
      this.#fetchedAt = now();
    } catch (error) {
      logger.warn({ err: error }, 'the public keys that sign reports of leaked keys cannot be fetched');
    } finally {
      this.#triedAt = now();
    }
  }
}
