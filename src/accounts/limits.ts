import { givenName, matching, wholeNumber } from '../kernel/rules.ts';

// A repeated header is joined with a comma and a blank, so it is refused.
const idempotencyKey = matching(/^[\x21-\x7e]{1,255}$/, 'must have 1 to 255 visible ASCII characters');

/** How long the same request with the same Idempotency-Key gets the same answer. */
export const idempotencyHours = 24;

/** The limits that a key may have of its own: requests a minute, and units a billing period. The plan's are the highest. */
export const powerLimits = { minuteLimit: wholeNumber(1, 1_000_000), monthlyQuota: wholeNumber(1, 1_000_000_000) };

/** What creating and rotating a key takes. `overlapSeconds` is how long a rotated key may stay valid beside its successor. */
export const keyRules = {
  name: givenName(60),
  idempotencyKey,
  overlapSeconds: wholeNumber(0, 7 * 24 * 60 * 60),
  ...powerLimits,
};

/** How many addresses and networks a key may be limited to. */
export const maxKeyNetworks = 50;

/** An account may have one key that lives no longer and does not count towards its plan, to try something out. */
export const shortLifeSeconds = 3_600;

/** From now on: the latest expiry of a key. */
export const maxKeyYears = 5;

/** How long an invitation can be accepted. */
export const invitationDays = 7;

/** The name of a group of an issuer, and how many of them an account can give a role. */
export const groupRules = { group: givenName(200) };
export const maxGroupRoles = 100;

/** For whom an invitation is. */
export const memberRules = { note: givenName(100) };

/** The number of entries on a page of the audit log. */
export const auditRules = { limit: wholeNumber(1, 100, 50) };
