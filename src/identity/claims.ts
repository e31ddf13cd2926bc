import { z } from 'zod';
import type { Identity } from '../kernel/principal.ts';

/** The maximum number of characters of each claim. */
const limits = { subject: 255, email: 320, name: 200, group: 200 };
/** The maximum number of groups. The others are ignored. */
const mostGroups = 500;

/** Whether the database stores the text unchanged. If it changed a subject, two people could become one. */
const isPlain = (text: string): boolean => text.isWellFormed() && !/\p{Cc}/u.test(text);
const plain = (longest: number) => z.string().min(1).max(longest).refine(isPlain);

const Claims = z.object({
  sub: plain(limits.subject),
  email: plain(limits.email).nullable().catch(null),
  // Some issuers send the text "true", which does not count.
  email_verified: z.literal(true).optional().catch(undefined),
  iat: z.number().optional().catch(undefined),
  name: z
    .string()
    .transform((name) => [...name].slice(0, limits.name).join(''))
    .pipe(plain(limits.name * 2))
    .nullable()
    .catch(null),
});

const Group = plain(limits.group);

/** The groups in a claim, sorted. Undefined if the claim is missing. What is no name of a group is ignored. */
function groupsIn(claim: unknown): string[] | undefined {
  if (claim === undefined || claim === null) return undefined;
  const names = (Array.isArray(claim) ? claim : [claim]).filter((one): one is string => Group.safeParse(one).success);
  return [...new Set(names)].sort().slice(0, mostGroups);
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
