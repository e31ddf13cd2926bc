import { matching, type TextRule, wholeNumber } from '../kernel/rules.ts';

/** The maximum number of characters in the name of an API key. An emoji counts as one. */
const longestName = 60;
const name: TextRule = {
  most: longestName,
  /** The name is trimmed before. PostgreSQL cannot store unpaired surrogates. */
  allows: (text) => text !== '' && [...text].length <= longestName && !/[\p{Cc}\p{Cs}]/u.test(text),
  message: `must have 1 to ${longestName} characters, none of them a control character`,
};
// A repeated header is joined with a comma and a blank, so it is refused.
const idempotencyKey = matching(/^[\x21-\x7e]{1,255}$/, 'must have 1 to 255 visible ASCII characters');

/** How long the same request with the same Idempotency-Key gets the same answer. */
export const idempotencyHours = 24;

/** What creating and rotating a key takes. `overlapSeconds` is how long a rotated key may stay valid beside its successor. */
export const keyRules = { name, idempotencyKey, overlapSeconds: wholeNumber(0, 7 * 24 * 60 * 60) };

/** In seconds. An account may have one key that lives no longer and does not count towards its plan, to try something out. */
export const shortLife = 3_600;

/** In years from now: the latest expiry of a key. */
export const longestLifeInYears = 5;

/** The number of entries on a page of the audit log. */
export const auditRules = { limit: wholeNumber(1, 100, 50) };
