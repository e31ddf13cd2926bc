import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';

/** Where the local issuer is mounted. */
export const localIssuerPath = '/oidc';
/** Of the tokens that it signs, in seconds. */
export const tokenLife = 12 * 60 * 60;
export const localAlgorithm = 'ES256';
/** Our own sign-in as a client. It is not the audience: a token for a client is no session. */
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

/** The subject is the e-mail address alone, so the same address is the same person after a restart and from the command line. */
export const claimsOf = ({ email, name }: Person) => ({ sub: email, email, email_verified: true, name });
