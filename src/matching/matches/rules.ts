import type { Cost } from '../../kernel/cost.ts';
import { type NumberRule, type Rule, type TextRule, wholeNumber } from '../../kernel/rules.ts';
import { usualThreshold } from '../query.ts';

const cost: Cost = { of: 'A match of several names', each: { count: 1, what: 'query' } };

const textOf = (most: number): TextRule => ({
  most,
  allows: (text) => text.trim() !== '' && text.length <= most && !text.includes('\0'),
  message: `must have 1 to ${most} characters, none of them NUL`,
});

const threshold: NumberRule = {
  ...{ least: 0, most: 1, usual: usualThreshold },
  allows: (value) => value >= 0 && value <= 1,
  message: 'must be a number from 0 to 1',
};

/** There is no 31st of February: JavaScript takes it for a day of March. */
const isInCalendar = (text: string): boolean => new Date(text).toISOString().startsWith(text);

const registeredAt: Rule<string> = {
  allows: (text) => /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/.test(text) && isInCalendar(text),
  message: 'must be a day, a month or a year: 2026-11-15, 2026-11 or 2026',
};

/** How many names one request may match, what that costs, and what is allowed in it. */
export const matchRules = {
  maxQueries: 50,
  /** So many requests of an account are worked on at a time, and so many more wait, on each instance. */
  underWay: 4,
  waiting: 28,
  maxExcluded: 100,
  cost,
  limit: wholeNumber(1, 20, 5),
  threshold,
  query: {
    key: { ...textOf(200), allows: (text: string) => text.length <= 200 && !text.includes('\0') },
    name: textOf(1_000),
    legalForm: textOf(500),
    registeredAt,
    postalCode: textOf(20),
    locality: textOf(200),
  } satisfies Record<string, Rule<string>>,
};
