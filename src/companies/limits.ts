import { type Rule, wholeNumber } from '../kernel/rules.ts';
import { isDay, isMoment } from './days.ts';
import { fold } from './format/fold.ts';

/** How long the texts of a search may be, in characters. */
export const searchLimits = { fragment: 200, term: 500, number: 50, scheme: 100 };

const upTo = (most: number) => (text: string) => text.length <= 2 * most && [...text].length <= most && !text.includes('\0');
const termOf = (most: number): Rule<string> => ({
  allows: (text) => text !== '' && upTo(most)(text),
  message: `must have 1 to ${most} characters, none of them NUL`,
});
const fragment: Rule<string> = {
  // What folds to nothing would be in every name, which is never meant.
  allows: (text) => upTo(searchLimits.fragment)(text.trim()) && (text.trim() === '' || fold(text).trim() !== ''),
  message: `must have at most ${searchLimits.fragment} characters, none of them NUL, and something to search for`,
};
const day: Rule<string> = { allows: isDay, message: 'must be a day, as in 2026-11-15' };

/** What the filters of a search may be. */
export const filterRules = {
  q: fragment,
  country: { allows: (text: string) => /^[a-z]{2}$/i.test(text), message: 'must be two letters, ISO 3166-1 alpha-2' },
  legalForm: termOf(searchLimits.term),
  activity: termOf(searchLimits.term),
  activityScheme: termOf(searchLimits.scheme),
  number: termOf(searchLimits.number),
  registeredFrom: day,
  registeredTo: day,
  updatedSince: { allows: isMoment, message: 'must be a moment with its time zone, as in 2026-11-15T09:30:00Z' },
} satisfies Record<string, Rule<string>>;

/** Which part of the matches may be asked for. */
export const pageRules = { page: wholeNumber(1, 2 ** 31 - 1), pageSize: wholeNumber(1, 100) };
export const facetRules = { size: wholeNumber(1, 100) };
export const suggestionRules = { limit: wholeNumber(1, 25) };
