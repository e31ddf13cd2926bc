import type { IncomingHttpHeaders } from 'node:http';
import type { Role } from './access/powers.ts';

/** The limits of a key, below those of its account. Null: no limit of its own. */
export interface KeyLimits {
  scopes: readonly string[] | null;
  /** The addresses that it may be used from. */
  addresses: { allows(address: string): boolean } | null;
  /** Requests a minute. */
  minuteLimit: number | null;
  /** Units a billing period. */
  monthlyQuota: number | null;
}

export interface KeyPrincipal {
  kind: 'apiKey';
  accountId: string;
  keyId: string;
  /** A key and its successors share a family and its limits. */
  familyId: string;
  /** What the member who made the key is in the account now. Unset: nobody knows who made it, and it is of the account. */
  makerRole?: Role;
  /** Unset: the key may do everything that its maker may. */
  powers?: KeyLimits;
}

/** A person with a session, before an account is chosen. */
export interface SignedIn {
  kind: 'session';
  /** The account that they made. */
  accountId: string;
  userId: string;
  /** The session of our own sign-in. A token of the identity provider has none. */
  sessionId?: string;
  /** The person runs this service, see identity/claims.ts. */
  isOperator?: true;
  /** The token does not name the groups of the person, although its issuer has them. */
  lacksGroups?: true;
}

/** A person in the account that they chose with X-Account-ID, else in the account that they made. */
export interface SessionPrincipal extends SignedIn {
  accountId: string;
  role: Role;
}

/** A caller with an account: a person, or a program with a key. */
export type AccountPrincipal = KeyPrincipal | SessionPrincipal;

/** Who did something, for an entry of the audit log. */
export const actorOf = (principal: AccountPrincipal): { accountId: string; userId?: string; details?: { keyId: string } } =>
  principal.kind === 'session'
    ? { accountId: principal.accountId, userId: principal.userId }
    : { accountId: principal.accountId, details: { keyId: principal.keyId } };

/** A caller with the cookie of our own sign-in. */
export type CookiePrincipal = SignedIn & { sessionId: string };

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
  /** The groups of the person, sorted. Unset: the identity provider does not say. */
  groups?: string[];
  /** The identity provider has groups, and does not name them here. */
  lacksGroups?: boolean;
}

/** Turns the credential of a request into its principal, or throws a failure. */
export type Authenticate = (credential: Credential, caller: Caller) => Promise<Principal>;

/** Searches take turns by account. */
export const callerOf = (principal: Principal): string => ('accountId' in principal ? principal.accountId : 'anonymous');
