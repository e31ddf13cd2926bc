import { jwtVerify } from 'jose';
import { z } from 'zod';
import { Failure } from '../errors.ts';
import { identityOf } from './claims.ts';
import { cookieOf, cookies } from './cookies.ts';
import type { Issuer } from './issuer.ts';
import { isFromElsewhere } from './origin.ts';
import type { Caller, Identity } from './principal.ts';
import { Seal } from './seal.ts';

/** Signed with a key that the issuer alone has. With a shared secret, whoever can check a token could make one. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
/** By how much the issuer's clock may differ from ours, in seconds. */
export const clockSkew = 60;
const longestToken = 12_288;
const cookieLife = 12 * 60 * 60;

const SealedIdentity = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  name: z.string().nullable(),
});
export type SessionSeal = Seal<typeof SealedIdentity>;

export const sessionSeal = (secret: () => Promise<string>): SessionSeal =>
  new Seal(secret, 'session', cookieLife, SealedIdentity);

export interface SessionParts {
  issuer: Issuer;
  audience: string;
  seal: SessionSeal;
  baseUrl: string;
}

/** Tells who a session belongs to: a token of the issuer for our audience, or the cookie of our own sign-in. */
export class Sessions {
  readonly #issuer: Issuer;
  readonly #audience: string;
  readonly #seal: SessionSeal;
  readonly #baseUrl: string;

  constructor({ issuer, audience, seal, baseUrl }: SessionParts) {
    this.#issuer = issuer;
    this.#audience = audience;
    this.#seal = seal;
    this.#baseUrl = baseUrl;
  }

  async identify(caller: Caller): Promise<Identity> {
    const [, token] = /^bearer\b *(.*)$/is.exec(caller.headers.authorization ?? '') ?? [];
    if (token !== undefined) return this.#ofToken(token);
    const cookie = cookieOf(caller.headers, cookies.session);
    if (cookie === undefined) throw new Failure('session_required');
    // A browser adds the cookie by itself, also for a page of somebody else's.
    if (isFromElsewhere(caller, this.#baseUrl)) throw new Failure('invalid_session', 'The request comes from another origin.');
    return this.#ofCookie(cookie);
  }

  async #ofToken(token: string): Promise<Identity> {
    if (token.length > longestToken) throw new Failure('invalid_session');
    const checks = {
      issuer: this.#issuer.url,
      audience: this.#audience,
      algorithms,
      clockTolerance: clockSkew,
      requiredClaims: ['exp'],
    };
    const verified = await jwtVerify(token, this.#issuer.keyOf, checks).catch((error) => {
      // Whatever is wrong with the token is the same to the caller; that the issuer is away is not about the token.
      if (error instanceof Failure) throw error;
    });
    const identity = verified && identityOf(this.#issuer.url, verified.payload);
    if (!identity) throw new Failure('invalid_session');
    return identity;
  }

  async #ofCookie(cookie: string): Promise<Identity> {
    const identity = await this.#seal.open(cookie);
    if (identity?.issuer !== this.#issuer.url) throw new Failure('invalid_session');
    return identity;
  }
}
