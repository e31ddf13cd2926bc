import { z } from 'zod';

/** How long tokens of the local issuer are valid. */
export const tokenSeconds = 12 * 60 * 60;
export const localAlgorithm = 'ES256';
/** The client id of our own sign-in. It differs from the audience, so that an ID token is not accepted as a session token. */
export const localClientId = 'company-registry-sign-in';

export interface Person {
  email: string;
  name: string;
  groups?: string[];
}

const Email = z.email().max(254).toLowerCase();

/** The person with an e-mail address. Undefined if the address is not valid. */
export function personOf(email: string, name?: string): Person | undefined {
  const { data } = Email.safeParse(email.trim());
  return data === undefined ? undefined : { email: data, name: name?.trim() || data.slice(0, data.indexOf('@')) };
}

/** The subject is the e-mail address, so the same address is the same person after a restart and from the command line. */
export const claimsOf = ({ email, name, groups = [] }: Person, groupsClaim?: string) => ({
  ...{ sub: email, email, email_verified: true, name },
  ...(groupsClaim !== undefined && { [groupsClaim]: groups }),
});

/** The groups in a text, with commas between them. */
export const groupsIn = (text: string): string[] =>
  text
    .split(',')
    .map((group) => group.trim())
    .filter(Boolean);
