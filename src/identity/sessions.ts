import { jwtVerify } from 'jose';
import { z } from 'zod';
import { Failure } from '../kernel/errors.ts';
import type { Caller, CookiePrincipal, Identity } from '../kernel/principal.ts';
import { Seal, type Secrets } from '../kernel/seal.ts';
import { identityOf } from './claims.ts';
import { cookieOf, cookies } from './cookies.ts';
import type { Issuer } from './issuer.ts';
import type { OpenSessions } from './open-sessions.ts';
import { isFromElsewhere } from './origin.ts';
import { sessionLife } from './session-records.ts';
import type { SessionUse } from './session-use.ts';

/** Signed with a key that the issuer alone has. With a shared secret, whoever can check a token could make one. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
/** By how much the issuer's clock may differ from ours, in seconds. */
export const clockSkew = 60;
const longestToken = 12_288;

/** What the cookie holds: which row is meant, and at whose word it was made. */
const SealedSession = z.object({ sessionId: z.guid(), issuer: z.string() });
export type SessionSeal = Seal<typeof SealedSession>;

export const sessionSeal = (secrets: Secrets): SessionSeal => new Seal(secrets, 'session', sessionLife, SealedSession);

export interface SessionParts {
  issuer: Issuer;
  audience: string;
  seal: SessionSeal;
  open: Pick<OpenSessions, 'find'>;
  seen: Pick<SessionUse, 'note'>;
  baseUrl: string;
}

/** Tells who a session belongs to: a token of the issuer for our audience, or the cookie of our own sign-in. */
export class Sessions {
  readonly #parts: SessionParts;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  async identify(caller: Caller): Promise<Identity | CookiePrincipal> {
    const [, token] = /^bearer\b *(.*)$/is.exec(caller.headers.authorization ?? '') ?? [];
    if (token) return this.#ofToken(token);
    const cookie = cookieOf(caller.headers, cookies.session);
    if (cookie === undefined) throw new Failure('session_required');
    // A browser adds the cookie by itself, also for a page of somebody else's.
    if (isFromElsewhere(caller, this.#parts.baseUrl))
      throw new Failure('invalid_session', 'The request comes from another origin.');
    const principal = await this.ofCookie(cookie);
    if (!principal) throw new Failure('invalid_session');
    this.#parts.seen.note(principal.sessionId);
    return principal;
  }

  /** Whose the open session is that a cookie of ours stands for. */
  async ofCookie(cookie: string | undefined): Promise<CookiePrincipal | undefined> {
    const { seal, issuer, open } = this.#parts;
    const sealed = cookie ? await seal.open(cookie) : undefined;
    return sealed?.issuer === issuer.url ? open.find(sealed.sessionId) : undefined;
  }

  async #ofToken(token: string): Promise<Identity> {
    if (token.length > longestToken) throw new Failure('invalid_session');
    const { issuer, audience } = this.#parts;
    const checks = {
      issuer: issuer.url,
      audience,
      algorithms,
      clockTolerance: clockSkew,
      requiredClaims: ['exp'],
    };
    const verified = await jwtVerify(token, issuer.keyOf, checks).catch((error) => {
      // Whatever is wrong with the token is the same to the caller; that the issuer is away is not about the token.
      if (error instanceof Failure) throw error;
    });
    const identity = verified && identityOf(issuer.url, verified.payload);
    if (!identity) throw new Failure('invalid_session');
    return identity;
  }
}
