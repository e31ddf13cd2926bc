import { givenName, matching, wholeNumber } from '../kernel/rules.ts';

// A repeated header is joined with a comma and a blank, so it is refused.
const idempotencyKey = matching(/^[\x21-\x7e]{1,255}$/, 'must have 1 to 255 visible ASCII characters');

/** How long the same request with the same Idempotency-Key gets the same answer. */
export const idempotencyHours = 24;

/** What creating and rotating a key takes. `overlapSeconds` is how long a rotated key may stay valid beside its successor. */
export const keyRules = { name: givenName(60), idempotencyKey, overlapSeconds: wholeNumber(0, 7 * 24 * 60 * 60) };

/** In seconds. An account may have one key that lives no longer and does not count towards its plan, to try something out. */
export const shortLife = 3_600;

/** In years from now: the latest expiry of a key. */
export const longestLifeInYears = 5;

/** The number of entries on a page of the audit log. */
export const auditRules = { limit: wholeNumber(1, 100, 50) };
