import { refuseAll } from '../../src/identity/authenticate.ts';
import type { Authenticate } from '../../src/identity/principal.ts';

/** Whoever names a key (`account/key`) or an account is taken for it: what is tested with this comes after. */
export const authenticateByName: Authenticate = async (credential, caller) => {
  const [accountId = '', keyId = ''] = String(caller.headers['x-api-key'] ?? '').split('/');
  const session = /^Bearer (.{36})$/.exec(caller.headers.authorization ?? '')?.[1];
  if (credential === 'apiKey' && keyId) return { kind: 'apiKey', accountId, keyId };
  if (credential === 'session' && session) return { kind: 'session', accountId: session, userId: session };
  return refuseAll(credential, caller);
};
