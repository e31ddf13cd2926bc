import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import * as openid from 'openid-client';
import { z } from 'zod';
import { firstIssuerId } from '../config/issuers.ts';
import { Failure } from '../kernel/errors.ts';
import type { Caller } from '../kernel/principal.ts';
import { Seal, type Secrets } from '../kernel/seal.ts';
import { cookieSettings } from './cookies.ts';
import { deviceOf } from './device.ts';
import { unreachable } from './issuer.ts';
import { clientOf, identityFrom, isOutage, withoutResponse } from './issuer-client.ts';
import type { ConfiguredIssuer, Issuers } from './issuers.ts';
import type { signInLimit } from './network-limits.ts';
import { ownUrl } from './origin.ts';
import { keptTokens, type TokenSeal } from './revalidation.ts';
import type { SessionRecords } from './session-records.ts';
import type { createSessions, SessionSeal } from './sessions.ts';

/** Enough time for a person to find and type a password. */
export const transactionLifeSeconds = 15 * 60;

/** A sign-in under way: the values that the identity provider must return, and the URL to go to afterwards. */
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

/** What a browser asks for: where to go afterwards, the id of an issuer, or an e-mail address whose domain chooses one. */
export interface SignInRequest {
  returnTo?: string | undefined;
  issuer?: string | undefined;
  email?: string | undefined;
}

/** A cookie to set, and the URL to redirect the browser to. */
export interface Step {
  location: string;
  cookie: string;
  seconds: number;
}

interface SignInOptions {
  issuers: Issuers;
  seal: SessionSeal;
  tokenSeal: TokenSeal;
  secrets: Secrets;
  sessions: Pick<ReturnType<typeof createSessions>, 'ofCookie'>;
  records: SessionRecords;
  limit: ReturnType<typeof signInLimit>;
  baseUrl: string;
  date(): Date;
}

/** Our own sign-in: the authorization code flow with PKCE. A sealed cookie in the browser holds its state. */
export function createSignIn(options: SignInOptions) {
  const { issuers, seal, tokenSeal, secrets, sessions, records, limit, baseUrl, date } = options;
  const transactionSeal = new Seal(secrets, 'sign-in', transactionLifeSeconds, Transaction, date);
  const cookies = cookieSettings(baseUrl);
  const redirectUri = ({ callbackPath }: ConfiguredIssuer): string => baseUrl + callbackPath;

  /** The issuers that the sign-in page shows by name. */
  const listed = issuers.forBrowsers.filter((one) => one.listed);

  /**
   * The issuer to sign in at. Undefined: the person has to choose one. An e-mail address of a domain that no issuer has leads to
   * the issuer for everybody.
   */
  const choose = ({ issuer, email }: SignInRequest): ConfiguredIssuer | undefined => {
    const [first, ...others] = issuers.forBrowsers;
    if (!first) throw new Failure('not_found', 'Nobody can sign in here: OIDC_CLIENT_ID is not set. Session tokens work.');
    if (issuer !== undefined) {
      const named = issuers.forBrowsers.find(({ id }) => id === issuer);
      if (!named) throw new Failure('invalid_request', 'issuer: there is no issuer with this id.');
      return named;
    }
    if (email !== undefined) return issuers.ofEmail(email.trim()) ?? listed.find(({ id }) => id === firstIssuerId);
    return others.length === 0 ? first : undefined;
  };

  /** Exchanges the code. The tokens are kept, sealed, if the issuer is asked about the session again. */
  const exchange = async (client: openid.Configuration, issuer: ConfiguredIssuer, query: string, begun: Transaction) => {
    const answer = await openid.authorizationCodeGrant(client, new URL(`${redirectUri(issuer)}${query}`), {
      expectedState: begun.state,
      expectedNonce: begun.nonce,
      pkceCodeVerifier: begun.verifier,
    });
    const tokens = issuer.isRevalidated ? await tokenSeal.close(keptTokens(answer, date().getTime())) : null;
    return { identity: await identityFrom({ client, issuer, answer }), tokens };
  };

  return {
    listed,
    choose,

    /** Starts a sign-in at an issuer. `ip` is the client's. */
    begin: async (issuer: ConfiguredIssuer, { returnTo, email }: SignInRequest, ip: string): Promise<Step> => {
      await limit('begun', ip);
      const client = await clientOf(issuer);
      const transaction = {
        id: randomUUID(),
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
        returnTo: ownUrl(returnTo ?? '/dashboard', baseUrl),
        issuer: issuer.id,
      };
      const hint = email?.trim();
      const location = openid.buildAuthorizationUrl(client, {
        redirect_uri: redirectUri(issuer),
        scope: ['openid email profile', issuer.scope, offline(issuer, client)].filter(Boolean).join(' '),
        state: transaction.state,
        nonce: transaction.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(transaction.verifier),
        code_challenge_method: 'S256',
        ...(hint && hint.length <= maxHintCharacters && { login_hint: hint }),
      });
      const cookie = await transactionSeal.close(transaction);
      return { location: location.href, cookie, seconds: transactionLifeSeconds };
    },

    /**
     * The sign-in that the browser returns from. `query` comes from the identity provider, and `issuer` is the id in the path. A
     * state that does not match the cookie is refused without a query, and so is the return from another issuer than the chosen
     * one. A match is counted, because finishing it needs the database and the identity provider.
     */
    recall: async (query: string, issuer: string, { headers, address: ip }: Pick<Caller, 'headers' | 'address'>) => {
      choose({});
      const sent = cookies.sent('signIn', headers);
      const transaction = sent ? await transactionSeal.open(sent) : undefined;
      const isOurs = transaction?.issuer === issuer && new URLSearchParams(query).get('state') === transaction.state;
      if (!transaction || !isOurs) throw signInFailed();
      await limit('returned', ip);
      return transaction;
    },

    /** Finishes a sign-in once: no instance exchanges a copy of the cookie for a second token. */
    finish: async (query: string, transaction: Transaction, headers: IncomingHttpHeaders): Promise<Step> => {
      const issuer = choose({ issuer: transaction.issuer }) as ConfiguredIssuer;
      const client = await clientOf(issuer);
      if (!(await records.claim(transaction.id))) throw signInFailed();
      const { identity, tokens } = await exchange(client, issuer, query, transaction).catch((error) => {
        throw isOutage(error) ? unreachable(withoutResponse(error)) : signInFailed(withoutResponse(error));
      });
      if (!identity) throw signInFailed();
      const sent = cookies.sent('session', headers);
      const replaced = sent ? await seal.open(sent) : undefined;
      const device = deviceOf(headers['user-agent']);
      const sessionId = await records.start(identity, device, replaced?.sessionId ?? null, tokens);
      const verifiedEmail = (identity.isEmailVerified && identity.email) || undefined;
      const content = { sessionId, issuer: issuer.issuer.url, ...(verifiedEmail && { verifiedEmail }) };
      return { location: transaction.returnTo, cookie: await seal.close(content), seconds: seal.seconds };
    },

    /** Ends the cookie's session, if it is still open. */
    end: async (headers: IncomingHttpHeaders): Promise<void> => {
      const principal = await sessions.ofCookie(headers);
      if (!principal) return;
      await records.end(principal, principal.sessionId, 'signed out').catch((error) => {
        if (!(error instanceof Failure && error.code === 'session_not_found')) throw error;
      });
    },
  };
}

export type SignIn = ReturnType<typeof createSignIn>;

/** The scope for a refresh token that outlives the session at the issuer, if the issuer has it. */
const offline = ({ isRevalidated }: ConfiguredIssuer, client: openid.Configuration): string | undefined =>
  isRevalidated && client.serverMetadata().scopes_supported?.includes('offline_access') ? 'offline_access' : undefined;

/** No e-mail address is longer. */
const maxHintCharacters = 320;

const signInFailed = (cause?: Error): Failure =>
  new Failure('invalid_request', 'The sign-in was not completed, or took too long. Start again at /auth/login.', { cause });
