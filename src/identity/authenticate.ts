import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { Accounts } from '../accounts/index.ts';
import { Failure } from '../kernel/errors.ts';
import { networkOf } from '../kernel/networks.ts';
import type { Authenticate, Caller, Identity, KeyPrincipal, SessionPrincipal, SignedIn } from '../kernel/principal.ts';
import type { IsOperator } from './claims.ts';
import type { failedCredentials } from './network-limits.ts';

/** Where agents are served. With BASE_URL before it, it is the resource that their tokens must be issued for (RFC 8707). */
export const agentPath = '/mcp';

/** Identifies the person of a session. Throws session_required, invalid_session or service_unavailable. */
export interface Sessions {
  identify(caller: Caller, resource?: string): Promise<Identity | SignedIn>;
}

interface AuthenticationOptions {
  sessions: Sessions;
  accounts: Pick<Accounts, 'people' | 'members' | 'rings' | 'uses'>;
  failures: ReturnType<typeof failedCredentials>;
  isOperator: IsOperator;
  baseUrl: string;
}

type KeyRing = Accounts['rings']['key'];
type Holder = NonNullable<ReturnType<KeyRing['recall']>>;

/**
 * Authenticates callers, by the credential that the operation requires.
 *
 * An IP address with too many failed credentials gets 429 for the rest of the minute. Good credentials still pass, so that other
 * users behind the same address are not locked out. A session with a valid signature and a cached key need no query. Other keys
 * of such an address are looked up in bounded numbers.
 */
export function createAuthenticate(options: AuthenticationOptions): Authenticate {
  const { sessions, accounts, failures, isOperator, baseUrl } = options;
  const { people, members, rings, uses } = accounts;

  /** The holder of a secret that is not cached. */
  const lookUp = async (ring: KeyRing, secret: string, ip: string, refusal?: string) => {
    const isLimited = failures.isRefused(ip) && !ring.remembers(secret);
    const holder = await ring.find(secret, isLimited ? networkOf(ip) : undefined);
    if (holder) return holder;
    await failures.count(ip);
    throw new Failure('invalid_api_key', refusal);
  };

  /** The caller that a key stands for, unless the key may not be used from its IP address. Then nothing is counted. */
  const enter = ({ addressId: _, ...holder }: Holder, ip: string): KeyPrincipal => {
    if (holder.powers?.addresses?.allows(ip) === false)
      throw new Failure('address_not_allowed', `The API key may not be used from this address: ${shownIp(ip)}.`);
    uses.key.note(holder.keyId);
    return { kind: 'apiKey', ...holder };
  };

  const byKey = async ({ headers, address: ip }: Caller): Promise<KeyPrincipal> => {
    const secret = secretIn(headers);
    if (secret === undefined) throw new Failure('api_key_required');
    const refusal = looksLikeToken(secret) ? tokenForKey : undefined;
    return enter(rings.key.recall(secret) ?? (await lookUp(rings.key, secret, ip, refusal)), ip);
  };

  const byReconcileToken = async ({ token = '', address: ip }: Caller): Promise<KeyPrincipal> => {
    const holder = rings.reconcile.recall(token) ?? (await lookUp(rings.reconcile, token, ip, deadAddress));
    const principal = enter(holder, ip);
    uses.reconcile.note(holder.addressId ?? '');
    return principal;
  };

  const personOf = async (caller: Caller, resource?: string): Promise<SignedIn> => {
    const who = await sessions.identify(caller, resource);
    if ('kind' in who) return who;
    const person = await people.principalOf(who);
    return isOperator(who) ? { ...person, isOperator: true } : person;
  };

  const bySession = async (caller: Caller, resource?: string): Promise<SessionPrincipal> => {
    try {
      return await members.enter(await personOf(caller, resource), caller.headers['x-account-id']);
    } catch (error) {
      const failure = error instanceof Failure ? asSessionFailure(error, caller.headers) : undefined;
      if (failure && countedFailures.includes(failure.code)) await failures.count(caller.address);
      throw failure ?? error;
    }
  };

  /** An agent has an API key, or a token that its person let the issuer make for this resource. */
  const byAgent = async (caller: Caller): Promise<KeyPrincipal | SessionPrincipal> => {
    const { 'x-api-key': key, authorization } = caller.headers;
    const isToken = !key && looksLikeToken(secretIn({ authorization }) ?? '');
    return isToken ? bySession(caller, baseUrl + agentPath) : byKey(caller);
  };

  const ways = {
    ...{ apiKey: byKey, addressToken: byReconcileToken, agent: byAgent },
    session: (caller: Caller) => bySession(caller),
  };
  return (credential, caller) => ways[credential](caller);
}

/** The API key of a request. X-API-Key takes precedence. Any other text in Authorization counts as a key too, and fails. */
export function secretIn({ 'x-api-key': own, authorization }: IncomingHttpHeaders): string | undefined {
  // A repeated header becomes a list, which is not a valid key.
  if (own) return String(own);
  return authorization?.replace(/^bearer(?: +|$)/i, '') || undefined;
}

/** A person could try the ids of accounts, each by a query. */
const countedFailures = ['invalid_session', 'account_not_found'];

/** The IP address that we see, as people write it. A proxy may send any text in its place. */
const shownIp = (ip: string): string => (isIP(ip) ? ip.replace(/^::ffff:(?=[\d.]+$)/i, '') : 'unknown');

const deadAddress = 'This address is unknown or revoked, or its API key has ended: make another one in the dashboard.';
const tokenForKey = 'This is a session token. Company data needs an API key.';
const keyForSession = 'This is an API key. The account needs a session: sign in, or send a session token.';

/** A JSON Web Token begins with `eyJ`, which is `{"` in base64. */
const looksLikeToken = (secret: string): boolean => /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/.test(secret);
const looksLikeKey = (authorization = ''): boolean => /^(?:bearer +)?crd_/i.test(authorization);

/** An API key in place of a session is an invalid session, not a missing one. */
function asSessionFailure(failure: Failure, headers: IncomingHttpHeaders): Failure {
  const isMissing = failure.code === 'session_required' && Boolean(headers['x-api-key']);
  const isKey = failure.code === 'invalid_session' && looksLikeKey(headers.authorization);
  return isMissing || isKey ? new Failure('invalid_session', keyForSession) : failure;
}
