import { decodeJwt } from 'jose';
import { firstIssuerId, type IssuerEntry } from '../config/issuers.ts';
import type { Identity } from '../kernel/principal.ts';
import { identityOf } from './claims.ts';
import type { Issuer } from './issuer.ts';

/** An issuer, and what the settings say of it. */
export interface KnownIssuer extends Pick<IssuerEntry, 'id' | 'name' | 'domains' | 'listed' | 'groupsClaim' | 'scope'> {
  issuer: Issuer;
  /** What its session tokens must be for. */
  audience: string;
  /** Unset: nobody can sign in there by browser, but its tokens are sessions. */
  clientId: string | undefined;
  clientSecret: string | undefined;
  isPlayed: boolean;
  /** Each issuer has its own, so that the answer of one is never taken for that of another (RFC 9700, mix-up). */
  callbackPath: string;
  /** Whether the sessions of people whose account requires it are looked at again. */
  isLookedAt: boolean;
}

export const callbackPathOf = (id: string): string => (id === firstIssuerId ? '/auth/callback' : `/auth/callback/${id}`);

/** The configured issuers. The address of an issuer identifies it in tokens and in the database, exactly as it is written. */
export class Issuers {
  readonly all: readonly KnownIssuer[];

  constructor(all: readonly KnownIssuer[]) {
    this.all = all;
  }

  at(url: string | undefined): KnownIssuer | undefined {
    return this.all.find(({ issuer }) => issuer.url === url);
  }

  withId(id: string): KnownIssuer | undefined {
    return this.all.find((one) => one.id === id);
  }

  /** The issuers at which people can sign in by browser. */
  get forBrowsers(): KnownIssuer[] {
    return this.all.filter(({ clientId }) => clientId !== undefined);
  }

  /** The issuer that vouches for the domain of an e-mail address. */
  ofEmail(email: string): KnownIssuer | undefined {
    const domain = domainOf(email);
    return this.forBrowsers.find(({ domains }) => domains.includes(domain));
  }

  /** The issuer that a token names. Its signature proves it only afterwards. */
  ofToken(token: string): KnownIssuer | undefined {
    try {
      return this.at(decodeJwt(token).iss);
    } catch {
      return undefined;
    }
  }
}

/**
 * The person in an issuer's claims. Apart from the first, an issuer vouches only for e-mail addresses of its own domains: that of
 * a customer must not make somebody an operator, nor have us write to strangers.
 */
export function identityAt({ id, issuer, domains, groupsClaim }: KnownIssuer, claims: unknown): Identity | undefined {
  const identity = identityOf(issuer.url, claims, groupsClaim);
  if (!identity) return undefined;
  const isVouchedFor = id === firstIssuerId || domains.includes(domainOf(identity.email ?? ''));
  return {
    ...identity,
    isEmailVerified: identity.isEmailVerified === true && isVouchedFor,
    ...(groupsClaim !== undefined && !identity.groups && { lacksGroups: true }),
  };
}

/** The same, where the issuer was asked for all it says of the person: who has no groups then is in none. */
export function signedInAt(known: KnownIssuer, claims: unknown): Identity | undefined {
  const identity = identityAt(known, claims);
  return identity?.lacksGroups ? { ...identity, groups: [], lacksGroups: false } : identity;
}

/** The domain of an e-mail address. Only ASCII letters are lowered, as in operators.ts. */
export const domainOf = (email: string): string =>
  email.slice(email.lastIndexOf('@') + 1).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
