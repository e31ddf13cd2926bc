/** Who is calling. */
export type Principal =
  | { kind: 'anonymous' }
  | { kind: 'apiKey'; accountId: string; keyId: string }
  | { kind: 'session'; accountId: string; userId: string };

export const anonymous: Principal = Object.freeze({ kind: 'anonymous' });

/** What an operation asks of its caller. */
export type Credential = 'apiKey' | 'session';

/** The request headers that a credential may come in. */
export interface CredentialHeaders {
  authorization?: string | undefined;
  cookie?: string | undefined;
  'x-api-key'?: string | string[] | undefined;
}

/** Turns the credential of a request into its principal, or throws the 401 that fits. */
export type Authenticate = (credential: Credential, headers: CredentialHeaders) => Promise<Principal>;
