import type { IncomingHttpHeaders } from 'node:http';
import { jwtVerify } from 'jose';
import { z } from 'zod';
import { Failure } from '../kernel/errors.ts';
import type { Caller, CookiePrincipal, Identity } from '../kernel/principal.ts';
import { Seal, type Secrets } from '../kernel/seal.ts';
import { CookieSettings } from './cookies.ts';
import { type Issuers, identityAt } from './issuers.ts';
import type { OpenSessions } from './open-sessions.ts';
import type { Operators } from './operators.ts';
import { isCrossSite } from './origin.ts';
import { sessionLife } from './session-records.ts';
import type { SessionUse } from './session-use.ts';

/** Only asymmetric algorithms: with a shared secret, a service that can verify a token could also make one. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
/** In seconds: how far the issuer's clock may be from ours. */
export const clockSkew = 60;
const longestToken = 12_288;

/** The content of the cookie: the id of the session, and the issuer of the sign-in. */
const SealedSession = z.object({
  sessionId: z.guid(),
  issuer: z.string(),
  /** The e-mail address of the sign-in, if the issuer had verified it. */
  verifiedEmail: z.string().optional(),
});
export type SessionSeal = Seal<typeof SealedSession>;

export const sessionSeal = (secrets: Secrets, date?: () => Date): SessionSeal =>
  new Seal(secrets, 'session', sessionLife, SealedSession, date);

interface SessionParts {
  issuers: Issuers;
  seal: SessionSeal;
  open: Pick<OpenSessions, 'find'>;
  seen: Pick<SessionUse, 'note'>;
  operators: Operators;
  baseUrl: string;
}

/** Identifies the person of a session: by a token of an issuer for our audience, or by the cookie of our own sign-in. */
export class Sessions {
  readonly #parts: SessionParts;
  readonly #cookies: CookieSettings;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#cookies = new CookieSettings(parts.baseUrl);
  }

  /** With a resource, only a token for this audience counts, and no cookie. */
  async identify(caller: Caller, resource?: string): Promise<Identity | CookiePrincipal> {
    const [, token] = /^bearer\b *(.*)$/is.exec(caller.headers.authorization ?? '') ?? [];
    if (token) return this.#ofToken(token, resource);
    if (resource) throw new Failure('session_required');
    if (!this.#cookies.sent('session', caller.headers)) throw new Failure('session_required');
    // A browser sends the cookie also with requests of other sites.
    if (isCrossSite(caller, this.#parts.baseUrl)) throw new Failure('invalid_session', 'The request comes from another origin.');
    const principal = await this.ofCookie(caller.headers);
    if (!principal) throw new Failure('invalid_session');
    this.#parts.seen.note(principal.sessionId);
    return principal;
  }

  /**
   * The principal of a cookie's session, if the session is open. An operator whose e-mail address has changed since the sign-in
   * is no operator until the next sign-in.
   */
  async ofCookie(headers: IncomingHttpHeaders): Promise<CookiePrincipal | undefined> {
    const { seal, issuers, open, operators } = this.#parts;
    const sent = this.#cookies.sent('session', headers);
    const sealed = sent ? await seal.open(sent) : undefined;
    const found = sealed && issuers.at(sealed.issuer) ? await open.find(sealed.sessionId) : undefined;
    if (!sealed || !found) return undefined;
    const { email, ...principal } = found;
    const isOperator = operators.has({ email, isEmailVerified: email === sealed.verifiedEmail });
    return { ...principal, ...(isOperator && { isOperator }) };
  }

  /** Only the issuer that a token names can prove it, with its own keys and for its own audience. */
  async #ofToken(token: string, resource: string | undefined): Promise<Identity> {
    const known = token.length > longestToken ? undefined : this.#parts.issuers.ofToken(token);
    if (!known) throw new Failure('invalid_session');
    const { issuer, audience } = known;
    const checks = {
      issuer: issuer.url,
      audience: resource ?? audience,
      algorithms,
      clockTolerance: clockSkew,
      requiredClaims: ['exp'],
    };
    const verified = await jwtVerify(token, issuer.keyOf, checks).catch((error) => {
      // The response does not say what is wrong with a token. An issuer that is down throws a Failure.
      if (error instanceof Failure) throw error;
    });
    const identity = verified && identityAt(known, verified.payload);
    if (!identity) throw new Failure('invalid_session');
    return identity;
  }
}
