import { z } from 'zod';
import type { Identity } from '../kernel/principal.ts';

const maxCharacters = { subject: 255, email: 320, name: 200, group: 200 };
/** The others are ignored. */
const maxGroups = 500;

/** Whether the database stores the text unchanged. If it changed a subject, two people could become one. */
const isPlain = (text: string): boolean => text.isWellFormed() && !/\p{Cc}/u.test(text);
const plain = (maxLength: number) => z.string().min(1).max(maxLength).refine(isPlain);

const Claims = z.object({
  sub: plain(maxCharacters.subject),
  email: plain(maxCharacters.email).nullable().catch(null),
  // Some issuers send the text "true", which does not count.
  email_verified: z.literal(true).optional().catch(undefined),
  iat: z.number().optional().catch(undefined),
  name: z
    .string()
    .transform((name) => [...name].slice(0, maxCharacters.name).join(''))
    .pipe(plain(maxCharacters.name * 2))
    .nullable()
    .catch(null),
});

const Group = plain(maxCharacters.group);

/** The groups in a claim, sorted. Undefined if the claim is missing. What is no name of a group is ignored. */
function groupsIn(claim: unknown): string[] | undefined {
  if (claim === undefined || claim === null) return undefined;
  const names = (Array.isArray(claim) ? claim : [claim]).filter((one): one is string => Group.safeParse(one).success);
  return [...new Set(names)].sort().slice(0, maxGroups);
}

/** The person in an issuer's claims. Undefined if the claims have no valid subject. */
export function identityOf(issuer: string, claims: unknown, groupsClaim?: string): Identity | undefined {
  const { data } = Claims.safeParse(claims);
  if (!data) return undefined;
  const { sub, email, name, iat, email_verified: isEmailVerified = false } = data;
  const groups = groupsClaim === undefined ? undefined : groupsIn((claims as Record<string, unknown>)[groupsClaim]);
  return {
    ...{ issuer, subject: sub, email, name, isEmailVerified },
    ...(iat !== undefined && { issuedAt: iat }),
    ...(groups && { groups }),
  };
}

/** Lowers only ASCII letters: `toLowerCase` would also turn the Kelvin sign into a k. */
const lowerCased = (email: string): string => email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The domain of an e-mail address. */
export const domainOf = (email: string): string => lowerCased(email.slice(email.lastIndexOf('@') + 1));

export type IsOperator = (person: Pick<Identity, 'email' | 'isEmailVerified'>) => boolean;

/**
 * Decides by the configured e-mail addresses whether a person is an operator. An address counts only if the identity provider has
 * verified it: some providers accept any address.
 */
export function operatorsBy(emails: readonly string[]): IsOperator {
  const operators = new Set(emails.map(lowerCased));
  return ({ email, isEmailVerified }) => isEmailVerified === true && email !== null && operators.has(lowerCased(email));
}
