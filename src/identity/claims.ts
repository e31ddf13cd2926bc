import { z } from 'zod';
import type { Identity } from '../kernel/principal.ts';

/** The maximum number of characters of each claim. */
const limits = { subject: 255, email: 320, name: 200 };

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

/** The person in an issuer's claims. Undefined if the claims have no valid subject. */
export function identityOf(issuer: string, claims: unknown): Identity | undefined {
  const { data } = Claims.safeParse(claims);
  if (!data) return undefined;
  const { sub, email, name, iat, email_verified: isEmailVerified = false } = data;
  return { issuer, subject: sub, email, name, isEmailVerified, ...(iat !== undefined && { issuedAt: iat }) };
}
