import type { IncomingHttpHeaders } from 'node:http';
import type { Accounts } from '../accounts/index.ts';
import { Failure } from '../kernel/errors.ts';
import type { Authenticate, Caller, Identity, KeyPrincipal, SessionPrincipal } from '../kernel/principal.ts';
import { type FailedCredentials, networkOf } from './failed-credentials.ts';
import type { Operators } from './operators.ts';

export interface AuthenticationParts {
  /** Throws session_required, invalid_session or service_unavailable. */
  sessions: { identify(caller: Caller): Promise<Identity | SessionPrincipal> };
  people: Pick<Accounts['people'], 'principalOf'>;
  keys: Pick<Accounts['keys'], 'recall' | 'remembers' | 'find'>;
  use: Pick<Accounts['keyUse'], 'note'>;
  failures: Pick<FailedCredentials, 'isRefused' | 'count'>;
  operators: Operators;
}

/**
 * Tells who is calling, by the credential that the operation needs.
 *
 * An address with too many failed credentials gets 429 for the rest of the minute. Good credentials still pass, so that nobody is
 * locked out by a neighbour behind the same address. A session with a good signature and a key that was good lately cost nothing.
 * Other keys of such an address are looked up in bounded numbers.
 */
export function createAuthenticate({ sessions, people, keys, use, failures, operators }: AuthenticationParts): Authenticate {
  const byKey = async ({ headers, address }: Caller): Promise<KeyPrincipal> => {
    const secret = secretIn(headers);
    if (secret === undefined) throw new Failure('api_key_required');
    let holder = keys.recall(secret);
    if (!holder) {
      const isCrowded = failures.isRefused(address) && !keys.remembers(secret);
      holder = await keys.find(secret, isCrowded ? networkOf(address) : undefined);
    }
    if (!holder) {
      await failures.count(address);
      throw new Failure('invalid_api_key', looksLikeToken(secret) ? tokenForKey : undefined);
    }
    use.note(holder.keyId);
    return { kind: 'apiKey', ...holder };
  };

  const bySession = async (caller: Caller): Promise<SessionPrincipal> => {
    try {
      const who = await sessions.identify(caller);
      if ('kind' in who) return who;
      const principal = await people.principalOf(who);
      return operators.has(who) ? { ...principal, isOperator: true } : principal;
    } catch (error) {
      const failure = error instanceof Failure ? asSessionFailure(error, caller.headers) : undefined;
      if (failure?.code === 'invalid_session') await failures.count(caller.address);
      throw failure ?? error;
    }
  };

  return (credential, caller) => (credential === 'apiKey' ? byKey(caller) : bySession(caller));
}

/** What was sent as an API key. X-API-Key wins. Anything else in Authorization counts as a key too, and fails. */
function secretIn({ 'x-api-key': own, authorization }: IncomingHttpHeaders): string | undefined {
  // A repeated header becomes a list, which is no key, even if one of its values is.
  if (own) return String(own);
  return authorization?.replace(/^bearer(?: +|$)/i, '') || undefined;
}

const tokenForKey = 'This is a session token. Company data needs an API key.';
const keyForSession = 'This is an API key. The account needs a session: sign in, or send a session token.';

/** A JSON Web Token begins with a brace in base64. */
const looksLikeToken = (secret: string): boolean => /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/.test(secret);
const looksLikeKey = (authorization = ''): boolean => /^(?:bearer +)?crd_/i.test(authorization);

/** An API key where a session is needed is a credential that is not valid there, and not a missing one. */
function asSessionFailure(failure: Failure, headers: IncomingHttpHeaders): Failure {
  const isMissing = failure.code === 'session_required' && Boolean(headers['x-api-key']);
  const isKey = failure.code === 'invalid_session' && looksLikeKey(headers.authorization);
  return isMissing || isKey ? new Failure('invalid_session', keyForSession) : failure;
}
