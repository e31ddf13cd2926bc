import { decodeJwt } from 'jose';
import type { Config } from '../config/config.ts';
import { firstIssuerId, type IssuerEntry, localIssuerWord } from '../config/issuers.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Identity } from '../kernel/principal.ts';
import { domainOf, identityOf } from './claims.ts';
import { createIssuer } from './issuer.ts';

export const callbackPathOf = (id: string): string => (id === firstIssuerId ? '/auth/callback' : `/auth/callback/${id}`);

/** An issuer that this service plays itself, for development. */
export interface PlayedIssuer {
  url: string;
  clientId: string;
  fetch: typeof fetch;
}

export interface IssuersOptions {
  settings: Config['identity'];
  /** Unset: this service plays none. */
  playIssuer: ((entry: IssuerEntry) => PlayedIssuer) | undefined;
  now(): number;
  logger: Logger;
}

/** The issuers of the settings. The URL of an issuer identifies it in tokens and in the database, exactly as it is written. */
export function openIssuers({ settings, playIssuer, now, logger }: IssuersOptions) {
  const first = issuerForEverybody(settings);
  const all = [first, ...settings.issuers].map((entry) => {
    const played = entry.issuer === localIssuerWord ? playIssuer?.(entry) : undefined;
    return {
      ...entry,
      issuer: createIssuer({ url: played?.url ?? entry.issuer, fetch: played?.fetch ?? fetch, now, logger }),
      /** What its session tokens must be for. */
      audience: entry.audience ?? settings.audience,
      /** Unset: nobody can sign in there by browser, but its tokens are sessions. */
      clientId: played?.clientId ?? entry.clientId,
      isPlayed: played !== undefined,
      /** Each issuer has its own, so that the answer of one is never taken for that of another (RFC 9700, mix-up). */
      callbackPath: callbackPathOf(entry.id),
      /** Whether it is asked again about the sessions of people whose account requires it. */
      isRevalidated: entry !== first,
    };
  });
  const at = (url: string | undefined) => all.find(({ issuer }) => issuer.url === url);
  /** The issuers at which people can sign in by browser. */
  const forBrowsers = all.filter(({ clientId }) => clientId !== undefined);
  return {
    all,
    at,
    forBrowsers,
    /** The issuer that vouches for the domain of an e-mail address. */
    ofEmail: (email: string) => forBrowsers.find(({ domains }) => domains.includes(domainOf(email))),
    /** The issuer that a token names. Its signature proves it only afterwards. */
    ofToken: (token: string) => {
      try {
        return at(decodeJwt(token).iss);
      } catch {
        return undefined;
      }
    },
  };
}

export type Issuers = ReturnType<typeof openIssuers>;
/** An issuer, and what the settings say of it. */
export type ConfiguredIssuer = Issuers['all'][number];

/** The issuer of OIDC_ISSUER, or the local one. It has no domains, so no account can require it. */
function issuerForEverybody({ issuer, clientId, clientSecret }: Config['identity']): IssuerEntry {
  return {
    ...{ id: firstIssuerId, domains: [], listed: true },
    ...(issuer ? { issuer, name: new URL(issuer).host } : { issuer: localIssuerWord, name: 'Local issuer' }),
    ...(clientId !== undefined && { clientId }),
    ...(clientSecret !== undefined && { clientSecret }),
  };
}

/**
 * The person in an issuer's claims. Apart from the first, an issuer vouches only for e-mail addresses of its own domains: that of
 * a customer must not make somebody an operator, nor have us write to strangers.
 */
export function identityAt({ id, issuer, domains, groupsClaim }: ConfiguredIssuer, claims: unknown): Identity | undefined {
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
export function signedInAt(configured: ConfiguredIssuer, claims: unknown): Identity | undefined {
  const identity = identityAt(configured, claims);
  return identity?.lacksGroups ? { ...identity, groups: [], lacksGroups: false } : identity;
}
