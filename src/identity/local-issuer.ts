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

/** Where it is mounted. */
export const localIssuerPath = '/oidc';
/** Of the tokens that it signs, in seconds. */
export const tokenLife = 12 * 60 * 60;
export const localAlgorithm = 'ES256';
/** Our own sign-in as a client. Not the audience: what is meant for a client is no session. */
export const localClientId = 'company-registry-sign-in';

export interface Person {
  email: string;
  name: string;
}

export type Listener = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

const Email = z.email().max(254).toLowerCase();

/** Any e-mail address is somebody. Undefined for what is none. */
export function personOf(email: string, name?: string): Person | undefined {
  const { data } = Email.safeParse(email.trim());
  return data === undefined ? undefined : { email: data, name: name?.trim() || data.slice(0, data.indexOf('@')) };
}

/** Under the e-mail address alone, so that the same address is the same person after a restart and from the command line. */
export const claimsOf = ({ email, name }: Person) => ({ sub: email, email, email_verified: true, name });

/**
 * An OpenID Connect issuer for development, which takes anybody's word for who they are. It exists only where no other is configured, and never in
 * production. Its key lies in DATA_DIR, so that sessions outlive a restart.
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

  /** Answers below its path. The provider is a development tool of some size: it is loaded when somebody first asks for it. */
  listener(logger: Logger): Listener {
    return async (req, res) => {
      this.#listener ??= this.#open(logger);
      await (await this.#listener)(req, res);
    };
  }

  /**
   * We reach ourselves at the address that we listen on; BASE_URL may lead through a proxy that only browsers can reach. And we don't lose patience
   * with ourselves while the provider is being loaded.
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
