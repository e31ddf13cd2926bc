import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import * as openid from 'openid-client';
import { z } from 'zod';
import { Failure } from '../kernel/errors.ts';
import type { Caller } from '../kernel/principal.ts';
import { Seal, type Secrets } from '../kernel/seal.ts';
import { identityOf } from './claims.ts';
import { CookieSettings, openCookie, sentCookie } from './cookies.ts';
import { deviceOf } from './device.ts';
import { type Issuer, unreachable } from './issuer.ts';
import { ownAddress } from './origin.ts';
import type { SessionRecords } from './session-records.ts';
import { clockSkew, type SessionSeal, type Sessions } from './sessions.ts';
import type { SignInLimit } from './sign-in-limit.ts';

/** In seconds: enough time for a person to find and type a password. */
export const transactionLife = 15 * 60;
/** In seconds: how long the issuer may take to answer. */
const tokenAnswerSeconds = 5;

/** A sign-in under way: the values that the identity provider must return, and the address to go to afterwards. */
const Transaction = z.object({
  id: z.guid(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  isPrefixed: z.literal(true).optional(),
});
type Transaction = z.output<typeof Transaction>;

interface SignInParts {
  issuer: Issuer;
  clientId: string | undefined;
  clientSecret: string | undefined;
  seal: SessionSeal;
  secrets: Secrets;
  sessions: Pick<Sessions, 'ofCookie'>;
  records: Pick<SessionRecords, 'claim' | 'start' | 'end'>;
  limit: SignInLimit;
  baseUrl: string;
}

/** A cookie to set, and the address to redirect the browser to. */
export interface Step {
  location: string;
  cookie: string;
  seconds: number;
}

/** Our own sign-in: the authorization code flow with PKCE. A sealed cookie in the browser holds its state. */
export class SignIn {
  readonly #parts: SignInParts;
  readonly #transaction: Seal<typeof Transaction>;
  readonly #redirectUri: string;
  readonly #mark: { isPrefixed?: true };

  constructor(parts: SignInParts) {
    this.#parts = parts;
    this.#transaction = new Seal(parts.secrets, 'sign-in', transactionLife, Transaction);
    this.#redirectUri = `${parts.baseUrl}/auth/callback`;
    this.#mark = new CookieSettings(parts.baseUrl).mark;
  }

  /** Starts a sign-in at the identity provider. `address` is the client's. */
  async begin(returnTo: string | undefined, address: string): Promise<Step> {
    await this.#parts.limit.count('begun', address);
    const client = await this.#client();
    const transaction = {
      id: randomUUID(),
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      verifier: openid.randomPKCECodeVerifier(),
      returnTo: ownAddress(returnTo ?? '/dashboard', this.#parts.baseUrl),
      ...this.#mark,
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

  /**
   * The sign-in that the browser returns from. `query` comes from the identity provider. A state that does not match the cookie
   * is refused without a query. A match is counted, because finishing it needs the database and the identity provider.
   */
  async recall(query: string, { headers, address }: Pick<Caller, 'headers' | 'address'>): Promise<Transaction> {
    this.#clientId();
    const transaction = await openCookie(this.#transaction, sentCookie(headers, 'signIn'));
    if (!transaction || new URLSearchParams(query).get('state') !== transaction.state) throw signInFailed();
    await this.#parts.limit.count('returned', address);
    return transaction;
  }

  /** Finishes a sign-in once: no instance exchanges a copy of the cookie for a second token. */
  async finish(query: string, transaction: Transaction, headers: IncomingHttpHeaders): Promise<Step> {
    const { issuer, records, seal } = this.#parts;
    const client = await this.#client();
    if (!(await records.claim(transaction.id))) throw signInFailed();
    const claims = await this.#claims(client, query, transaction).catch((error) => {
      throw isOutage(error) ? unreachable(withoutResponse(error)) : signInFailed(withoutResponse(error));
    });
    const identity = identityOf(issuer.url, claims);
    if (!identity) throw signInFailed();
    const replaced = await openCookie(seal, sentCookie(headers, 'session'));
    const sessionId = await records.start(identity, deviceOf(headers['user-agent']), replaced?.sessionId);
    const verifiedEmail = (identity.isEmailVerified && identity.email) || undefined;
    const cookie = await seal.close({ sessionId, issuer: issuer.url, ...(verifiedEmail && { verifiedEmail }), ...this.#mark });
    return { location: transaction.returnTo, cookie, seconds: seal.seconds };
  }

  /** Ends the cookie's session, if it is still open. */
  async end(headers: IncomingHttpHeaders): Promise<void> {
    const principal = await this.#parts.sessions.ofCookie(headers);
    if (!principal) return;
    await this.#parts.records.end(principal, principal.sessionId, 'signed out').catch((error) => {
      if (!(error instanceof Failure && error.code === 'session_not_found')) throw error;
    });
  }

  async #claims(client: openid.Configuration, query: string, { state, nonce, verifier }: Transaction) {
    const tokens = await openid.authorizationCodeGrant(client, new URL(`${this.#redirectUri}${query}`), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
    });
    const claims = tokens.claims();
    if (!claims || claims.email || !client.serverMetadata().userinfo_endpoint) return claims;
    // Some issuers return the e-mail address only at this endpoint. The person is known without it, so a failure is ignored.
    const more = await openid.fetchUserInfo(client, tokens.access_token, claims.sub).catch(() => ({}));
    return { ...more, ...claims };
  }

  #clientId(): string {
    const { clientId } = this.#parts;
    if (!clientId) throw new Failure('not_found', 'Nobody can sign in here: OIDC_CLIENT_ID is not set. Session tokens work.');
    return clientId;
  }

  async #client(): Promise<openid.Configuration> {
    const { issuer, clientSecret } = this.#parts;
    const clientId = this.#clientId();
    const metadata = await issuer.metadata();
    const client = new openid.Configuration(
      metadata as openid.ServerMetadata,
      clientId,
      { [openid.clockTolerance]: clockSkew },
      clientAuthentication(metadata, clientSecret),
    );
    client.timeout = tokenAnswerSeconds;
    client[openid.customFetch] = (address, options) => issuer.fetch(address, options as RequestInit);
    if (issuer.url.startsWith('http:')) openid.allowInsecureRequests(client);
    openid.enableNonRepudiationChecks(client);
    return client;
  }
}

/** An issuer that does not list its methods supports Basic. */
function clientAuthentication(metadata: Record<string, unknown>, secret: string | undefined): openid.ClientAuth {
  if (!secret) return openid.None();
  const methods = metadata['token_endpoint_auth_methods_supported'];
  const takesPost = Array.isArray(methods) && methods.includes('client_secret_post');
  return takesPost ? openid.ClientSecretPost(secret) : openid.ClientSecretBasic(secret);
}

const signInFailed = (cause?: Error): Failure =>
  new Failure('invalid_request', 'The sign-in was not completed, or took too long. Start again at /auth/login.', { cause });

function isOutage(error: Error & { code?: unknown }): boolean {
  const isBroken = error instanceof TypeError && error.cause !== undefined;
  return isBroken || error.code === 'OAUTH_TIMEOUT' || (error.cause instanceof Response && error.cause.status >= 500);
}

/**
 * An error for the log. The library's errors contain responses with tokens and claims, so only name, codes and message are kept.
 */
const withoutResponse = ({ name, message, code, error }: Error & { code?: string; error?: string }): Error =>
  new Error([name, code, error, message].filter(Boolean).join(' '));
