import type { Config } from '../config/config.ts';
import { firstIssuerId, type IssuerEntry, localIssuerWord } from '../config/issuers.ts';
import type { Logger } from '../kernel/logging.ts';
import { Issuer } from './issuer.ts';
import { callbackPathOf, Issuers, type KnownIssuer } from './issuers.ts';

/** An issuer that this service plays itself, for development. */
export interface PlayedIssuer {
  url: string;
  clientId: string;
  fetch: typeof fetch;
}

export interface IssuersParts {
  settings: Config['identity'];
  /** Unset: this service plays none. */
  playIssuer: ((entry: IssuerEntry) => PlayedIssuer) | undefined;
  now(): number;
  logger: Logger;
}

/** The issuers of the settings. The first is for everybody. */
export function openIssuers({ settings, playIssuer, now, logger }: IssuersParts): Issuers {
  const first = forEverybody(settings);
  const all = [first, ...settings.issuers].map((entry): KnownIssuer => {
    const played = entry.issuer === localIssuerWord ? playIssuer?.(entry) : undefined;
    const { id, name, domains, listed, groupsClaim, scope, clientSecret } = entry;
    return {
      ...{ id, name, domains, listed, clientSecret },
      ...(groupsClaim !== undefined && { groupsClaim }),
      ...(scope !== undefined && { scope }),
      issuer: new Issuer({ url: played?.url ?? entry.issuer, fetch: played?.fetch ?? fetch, now, logger }),
      audience: entry.audience ?? settings.audience,
      clientId: played?.clientId ?? entry.clientId,
      isPlayed: played !== undefined,
      callbackPath: callbackPathOf(id),
      isLookedAt: entry !== first,
    };
  });
  return new Issuers(all);
}

/** The issuer of OIDC_ISSUER, or the local one. It has no domains, so no account can require it. */
function forEverybody({ issuer, clientId, clientSecret }: Config['identity']): IssuerEntry {
  return {
    ...{ id: firstIssuerId, domains: [], listed: true },
    ...(issuer ? { issuer, name: new URL(issuer).host } : { issuer: localIssuerWord, name: 'Local issuer' }),
    ...(clientId !== undefined && { clientId }),
    ...(clientSecret !== undefined && { clientSecret }),
  };
}
