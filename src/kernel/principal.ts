import type { IncomingHttpHeaders } from 'node:http';

export interface KeyPrincipal {
  kind: 'apiKey';
  accountId: string;
  keyId: string;
  /** A key and its successors share a family and its per-minute limit. */
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
  /** A visitor who tries the search on the front page. It returns few records and is limited by address. */
  triesSearch?: true;
}

/** The authenticated caller. */
export type Principal = AnonymousPrincipal | KeyPrincipal | SessionPrincipal;

export const anonymous: Principal = Object.freeze({ kind: 'anonymous' });
/** The principal of the search on the front page. No credential leads to it. */
export const visitor: Principal = Object.freeze({ kind: 'anonymous', triesSearch: true });

/** The credential that an operation requires. */
export type Credential = 'apiKey' | 'session' | 'addressToken' | 'agent';

/** The parts of a request that authentication reads. */
export interface Caller {
  method: string;
  headers: IncomingHttpHeaders;
  /** The client's address, as far as the proxies are trusted. */
  address: string;
  /** The token in the path of an address that acts for a key. */
  token?: string;
}

/** A person as the identity provider describes them. */
export interface Identity {
  issuer: string;
  subject: string;
  email: string | null;
  name: string | null;
  /** In seconds since 1970: when the token was issued. Unset: the token has no such claim. */
  issuedAt?: number;
  /** The identity provider has verified the e-mail address. */
  isEmailVerified?: boolean;
}

/** Turns the credential of a request into its principal, or throws a failure. */
export type Authenticate = (credential: Credential, caller: Caller) => Promise<Principal>;

/** Searches take turns by account. */
export const callerOf = (principal: Principal): string => ('accountId' in principal ? principal.accountId : 'anonymous');
