import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { Failure } from '../kernel/errors.ts';
import type { Logger } from '../kernel/logging.ts';
import { SingleFlight } from '../kernel/running/single-flight.ts';

/** How long its keys are used before they are fetched again. */
const keyLifetimeMs = 10 * 60_000;
/** The pause before the next request to the issuer. */
const pausesMs = { afterFailure: 1_000, afterRefresh: 5_000 };
/** How many unknown keys may cause a refresh within a pause. With a limit of 1, an invented key could block a new one. */
const maxUnknownKeys = 3;
const answerTimeoutMs = 3_000;

const Metadata = z.looseObject({ issuer: z.string(), jwks_uri: z.url() });
type IssuerMetadata = z.output<typeof Metadata>;

interface IssuerOptions {
  url: string;
  fetch: typeof fetch;
  now(): number;
  logger: Logger;
}

/**
 * The OpenID Connect issuer: its metadata and its keys. They are fetched when they are first needed, so the service starts
 * without the issuer. They stay in use while the issuer is down.
 */
export function createIssuer({ url, fetch, now, logger }: IssuerOptions) {
  let cached: { metadata: IssuerMetadata; keyOf: ReturnType<typeof createLocalJWKSet>; since: number } | undefined;
  const refreshing = new SingleFlight<void>();
  let notBefore = Number.NEGATIVE_INFINITY;
  /** The unknown keys that caused a refresh since the pause began. */
  const unknownKeys = new Set<string>();
  let isDown = false;

  const get = async (from: string): Promise<unknown> => {
    if (url.startsWith('https:') && !from.startsWith('https:')) throw new Error(`${from} is not encrypted`);
    const response = await fetch(from, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    if (!response.ok) throw new Error(`${from} answered ${response.status}`);
    return response.json();
  };

  const fetchKeys = async (): Promise<void> => {
    const isFirst = !cached;
    try {
      const metadata = Metadata.parse(await get(`${url.replace(/\/$/, '')}/.well-known/openid-configuration`));
      if (metadata.issuer !== url) throw new Error(`OIDC_ISSUER is not what the issuer calls itself: ${metadata.issuer}`);
      const keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) }).parse(await get(metadata.jwks_uri));
      cached = { metadata, keyOf: createLocalJWKSet(keys), since: now() };
      if (!isFirst) notBefore = now() + pausesMs.afterRefresh;
      if (isDown) logger.info('the identity provider is back');
      isDown = false;
    } catch (error) {
      notBefore = now() + (isFirst ? pausesMs.afterFailure : pausesMs.afterRefresh);
      if (!isDown) logger.warn({ err: error }, 'the identity provider cannot be used');
      isDown = true;
    }
  };

  const mayRefresh = (kid: string | undefined): boolean => {
    const isPause = now() < notBefore;
    if (!isPause) unknownKeys.clear();
    else if (isDown || kid === undefined || unknownKeys.has(kid) || unknownKeys.size >= maxUnknownKeys) return false;
    if (kid !== undefined) unknownKeys.add(kid);
    return true;
  };

  /** Never throws. If the issuer fails, the old keys stay. */
  const refresh = async (kid?: string): Promise<void> => {
    if (refreshing.has('keys') || mayRefresh(kid)) await refreshing.do('keys', fetchKeys);
  };

  const current = async () => {
    if (!cached || now() - cached.since > keyLifetimeMs) {
      const refreshed = refresh();
      // An issuer that was down may still be down. Requests with a known key do not wait for it.
      if (!cached || !isDown) await refreshed;
    }
    if (!cached) throw unreachable();
    return cached;
  };

  /** The key that a token names. An unknown key may be new, so the keys are fetched again, once for all callers that wait. */
  const keyOf: JWTVerifyGetKey = async (header, token) => {
    const { keyOf: find } = await current();
    try {
      return await find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await refresh(header.kid);
      return (await current()).keyOf(header, token);
    }
  };

  return { url, fetch, keyOf, metadata: async (): Promise<IssuerMetadata> => (await current()).metadata };
}

export type Issuer = ReturnType<typeof createIssuer>;

export const unreachable = (cause?: unknown): Failure =>
  new Failure('service_unavailable', 'The identity provider cannot be reached at the moment.', { cause });
