import { fold } from './format/fold.ts';

/** What a client may ask for, wherever it asks. Texts in characters. */
export const searchLimits = {
  fragment: 200,
  term: 500,
  number: 50,
  page: 2 ** 31 - 1,
  pageSize: 100,
  facetSize: 100,
  suggestions: 25,
};

interface TextRule {
  allows: (text: string) => boolean;
  /** How it is said, after the name. */
  says: string;
}

const upTo = (most: number) => (text: string) => text.length <= 2 * most && [...text].length <= most && !text.includes('\0');
const termOf = (most: number): TextRule => ({
  allows: (text) => text !== '' && upTo(most)(text),
  says: `must have 1 to ${most} characters, none of them NUL`,
});

/** What the texts of a search may be: both doors check by these. */
export const filterRules = {
  q: {
    // What folds to nothing would be in every name, which is never meant.
    allows: (text) => upTo(searchLimits.fragment)(text.trim()) && (text.trim() === '' || fold(text).trim() !== ''),
    says: `must have at most ${searchLimits.fragment} characters, none of them NUL, and something to search for`,
  },
  country: { allows: (text) => /^[a-z]{2}$/i.test(text), says: 'must be two letters, ISO 3166-1 alpha-2' },
  legalForm: termOf(searchLimits.term),
  activity: termOf(searchLimits.term),
  number: termOf(searchLimits.number),
} satisfies Record<string, TextRule>;
