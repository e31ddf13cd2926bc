import { createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { Failure } from '../kernel/errors.ts';
import type { Logger } from '../kernel/logging.ts';
import { SingleFlight } from '../kernel/running/single-flight.ts';

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

/** The pause between two requests, and how long keys are used before they are fetched again. */
const times = { pauseMs: 60_000, lifetimeMs: 86_400_000 };
const fetchLimits = { timeoutMs: 3_000, maxBytes: 100_000 };

export interface FetchOptions {
  now(): number;
  logger: Logger;
  /** Replaces the network, for a test. */
  fetch?: typeof fetch | undefined;
}

/** Public keys that are fetched when they are first needed, when an unknown one is named, and each day: at most once a minute. */
export function fetchedPublicKeys(url: string, { now, logger, fetch: fetchFrom = fetch }: FetchOptions) {
  const fetching = new SingleFlight<void>();
  let keys: Map<string, KeyObject> | undefined;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;

  /** Never throws. If it fails, the old keys stay. */
  const refresh = async () => {
    try {
      keys = readPublicKeys(await fetchText(fetchFrom, url));
      fetchedAt = now();
    } catch (error) {
      logger.warn({ err: error }, 'the public keys that sign reports of leaked keys cannot be fetched');
    } finally {
      triedAt = now();
    }
  };

  return {
    /** The key with this identifier. Throws service_unavailable if no keys could be fetched yet. */
    get: async (identifier: string): Promise<KeyObject | undefined> => {
      const isNeeded = now() - fetchedAt > times.lifetimeMs || !keys?.has(identifier);
      if ((isNeeded && now() - triedAt > times.pauseMs) || fetching.has('keys')) await fetching.do('keys', refresh);
      if (keys) return keys.get(identifier);
      const message = 'The public keys of the reports cannot be fetched at the moment.';
      throw new Failure('service_unavailable', message, { retryAfter: times.pauseMs / 1000 });
    },
  };
}

/** Fetches a small text. Throws if it takes too long, is too large, or leads elsewhere. */
async function fetchText(fetchFrom: typeof fetch, url: string): Promise<string> {
  const response = await fetchFrom(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(fetchLimits.timeoutMs),
  });
  if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > fetchLimits.maxBytes) throw new Error(`${url} answered with more than ${fetchLimits.maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
