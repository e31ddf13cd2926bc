import { type Rule, wholeNumber } from '../kernel/rules.ts';
import { isUuid } from '../kernel/uuid.ts';

/** The types of messages, and the topics that they are about. An endpoint chooses among them; a test goes to any. */
export const webhookEvents = ['watch_list.changed', 'alert.raised'] as const;

/** For how many days attempts are kept, and messages of endpoints that are disabled. */
export const keptDays = 30;

/** How many tests of its endpoints an account may ask for in a minute. One of them is under way at a time. */
export const testsPerMinute = 5;

const maxDescription = 200;
const maxLists = 200;

const description: Rule<string> & { most: number } = {
  most: maxDescription,
  allows: (text) => [...text].length <= maxDescription && !/[\p{Cc}\p{Cs}]/u.test(text),
  message: `must have at most ${maxDescription} characters, none of them a control character`,
};
const events: Rule<readonly string[]> = {
  allows: (some) =>
    some.length > 0 && new Set(some).size === some.length && some.every((one) => webhookEvents.some((event) => event === one)),
  message: `must be some of ${webhookEvents.join(', ')}, each once`,
};
const listIds: Rule<readonly string[]> & { most: number } = {
  most: maxLists,
  allows: (some) => some.length <= maxLists && some.every(isUuid),
  message: `must be up to ${maxLists} ids of watch lists`,
};

/** What endpoints take. `overlapSeconds` is how long a rotated secret signs beside its successor. */
export const webhookRules = {
  description,
  events,
  listIds,
  overlapSeconds: wholeNumber(0, 7 * 24 * 60 * 60, 24 * 60 * 60),
  limit: wholeNumber(1, 100, 50),
};
