import { firstIssuerId, type IssuerEntry, localIssuerWord } from '../config/issuers.ts';
import type { Logger } from '../kernel/logging.ts';
import { Issuer } from './issuer.ts';
import { callbackPathOf, Issuers, type KnownIssuer } from './issuers.ts';
import { localClientId } from './local/local-identity.ts';
import { LocalIssuer, type LocalIssuerSettings } from './local/local-issuer.ts';

interface IssuersParts {
  settings: LocalIssuerSettings;
  baseUrl: string;
  ownUrl: string;
  now(): number;
  logger: Logger;
}

/** The issuers of the settings, and the local ones among them. The first is for everybody. */
export function openIssuers({ settings, baseUrl, ownUrl, now, logger }: IssuersParts) {
  const first = forEverybody(settings.identity);
  const locals: LocalIssuer[] = [];
  const all = [first, ...settings.identity.issuers].map((entry): KnownIssuer => {
    const local = entry.issuer === localIssuerWord ? new LocalIssuer(settings, baseUrl, entry) : undefined;
    if (local) locals.push(local);
    const { id, name, domains, listed, groupsClaim, scope, clientSecret } = entry;
    return {
      ...{ id, name, domains, listed, clientSecret },
      ...(groupsClaim !== undefined && { groupsClaim }),
      ...(scope !== undefined && { scope }),
      issuer: new Issuer({ url: local?.url ?? entry.issuer, fetch: local?.fetchAt(ownUrl) ?? fetch, now, logger }),
      audience: entry.audience ?? settings.identity.audience,
      clientId: local ? localClientId : entry.clientId,
      callbackPath: callbackPathOf(id),
      isLookedAt: entry !== first,
    };
  });
  return { issuers: new Issuers(all), locals };
}

/** The issuer of OIDC_ISSUER, or the local one. It has no domains, so no account can require it. */
function forEverybody({ issuer, clientId, clientSecret }: LocalIssuerSettings['identity']): IssuerEntry {
  return {
    ...{ id: firstIssuerId, domains: [], listed: true },
    ...(issuer ? { issuer, name: new URL(issuer).host } : { issuer: localIssuerWord, name: 'Local issuer' }),
    ...(clientId !== undefined && { clientId }),
    ...(clientSecret !== undefined && { clientSecret }),
  };
}
