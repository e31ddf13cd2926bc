import { wholeNumber } from '../kernel/rules.ts';

/** The maximum number of characters in the name of an API key. An emoji counts as one. */
export const keyNameLimit = 60;

/** Whether a trimmed name is allowed: not empty, not too long, without control characters and unpaired surrogates. */
export const isKeyName = (name: string): boolean =>
  name !== '' && [...name].length <= keyNameLimit && !/[\p{Cc}\p{Cs}]/u.test(name);

/** The number of entries on a page of the audit log. */
export const auditLimits = { usual: 50, most: 100 };
export const auditRules = { limit: wholeNumber(1, auditLimits.most) };

/** In years from now: the latest expiry of a key. */
export const longestLifeInYears = 5;

/** In seconds: how long a rotated key may stay valid beside its successor. */
export const longestOverlap = 7 * 24 * 60 * 60;

/** Visible ASCII without blanks. A repeated header is joined with a comma and a blank, so it is refused. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/;
