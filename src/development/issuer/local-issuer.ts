import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import type { Config } from '../../config/config.ts';
import { firstIssuerId, type IssuerEntry } from '../../config/issuers.ts';
import { agentPath, callbackPathOf, type Listener } from '../../identity/index.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/logging.ts';
import { readOrCreateSecret } from '../data-folder.ts';
import { keepWithinLoopback } from '../stand-ins.ts';
import { claimsOf, localAlgorithm, type Person, tokenSeconds } from './local-identity.ts';

/** What the local issuer reads of the configuration. The last three say which machines could reach it. */
export type LocalIssuerSettings = Pick<Config, 'identity' | 'dataDir' | 'production' | 'allowsInsecureDevelopment' | 'http'>;

/** What the local issuer reads of an entry of OIDC_ISSUERS. */
type PlayedIssuer = Pick<IssuerEntry, 'id' | 'audience' | 'groupsClaim'>;

/**
 * An OpenID Connect issuer for development. It accepts any e-mail address without a check. It exists only without OIDC_ISSUER,
 * and never in production. It can play the issuers of OIDC_ISSUERS too, each with its own path and key. The keys are in DATA_DIR,
 * so that sessions outlive a restart.
 */
export function openLocalIssuer(settings: LocalIssuerSettings, baseUrl: string, played: PlayedIssuer = { id: firstIssuerId }) {
  const { production, dataDir, identity } = settings;
  if (production || identity.issuer) throw new Refusal('The local issuer is for development alone, without OIDC_ISSUER.');
  keepWithinLoopback(settings, ['signIn']);
  const { id, audience = identity.audience, groupsClaim } = played;
  const suffix = id === firstIssuerId ? '' : `-${id}`;
  const path = `/oidc${suffix}`;
  const url = baseUrl + path;
  const readKey = async (): Promise<JWK> =>
    JSON.parse(await readOrCreateSecret(join(dataDir, 'identity', `signing-key${suffix}.json`), makeKey));
  const openServer = async (logger: Logger): Promise<Listener> => {
    const { openOidcServer } = await import('./local-oidc-server.ts');
    return openOidcServer({
      issuer: url,
      audience,
      agentResource: baseUrl + agentPath,
      redirectUri: baseUrl + callbackPathOf(id),
      groupsClaim,
      key: await readKey(),
      logger,
    });
  };
  return {
    path,
    url,

    /** Signs a session token for any person. */
    token: async (person: Person): Promise<string> => {
      const { kid, ...key } = await readKey();
      return new SignJWT(claimsOf(person, groupsClaim))
        .setProtectedHeader({ alg: localAlgorithm, kid: String(kid), typ: 'at+jwt' })
        .setIssuer(url)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(`${tokenSeconds}s`)
        .setJti(randomUUID())
        .sign(await importJWK(key, localAlgorithm));
    },

    /** Handles requests below its path. The provider is a large library, so it is loaded with the first request. */
    listener: (logger: Logger): Listener => {
      let server: Promise<Listener> | undefined;
      return async (req, res) => {
        server ??= openServer(logger);
        await (await server)(req, res);
      };
    },

    /**
     * Sends requests to the URL that this service listens on, because BASE_URL may lead through a proxy that only browsers can
     * reach. There is no time limit, because loading the provider takes time.
     */
    fetchAt:
      (ownUrl: string): typeof fetch =>
      (input, init) =>
        fetch(String(input).replace(baseUrl, ownUrl), { ...init, signal: null }),
  };
}

async function makeKey(): Promise<string> {
  const { privateKey } = await generateKeyPair(localAlgorithm, { extractable: true });
  const key = await exportJWK(privateKey);
  return JSON.stringify({ ...key, kid: await calculateJwkThumbprint(key), alg: localAlgorithm, use: 'sig' });
}
