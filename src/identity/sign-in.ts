import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import * as openid from 'openid-client';
import { z } from 'zod';
import { firstIssuerId } from '../config/issuers.ts';
import { Failure } from '../kernel/errors.ts';
import type { Caller } from '../kernel/principal.ts';
import { Seal, type Secrets } from '../kernel/seal.ts';
import { CookieSettings } from './cookies.ts';
import { deviceOf } from './device.ts';
import { unreachable } from './issuer.ts';
import { clientOf, heardFrom, isOutage, withoutResponse } from './issuer-client.ts';
import type { Issuers, KnownIssuer } from './issuers.ts';
import { keptTokens, type TokenSeal } from './looks.ts';
import { ownAddress } from './origin.ts';
import type { SessionRecords } from './session-records.ts';
import type { SessionSeal, Sessions } from './sessions.ts';
import type { SignInLimit } from './sign-in-limit.ts';

/** In seconds: enough time for a person to find and type a password. */
export const transactionLife = 15 * 60;

/** A sign-in under way: the values that the identity provider must return, and the address to go to afterwards. */
const Transaction = z.object({
  id: z.guid(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  /** The id of the issuer that was chosen. */
  issuer: z.string(),
});
type Transaction = z.output<typeof Transaction>;

interface SignInParts {
  issuers: Issuers;
  seal: SessionSeal;
  tokenSeal: TokenSeal;
  secrets: Secrets;
  sessions: Pick<Sessions, 'ofCookie'>;
  records: Pick<SessionRecords, 'claim' | 'start' | 'end'>;
  limit: SignInLimit;
  baseUrl: string;
  date(): Date;
}

/** What a browser asks for: where to go afterwards, the id of an issuer, or an e-mail address whose domain chooses one. */
export interface AskedSignIn {
  returnTo?: string | undefined;
  issuer?: string | undefined;
  email?: string | undefined;
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
  readonly #cookies: CookieSettings;

  constructor(parts: SignInParts) {
    this.#parts = parts;
    this.#transaction = new Seal(parts.secrets, 'sign-in', transactionLife, Transaction, parts.date);
    this.#cookies = new CookieSettings(parts.baseUrl);
  }

  /** The issuers that the sign-in page shows by name. */
  get listed(): KnownIssuer[] {
    return this.#parts.issuers.forBrowsers.filter(({ listed }) => listed);
  }

  /**
   * The issuer to sign in at. Undefined: the person has to choose one. An e-mail address of a domain that no issuer has leads to
   * the issuer for everybody.
   */
  choose({ issuer, email }: AskedSignIn): KnownIssuer | undefined {
    const { issuers } = this.#parts;
    const [first, ...others] = issuers.forBrowsers;
    if (!first) throw new Failure('not_found', 'Nobody can sign in here: OIDC_CLIENT_ID is not set. Session tokens work.');
    if (issuer !== undefined) {
      const named = issuers.forBrowsers.find(({ id }) => id === issuer);
      if (!named) throw new Failure('invalid_request', 'issuer: there is no issuer with this id.');
      return named;
    }
    if (email !== undefined) return issuers.ofEmail(email.trim()) ?? this.listed.find(({ id }) => id === firstIssuerId);
    return others.length === 0 ? first : undefined;
  }

  /** Starts a sign-in at an issuer. `address` is the client's. */
  async begin(known: KnownIssuer, { returnTo, email }: AskedSignIn, address: string): Promise<Step> {
    await this.#parts.limit.count('begun', address);
    const client = await clientOf(known);
    const transaction = {
      id: randomUUID(),
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      verifier: openid.randomPKCECodeVerifier(),
      returnTo: ownAddress(returnTo ?? '/dashboard', this.#parts.baseUrl),
      issuer: known.id,
    };
    const hint = email?.trim();
    const location = openid.buildAuthorizationUrl(client, {
      redirect_uri: this.#redirectUri(known),
      scope: ['openid email profile', known.scope, offline(known, client)].filter(Boolean).join(' '),
      state: transaction.state,
      nonce: transaction.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(transaction.verifier),
      code_challenge_method: 'S256',
      ...(hint && hint.length <= longestHint && { login_hint: hint }),
    });
    return { location: location.href, cookie: await this.#transaction.close(transaction), seconds: transactionLife };
  }

  /**
   * The sign-in that the browser returns from. `query` comes from the identity provider, and `issuer` is the id in the path. A
   * state that does not match the cookie is refused without a query, and so is the return from another issuer than the chosen
   * one. A match is counted, because finishing it needs the database and the identity provider.
   */
  async recall(query: string, issuer: string, { headers, address }: Pick<Caller, 'headers' | 'address'>): Promise<Transaction> {
    this.choose({});
    const sent = this.#cookies.sent('signIn', headers);
    const transaction = sent ? await this.#transaction.open(sent) : undefined;
    const isOurs = transaction?.issuer === issuer && new URLSearchParams(query).get('state') === transaction.state;
    if (!transaction || !isOurs) throw signInFailed();
    await this.#parts.limit.count('returned', address);
    return transaction;
  }

  /** Finishes a sign-in once: no instance exchanges a copy of the cookie for a second token. */
  async finish(query: string, transaction: Transaction, headers: IncomingHttpHeaders): Promise<Step> {
    const { records, seal } = this.#parts;
    const known = this.choose({ issuer: transaction.issuer }) as KnownIssuer;
    const client = await clientOf(known);
    if (!(await records.claim(transaction.id))) throw signInFailed();
    const { identity, tokens } = await this.#exchange(client, known, query, transaction).catch((error) => {
      throw isOutage(error) ? unreachable(withoutResponse(error)) : signInFailed(withoutResponse(error));
    });
    if (!identity) throw signInFailed();
    const sent = this.#cookies.sent('session', headers);
    const replaced = sent ? await seal.open(sent) : undefined;
    const sessionId = await records.start(identity, deviceOf(headers['user-agent']), replaced?.sessionId, tokens);
    const verifiedEmail = (identity.isEmailVerified && identity.email) || undefined;
    const content = { sessionId, issuer: known.issuer.url, ...(verifiedEmail && { verifiedEmail }) };
    return { location: transaction.returnTo, cookie: await seal.close(content), seconds: seal.seconds };
  }

  /** Ends the cookie's session, if it is still open. */
  async end(headers: IncomingHttpHeaders): Promise<void> {
    const principal = await this.#parts.sessions.ofCookie(headers);
    if (!principal) return;
    await this.#parts.records.end(principal, principal.sessionId, 'signed out').catch((error) => {
      if (!(error instanceof Failure && error.code === 'session_not_found')) throw error;
    });
  }

  /** Exchanges the code. The tokens are kept, sealed, if the issuer is asked about the session again. */
  async #exchange(client: openid.Configuration, known: KnownIssuer, query: string, { state, nonce, verifier }: Transaction) {
    const answer = await openid.authorizationCodeGrant(client, new URL(`${this.#redirectUri(known)}${query}`), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
    });
    const { tokenSeal, date } = this.#parts;
    const tokens = known.isLookedAt ? await tokenSeal.close(keptTokens(answer, date().getTime())) : null;
    return { identity: await heardFrom({ client, known, answer }), tokens };
  }

  #redirectUri({ callbackPath }: KnownIssuer): string {
    return this.#parts.baseUrl + callbackPath;
  }
}

/** The scope for a refresh token that outlives the session at the issuer, if the issuer has it. */
const offline = ({ isLookedAt }: KnownIssuer, client: openid.Configuration): string | undefined =>
  isLookedAt && client.serverMetadata().scopes_supported?.includes('offline_access') ? 'offline_access' : undefined;

/** In characters: the longest e-mail address. */
const longestHint = 320;

const signInFailed = (cause?: Error): Failure =>
  new Failure('invalid_request', 'The sign-in was not completed, or took too long. Start again at /auth/login.', { cause });
