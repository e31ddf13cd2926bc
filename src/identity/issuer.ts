import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { Failure } from '../kernel/errors.ts';
import type { Logger } from '../kernel/logging.ts';
import { SingleFlight } from '../kernel/single-flight.ts';

/** In milliseconds: how long its keys are used without asking again. */
const freshFor = 10 * 60_000;
/** In milliseconds: how long the issuer is not asked again after a failure and after a refresh, whatever callers send. */
const pauses = { afterFailure: 1_000, afterRefresh: 5_000 };
/** How many unknown keys may be asked for within a pause. With one only, an invented key could hide a new one. */
const mostSought = 3;
/** In milliseconds. */
const issuerAnswerLimit = 3_000;

const Metadata = z.looseObject({ issuer: z.string(), jwks_uri: z.url() });
type IssuerMetadata = z.output<typeof Metadata>;

interface Known {
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
 * The OpenID Connect issuer: its metadata and its keys. It is asked only when needed, so the service starts without it. What was
 * learnt stays good while the issuer is away.
 */
export class Issuer {
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly #now: () => number;
  readonly #logger: Logger;
  #known: Known | undefined;
  readonly #asking = new SingleFlight<void>();
  #notBefore = Number.NEGATIVE_INFINITY;
  /** The unknown keys that were asked for since the pause began. */
  readonly #sought = new Set<string>();
  #isAway = false;

  constructor({ url, fetch, now, logger }: IssuerParts) {
    this.url = url;
    this.fetch = fetch;
    this.#now = now;
    this.#logger = logger;
  }

  async metadata(): Promise<IssuerMetadata> {
    return (await this.#current()).metadata;
  }

  /** The key that a token names. An unknown key may be new, so the issuer is asked, once for all who wait. */
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

  async #current(): Promise<Known> {
    if (!this.#known || this.#now() - this.#known.since > freshFor) {
      const asked = this.#refresh();
      // An issuer that was away may still be away. Requests whose keys are known do not wait for it.
      if (!this.#known || !this.#isAway) await asked;
    }
    if (!this.#known) throw unreachable();
    return this.#known;
  }

  /** Never throws. If the issuer fails, what was known stays. */
  async #refresh(kid?: string): Promise<void> {
    if (this.#asking.has('keys') || this.#mayAsk(kid)) await this.#asking.do('keys', () => this.#ask());
  }

  #mayAsk(kid: string | undefined): boolean {
    const isPause = this.#now() < this.#notBefore;
    if (!isPause) this.#sought.clear();
    else if (this.#isAway || kid === undefined || this.#sought.has(kid) || this.#sought.size >= mostSought) return false;
    if (kid !== undefined) this.#sought.add(kid);
    return true;
  }

  async #ask(): Promise<void> {
    const isFirst = !this.#known;
    try {
      const metadata = Metadata.parse(await this.#get(`${this.url.replace(/\/$/, '')}/.well-known/openid-configuration`));
      if (metadata.issuer !== this.url) throw new Error(`OIDC_ISSUER is not what the issuer calls itself: ${metadata.issuer}`);
      const keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) }).parse(await this.#get(metadata.jwks_uri));
      this.#known = { metadata, keyOf: createLocalJWKSet(keys), since: this.#now() };
      if (!isFirst) this.#notBefore = this.#now() + pauses.afterRefresh;
      if (this.#isAway) this.#logger.info('the identity provider is back');
      this.#isAway = false;
    } catch (error) {
      this.#notBefore = this.#now() + (isFirst ? pauses.afterFailure : pauses.afterRefresh);
      if (!this.#isAway) this.#logger.warn({ err: error }, 'the identity provider cannot be used');
      this.#isAway = true;
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
