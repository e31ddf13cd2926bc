import * as openid from 'openid-client';
import { z } from 'zod';
import { Failure } from '../errors.ts';
import { identityOf } from './claims.ts';
import { type Issuer, unreachable } from './issuer.ts';
import { ownAddress } from './origin.ts';
import { Seal } from './seal.ts';
import { clockSkew, type SessionSeal } from './sessions.ts';

/** For a person to type a password, or to look for it. */
const transactionLife = 15 * 60;
/** In seconds. */
const answerLimit = 5;

/** What must come back from the identity provider, and where to go then. */
const Transaction = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), returnTo: z.string() });

export interface SignInParts {
  issuer: Issuer;
  clientId: string | undefined;
  clientSecret: string | undefined;
  seal: SessionSeal;
  secret: () => Promise<string>;
  baseUrl: string;
}

/** A cookie to set, and where the browser goes with it. */
export interface Step {
  location: string;
  cookie: string;
  seconds: number;
}

/** Our own sign-in: the authorization code flow with PKCE. What is remembered of it on the way lies in the browser, sealed. */
export class SignIn {
  readonly #parts: SignInParts;
  readonly #transaction: Seal<typeof Transaction>;
  readonly #redirectUri: string;

  constructor(parts: SignInParts) {
    this.#parts = parts;
    this.#transaction = new Seal(parts.secret, 'sign-in', transactionLife, Transaction);
    this.#redirectUri = `${parts.baseUrl}/auth/callback`;
  }

  /** The way to the identity provider. */
  async begin(returnTo: string | undefined): Promise<Step> {
    const client = await this.#client();
    const transaction = {
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      verifier: openid.randomPKCECodeVerifier(),
      returnTo: ownAddress(returnTo, this.#parts.baseUrl),
    };
    const location = openid.buildAuthorizationUrl(client, {
      redirect_uri: this.#redirectUri,
      scope: 'openid email profile',
      state: transaction.state,
      nonce: transaction.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(transaction.verifier),
      code_challenge_method: 'S256',
    });
    return { location: location.href, cookie: await this.#transaction.close(transaction), seconds: transactionLife };
  }

  /** The way back: `query` is what the identity provider gave the browser, `cookie` what it had from us. */
  async finish(query: string, cookie: string | undefined): Promise<Step> {
    const client = await this.#client();
    const transaction = cookie && (await this.#transaction.open(cookie));
    if (!transaction) throw unfinished();
    const claims = await this.#claims(client, query, transaction).catch((error) => {
      throw isOutage(error) ? unreachable(bare(error)) : unfinished(bare(error));
    });
    const identity = identityOf(this.#parts.issuer.url, claims);
    if (!identity) throw unfinished();
    const { seal } = this.#parts;
    return { location: transaction.returnTo, cookie: await seal.close(identity), seconds: seal.seconds };
  }

  async #claims(client: openid.Configuration, query: string, { state, nonce, verifier }: z.output<typeof Transaction>) {
    const tokens = await openid.authorizationCodeGrant(client, new URL(`${this.#redirectUri}${query}`), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
    });
    const claims = tokens.claims();
    if (!claims || claims.email || !client.serverMetadata().userinfo_endpoint) return claims;
    // Some keep what they know of a person for this endpoint. Who it is, is known without.
    const more = await openid.fetchUserInfo(client, tokens.access_token, claims.sub).catch(() => ({}));
    return { ...more, ...claims };
  }

  async #client(): Promise<openid.Configuration> {
    const { issuer, clientId, clientSecret } = this.#parts;
    if (!clientId) throw new Failure('not_found', 'Nobody can sign in here: OIDC_CLIENT_ID is not set. Session tokens work.');
    const metadata = await issuer.metadata();
    const client = new openid.Configuration(
      metadata as openid.ServerMetadata,
      clientId,
      { [openid.clockTolerance]: clockSkew },
      clientAuthentication(metadata, clientSecret),
    );
    client.timeout = answerLimit;
    client[openid.customFetch] = (address, options) => issuer.fetch(address, options as RequestInit);
    if (issuer.url.startsWith('http:')) openid.allowInsecureRequests(client);
    openid.enableNonRepudiationChecks(client);
    return client;
  }
}

/** Basic is what an issuer supports that doesn't say. */
function clientAuthentication(metadata: Record<string, unknown>, secret: string | undefined): openid.ClientAuth {
  if (!secret) return openid.None();
  const methods = metadata['token_endpoint_auth_methods_supported'];
  const takesPost = Array.isArray(methods) && methods.includes('client_secret_post');
  return takesPost ? openid.ClientSecretPost(secret) : openid.ClientSecretBasic(secret);
}

const unfinished = (cause?: Error): Failure =>
  new Failure('invalid_request', 'The sign-in was not completed, or took too long. Start again at /auth/login.', { cause });

function isOutage(error: Error & { code?: unknown }): boolean {
  const isBroken = error instanceof TypeError && error.cause !== undefined;
  return isBroken || error.code === 'OAUTH_TIMEOUT' || (error.cause instanceof Response && error.cause.status >= 500);
}

/** For the log: what happened, without the answers that the library hangs on its errors, which hold tokens and claims. */
const bare = ({ name, message, code, error }: Error & { code?: string; error?: string }): Error =>
  new Error([name, code, error, message].filter(Boolean).join(' '));
