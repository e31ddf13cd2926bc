import { wholeNumber } from '../kernel/rules.ts';

/** Of the name of an API key, in characters as a person counts them. */
export const keyNameLimit = 60;

/** What may stand in a name once it is trimmed: anything but control characters and halves of characters. */
export const isKeyName = (name: string): boolean =>
  name !== '' && [...name].length <= keyNameLimit && !/[\p{Cc}\p{Cs}]/u.test(name);

/** Of entries of the audit log in one answer. */
export const auditLimits = { usual: 50, most: 100 };
export const auditRules = { limit: wholeNumber(1, auditLimits.most) };

/** A key that is made to end does so after so many years at most. */
export const longestLifeInYears = 5;

/** For so many seconds a rotated key may go on beside its successor. */
export const longestOverlap = 7 * 24 * 60 * 60;

/** Visible ASCII without blanks: a header that is repeated is joined with a blank, and so it is refused. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/;
