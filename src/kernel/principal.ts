import type { IncomingHttpHeaders } from 'node:http';

export interface KeyPrincipal {
  kind: 'apiKey';
  accountId: string;
  keyId: string;
  /** Keys that follow each other share a family, and with it one minute. */
  familyId: string;
}

export interface SessionPrincipal {
  kind: 'session';
  accountId: string;
  userId: string;
  /** The session of our own sign-in. A token of the identity provider has none. */
  sessionId?: string;
  /** The person runs this service, see identity/operators.ts. */
  isOperator?: true;
}

/** A caller with the cookie of our own sign-in. */
export type CookiePrincipal = SessionPrincipal & { sessionId: string };

interface AnonymousPrincipal {
  kind: 'anonymous';
  /** Tries the search on the front page, which asks for few records and counts its visitors by address. */
  triesSearch?: true;
}

/** Who is calling. */
export type Principal = AnonymousPrincipal | KeyPrincipal | SessionPrincipal;

export const anonymous: Principal = Object.freeze({ kind: 'anonymous' });
/** No credential makes anybody this: the front page alone asks as it. */
export const visitor: Principal = Object.freeze({ kind: 'anonymous', triesSearch: true });

/** What an operation asks of its caller. */
export type Credential = 'apiKey' | 'session';

/** The parts of a request that tell who sent it. */
export interface Caller {
  method: string;
  headers: IncomingHttpHeaders;
  /** The client's address, as far as the proxies are trusted. */
  address: string;
}

/** A person as the identity provider describes them. */
export interface Identity {
  issuer: string;
  subject: string;
  email: string | null;
  name: string | null;
  /** In seconds since 1970: when the token was issued. Unset: it does not say. */
  issuedAt?: number;
  /** The identity provider has checked that the e-mail address is theirs. */
  isEmailVerified?: boolean;
}

/** Turns the credential of a request into its principal, or throws a failure. */
export type Authenticate = (credential: Credential, caller: Caller) => Promise<Principal>;
