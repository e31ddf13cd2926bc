import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import type { Config } from '../../config/config.ts';
import { firstIssuerId, type IssuerEntry } from '../../config/issuers.ts';
import { agentPath, callbackPathOf, type Listener } from '../../identity/index.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/logging.ts';
import { keepWithinLoopback } from '../doors.ts';
import { readOrCreateSecret } from '../secret-file.ts';
import { claimsOf, localAlgorithm, localPathOf, type Person, tokenLife } from './local-identity.ts';

/** What the local issuer reads of the configuration. The last three say which machines could reach it. */
export type LocalIssuerSettings = Pick<Config, 'identity' | 'dataDir' | 'production' | 'allowsInsecureDevelopment' | 'http'>;

/** What the local issuer reads of an entry of OIDC_ISSUERS. */
type PlayedIssuer = Pick<IssuerEntry, 'id' | 'audience' | 'groupsClaim'>;

/**
 * An OpenID Connect issuer for development. It accepts any e-mail address without a check. It exists only without OIDC_ISSUER,
 * and never in production. It can play the issuers of OIDC_ISSUERS too, each with its own path and key. The keys are in DATA_DIR,
 * so that sessions outlive a restart.
 */
export class LocalIssuer {
  readonly path: string;
  readonly url: string;
  readonly #played: PlayedIssuer;
  readonly #baseUrl: string;
  readonly #audience: string;
  readonly #dataDir: string;
  #listener: Promise<Listener> | undefined;

  constructor(settings: LocalIssuerSettings, baseUrl: string, played: PlayedIssuer = { id: firstIssuerId }) {
    const { production, dataDir, identity } = settings;
    if (production || identity.issuer) throw new Refusal('The local issuer is for development alone, without OIDC_ISSUER.');
    keepWithinLoopback(settings, ['signIn']);
    this.path = localPathOf(played.id);
    this.url = baseUrl + this.path;
    this.#played = played;
    this.#baseUrl = baseUrl;
    this.#audience = played.audience ?? identity.audience;
    this.#dataDir = dataDir;
  }

  /** Signs a session token for any person. */
  async token(person: Person): Promise<string> {
    const { kid, ...key } = await this.#key();
    return new SignJWT(claimsOf(person, this.#played.groupsClaim))
      .setProtectedHeader({ alg: localAlgorithm, kid: String(kid), typ: 'at+jwt' })
      .setIssuer(this.url)
      .setAudience(this.#audience)
      .setIssuedAt()
      .setExpirationTime(`${tokenLife}s`)
      .setJti(randomUUID())
      .sign(await importJWK(key, localAlgorithm));
  }

  /** Handles requests below its path. The provider is a large library, so it is loaded with the first request. */
  listener(logger: Logger): Listener {
    return async (req, res) => {
      this.#listener ??= this.#open(logger);
      await (await this.#listener)(req, res);
    };
  }

  /**
   * Sends requests to the address that this service listens on, because BASE_URL may lead through a proxy that only browsers can
   * reach. There is no time limit, because loading the provider takes time.
   */
  fetchAt(address: string): typeof fetch {
    return (input, init) => fetch(String(input).replace(this.#baseUrl, address), { ...init, signal: null });
  }

  async #open(logger: Logger): Promise<Listener> {
    const { openOidcServer } = await import('./local-oidc-server.ts');
    return openOidcServer({
      issuer: this.url,
      audience: this.#audience,
      agentResource: this.#baseUrl + agentPath,
      redirectUri: this.#baseUrl + callbackPathOf(this.#played.id),
      groupsClaim: this.#played.groupsClaim,
      key: await this.#key(),
      logger,
    });
  }

  async #key(): Promise<JWK> {
    const { id } = this.#played;
    const file = id === firstIssuerId ? 'signing-key.json' : `signing-key-${id}.json`;
    return JSON.parse(await readOrCreateSecret(join(this.#dataDir, 'identity', file), makeKey));
  }
}

async function makeKey(): Promise<string> {
  const { privateKey } = await generateKeyPair(localAlgorithm, { extractable: true });
  const key = await exportJWK(privateKey);
  return JSON.stringify({ ...key, kid: await calculateJwkThumbprint(key), alg: localAlgorithm, use: 'sig' });
}
