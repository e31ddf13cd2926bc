import type { IncomingHttpHeaders } from 'node:http';
import type { KeyRing, KeyUse, People } from '../accounts/index.ts';
import { Failure } from '../kernel/errors.ts';
import type { Authenticate, Caller, Identity, KeyPrincipal, SessionPrincipal } from '../kernel/principal.ts';
import { type FailedCredentials, networkOf } from './failed-credentials.ts';

export interface AuthenticationParts {
  /** Throws session_required, invalid_session or service_unavailable. */
  sessions: { identify(caller: Caller): Promise<Identity | SessionPrincipal> };
  people: Pick<People, 'principalOf'>;
  keys: Pick<KeyRing, 'recall' | 'remembers' | 'find'>;
  use: Pick<KeyUse, 'note'>;
  failures: Pick<FailedCredentials, 'isRefused' | 'count'>;
}

/**
 * Who is calling, by the credential that the operation asks for.
 *
 * An address from which too many failed gets 429 for the rest of the minute. What is good passes all the same, so that nobody is locked out by a neighbour
 * behind the same address: a session whose signature fits and a key that was good lately cost nothing, and other keys are looked up in bounded numbers.
 */
export function createAuthenticate({ sessions, people, keys, use, failures }: AuthenticationParts): Authenticate {
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
      throw new Failure('invalid_api_key');
    }
    use.note(holder.keyId);
    return { kind: 'apiKey', ...holder };
  };

  const bySession = async (caller: Caller): Promise<SessionPrincipal> => {
    try {
      const who = await sessions.identify(caller);
      return 'kind' in who ? who : await people.principalOf(who);
    } catch (error) {
      const failure = error instanceof Failure ? asSessionFailure(error, caller.headers) : undefined;
      if (failure?.code === 'invalid_session') await failures.count(caller.address);
      throw failure ?? error;
    }
  };

  return (credential, caller) => (credential === 'apiKey' ? byKey(caller) : bySession(caller));
}

/** What was sent as an API key. X-API-Key wins; whatever else stands in Authorization is an attempt too, and fails. */
function secretIn({ 'x-api-key': own, authorization }: IncomingHttpHeaders): string | undefined {
  // A header that is repeated is no key, whichever of its values were one.
  if (own) return String(own);
  return authorization?.replace(/^bearer(?: +|$)/i, '') || undefined;
}

/** Who sends an API key where a session is needed did send a credential, only not one that is valid there. */
function asSessionFailure(failure: Failure, headers: IncomingHttpHeaders): Failure {
  return failure.code === 'session_required' && headers['x-api-key'] ? new Failure('invalid_session') : failure;
}
