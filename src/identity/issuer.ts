import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { Failure } from '../kernel/errors.ts';
import type { Logger } from '../kernel/logging.ts';
import { SingleFlight } from '../kernel/running/single-flight.ts';

/** In milliseconds: how long its keys are used before they are fetched again. */
const keyLifetime = 10 * 60_000;
/** In milliseconds: the pause before the next request to the issuer, after a failure and after a refresh. */
const pauses = { afterFailure: 1_000, afterRefresh: 5_000 };
/** How many unknown keys may cause a refresh within a pause. With a limit of 1, an invented key could block a new one. */
const maxUnknownKeys = 3;
/** In milliseconds. */
const issuerAnswerLimit = 3_000;

const Metadata = z.looseObject({ issuer: z.string(), jwks_uri: z.url() });
type IssuerMetadata = z.output<typeof Metadata>;

interface CachedKeys {
  metadata: IssuerMetadata;
  keyOf: ReturnType<typeof createLocalJWKSet>;
  since: number;
}

interface IssuerParts {
  url: string;
  fetch: typeof fetch;
  now: () => number;
  logger: Logger;
}

/**
 * The OpenID Connect issuer: its metadata and its keys. They are fetched when they are first needed, so the service starts
 * without the issuer. They stay in use while the issuer is down.
 */
export class Issuer {
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly #now: () => number;
  readonly #logger: Logger;
  #cached: CachedKeys | undefined;
  readonly #refreshing = new SingleFlight<void>();
  #notBefore = Number.NEGATIVE_INFINITY;
  /** The unknown keys that caused a refresh since the pause began. */
  readonly #unknownKeys = new Set<string>();
  #isDown = false;

  constructor({ url, fetch, now, logger }: IssuerParts) {
    this.url = url;
    this.fetch = fetch;
    this.#now = now;
    this.#logger = logger;
  }

  async metadata(): Promise<IssuerMetadata> {
    return (await this.#current()).metadata;
  }

  /** The key that a token names. An unknown key may be new, so the keys are fetched again, once for all callers that wait. */
  readonly keyOf: JWTVerifyGetKey = async (header, token) => {
    const { keyOf } = await this.#current();
    try {
      return await keyOf(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await this.#refresh(header.kid);
      return (await this.#current()).keyOf(header, token);
    }
  };

  async #current(): Promise<CachedKeys> {
    if (!this.#cached || this.#now() - this.#cached.since > keyLifetime) {
      const refresh = this.#refresh();
      // An issuer that was down may still be down. Requests with a known key do not wait for it.
      if (!this.#cached || !this.#isDown) await refresh;
    }
    if (!this.#cached) throw unreachable();
    return this.#cached;
  }

  /** Never throws. If the issuer fails, the old keys stay. */
  async #refresh(kid?: string): Promise<void> {
    if (this.#refreshing.has('keys') || this.#mayRefresh(kid)) await this.#refreshing.do('keys', () => this.#fetchKeys());
  }

  #mayRefresh(kid: string | undefined): boolean {
    const isPause = this.#now() < this.#notBefore;
    if (!isPause) this.#unknownKeys.clear();
    else if (this.#isDown || kid === undefined || this.#unknownKeys.has(kid) || this.#unknownKeys.size >= maxUnknownKeys)
      return false;
    if (kid !== undefined) this.#unknownKeys.add(kid);
    return true;
  }

  async #fetchKeys(): Promise<void> {
    const isFirst = !this.#cached;
    try {
      const metadata = Metadata.parse(await this.#get(`${this.url.replace(/\/$/, '')}/.well-known/openid-configuration`));
      if (metadata.issuer !== this.url) throw new Error(`OIDC_ISSUER is not what the issuer calls itself: ${metadata.issuer}`);
      const keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) }).parse(await this.#get(metadata.jwks_uri));
      this.#cached = { metadata, keyOf: createLocalJWKSet(keys), since: this.#now() };
      if (!isFirst) this.#notBefore = this.#now() + pauses.afterRefresh;
      if (this.#isDown) this.#logger.info('the identity provider is back');
      this.#isDown = false;
    } catch (error) {
      this.#notBefore = this.#now() + (isFirst ? pauses.afterFailure : pauses.afterRefresh);
      if (!this.#isDown) this.#logger.warn({ err: error }, 'the identity provider cannot be used');
      this.#isDown = true;
    }
  }

  async #get(address: string): Promise<unknown> {
    if (this.url.startsWith('https:') && !address.startsWith('https:')) throw new Error(`${address} is not encrypted`);
    const response = await this.fetch(address, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(issuerAnswerLimit),
    });
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    return response.json();
  }
}

export const unreachable = (cause?: unknown): Failure =>
  new Failure('service_unavailable', 'The identity provider cannot be reached at the moment.', { cause });
