import { matching, type Rule, wholeNumber } from '../kernel/rules.ts';
import { isUuid, uuidPattern } from '../kernel/uuid.ts';

/** The log of an account has so many requests, the newest ones. */
export const maxLogged = 1_000;

export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof statusClasses)[number];

/** Selects the requests of sessions, in place of the id of a key. */
export const sessionKey = 'session';
const keyId: Rule<string> = {
  allows: (text) => text === sessionKey || isUuid(text),
  message: `must be the id of a key, or ${sessionKey}`,
};

/** The parameters of the request log. */
export const logRules = {
  status: matching(/^[2-5]xx$/, `must be ${statusClasses.slice(0, -1).join(', ')} or ${statusClasses.at(-1)}`),
  keyId,
  path: { most: 200, allows: (text: string) => text.length <= 200, message: 'must have at most 200 characters' },
  requestId: matching(uuidPattern, 'must be a UUID'),
  cursor: { allows: isUuid, message: 'is none that we gave' },
  limit: wholeNumber(1, 100, 50),
};

export const spans = ['hour', 'day'] as const;
export type Span = (typeof spans)[number];
export const spanMs: Record<Span, number> = { hour: 3_600_000, day: 86_400_000 };

/** Statistics by hour are kept for a shorter time than those by day, which the setting for usage decides. */
export const hourlyKeptDays = 31;

/** The number of hours or days in the statistics. */
export const statisticsRules = { count: wholeNumber(1, 366, 31) };
