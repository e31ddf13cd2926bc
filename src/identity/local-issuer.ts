import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { z } from 'zod';
import type { Config } from '../kernel/config.ts';
import { keepWithinLoopback } from '../kernel/development-doors.ts';
import { Refusal } from '../kernel/errors.ts';
import type { Logger } from '../kernel/logging.ts';
import { kept } from './kept.ts';

/** The path of the local issuer. */
export const localIssuerPath = '/oidc';
/** In seconds: how long its tokens are good. */
export const tokenLife = 12 * 60 * 60;
export const localAlgorithm = 'ES256';
/** The client of our own sign-in. It is not the audience, so that an ID token is no session token. */
export const localClientId = 'company-registry-sign-in';

export interface Person {
  email: string;
  name: string;
}

export type Listener = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

const Email = z.email().max(254).toLowerCase();

/** The person of an e-mail address. Undefined if it is no address. */
export function personOf(email: string, name?: string): Person | undefined {
  const { data } = Email.safeParse(email.trim());
  return data === undefined ? undefined : { email: data, name: name?.trim() || data.slice(0, data.indexOf('@')) };
}

/** The subject is the e-mail address, so the same address is the same person after a restart and from the command line. */
export const claimsOf = ({ email, name }: Person) => ({ sub: email, email, email_verified: true, name });

/**
 * An OpenID Connect issuer for development. It believes everybody who they say they are. It exists only if no other is
 * configured, and never in production. Its key is in DATA_DIR, so that sessions outlive a restart.
 */
export class LocalIssuer {
  readonly url: string;
  readonly #baseUrl: string;
  readonly #audience: string;
  readonly #dataDir: string;
  #listener: Promise<Listener> | undefined;

  constructor(config: Config, baseUrl: string) {
    const { production, dataDir, identity } = config;
    if (production || identity.issuer) throw new Refusal('The local issuer is for development alone, without OIDC_ISSUER.');
    keepWithinLoopback(config, ['signIn']);
    this.url = baseUrl + localIssuerPath;
    this.#baseUrl = baseUrl;
    this.#audience = identity.audience;
    this.#dataDir = dataDir;
  }

  /** Signs a session token for anybody. */
  async token(person: Person): Promise<string> {
    const { kid, ...key } = await this.#key();
    return new SignJWT(claimsOf(person))
      .setProtectedHeader({ alg: localAlgorithm, kid: String(kid), typ: 'at+jwt' })
      .setIssuer(this.url)
      .setAudience(this.#audience)
      .setIssuedAt()
      .setExpirationTime(`${tokenLife}s`)
      .setJti(randomUUID())
      .sign(await importJWK(key, localAlgorithm));
  }

  /** Answers requests below its path. The provider is a large development tool, so it is loaded with the first request. */
  listener(logger: Logger): Listener {
    return async (req, res) => {
      this.#listener ??= this.#open(logger);
      await (await this.#listener)(req, res);
    };
  }

  /**
   * Reaches this service at the address that it listens on, because BASE_URL may lead through a proxy that only browsers can
   * reach. There is no time limit, because loading the provider takes a while.
   */
  fetchAt(address: string): typeof fetch {
    return (input, init) => fetch(String(input).replace(this.#baseUrl, address), { ...init, signal: null });
  }

  async #open(logger: Logger): Promise<Listener> {
    const { openLocalProvider } = await import('./local-provider.ts');
    return openLocalProvider({
      issuer: this.url,
      audience: this.#audience,
      redirectUri: `${this.#baseUrl}/auth/callback`,
      key: await this.#key(),
      logger,
    });
  }

  async #key(): Promise<JWK> {
    return JSON.parse(await kept(join(this.#dataDir, 'identity', 'signing-key.json'), makeKey));
  }
}

async function makeKey(): Promise<string> {
  const { privateKey } = await generateKeyPair(localAlgorithm, { extractable: true });
  const key = await exportJWK(privateKey);
  return JSON.stringify({ ...key, kid: await calculateJwkThumbprint(key), alg: localAlgorithm, use: 'sig' });
}
