import type { IncomingHttpHeaders } from 'node:http';
import { jwtVerify } from 'jose';
import { z } from 'zod';
import { Failure } from '../kernel/errors.ts';
import type { Caller, CookiePrincipal, Identity } from '../kernel/principal.ts';
import { Seal, type Secrets } from '../kernel/seal.ts';
import type { IsOperator } from './claims.ts';
import { cookieSettings } from './cookies.ts';
import { type Issuers, identityAt } from './issuers.ts';
import type { OpenSessionCache } from './open-sessions.ts';
import { isCrossSite } from './origin.ts';
import { sessionLifeSeconds, type sessionUse } from './session-records.ts';

/** Only asymmetric algorithms: with a shared secret, a service that can verify a token could also make one. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
/** How far the issuer's clock may be from ours. */
export const clockSkewSeconds = 60;
const maxTokenCharacters = 12_288;

/** The content of the cookie: the id of the session, and the issuer of the sign-in. */
const SealedSession = z.object({
  sessionId: z.guid(),
  issuer: z.string(),
  /** The e-mail address of the sign-in, if the issuer had verified it. */
  verifiedEmail: z.string().optional(),
});
export type SessionSeal = Seal<typeof SealedSession>;

export const sessionSeal = (secrets: Secrets, date?: () => Date): SessionSeal =>
  new Seal(secrets, 'session', sessionLifeSeconds, SealedSession, date);

interface SessionOptions {
  issuers: Issuers;
  seal: SessionSeal;
  open: OpenSessionCache;
  use: ReturnType<typeof sessionUse>;
  isOperator: IsOperator;
  baseUrl: string;
}

/** Identifies the person of a session: by a token of an issuer for our audience, or by the cookie of our own sign-in. */
export function createSessions({ issuers, seal, open, use, isOperator, baseUrl }: SessionOptions) {
  const cookies = cookieSettings(baseUrl);

  /** Only the issuer that a token names can prove it, with its own keys and for its own audience. */
  const ofToken = async (token: string, resource: string | undefined): Promise<Identity> => {
    const configured = token.length > maxTokenCharacters ? undefined : issuers.ofToken(token);
    if (!configured) throw new Failure('invalid_session');
    const { issuer, audience } = configured;
    const checks = {
      issuer: issuer.url,
      audience: resource ?? audience,
      algorithms,
      clockTolerance: clockSkewSeconds,
      requiredClaims: ['exp'],
    };
    const verified = await jwtVerify(token, issuer.keyOf, checks).catch((error) => {
      // The response does not say what is wrong with a token. An issuer that is down throws a Failure.
      if (error instanceof Failure) throw error;
    });
    const identity = verified && identityAt(configured, verified.payload);
    if (!identity) throw new Failure('invalid_session');
    return identity;
  };

  /**
   * The principal of a cookie's session, if the session is open. An operator whose e-mail address has changed since the sign-in
   * is no operator until the next sign-in.
   */
  const ofCookie = async (headers: IncomingHttpHeaders): Promise<CookiePrincipal | undefined> => {
    const sent = cookies.sent('session', headers);
    const sealed = sent ? await seal.open(sent) : undefined;
    const found = sealed && issuers.at(sealed.issuer) ? await open.find(sealed.sessionId) : undefined;
    if (!sealed || !found) return undefined;
    const { email, ...principal } = found;
    const isStillOperator = isOperator({ email, isEmailVerified: email === sealed.verifiedEmail });
    return { ...principal, ...(isStillOperator && { isOperator: true }) };
  };

  return {
    ofCookie,

    /** With a resource, only a token for this audience counts, and no cookie. */
    identify: async (caller: Caller, resource?: string): Promise<Identity | CookiePrincipal> => {
      const [, token] = /^bearer\b *(.*)$/is.exec(caller.headers.authorization ?? '') ?? [];
      if (token) return ofToken(token, resource);
      if (resource) throw new Failure('session_required');
      if (!cookies.sent('session', caller.headers)) throw new Failure('session_required');
      // A browser sends the cookie also with requests of other sites.
      if (isCrossSite(caller, baseUrl)) throw new Failure('invalid_session', 'The request comes from another origin.');
      const principal = await ofCookie(caller.headers);
      if (!principal) throw new Failure('invalid_session');
      use.note(principal.sessionId);
      return principal;
    },
  };
}
