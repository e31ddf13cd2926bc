import { matching, type Rule, type TextRule } from '../../kernel/rules.ts';
import { maxPostalCodeLength, plainPostalCode } from '../address-key.ts';
import { identifierIn, problemOfLei } from '../lei.ts';
import { normalize } from '../normalization.ts';

/** Whether a text is a valid calendar day. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/** Whether a text is a valid time with its time zone. Without the zone it would be ambiguous. */
const isMoment = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(text) &&
  isDay(text.slice(0, 10)) &&
  !Number.isNaN(Date.parse(text));

const upTo = (most: number) => (text: string) => text.length <= 2 * most && [...text].length <= most && !text.includes('\0');

export const termOf = (most: number): TextRule => ({
  most,
  allows: (text) => text !== '' && upTo(most)(text),
  message: `must have 1 to ${most} characters, none of them NUL`,
});

export const fragmentOf = (most: number): TextRule => ({
  most,
  // A text that normalizes to an empty one would match every name.
  allows: (text) => upTo(most)(text.trim()) && (text.trim() === '' || normalize(text).trim() !== ''),
  message: `must have at most ${most} characters, none of them NUL, and something to search for`,
});

export const country = matching(/^[A-Za-z]{2}$/, 'must be two letters, ISO 3166-1 alpha-2');
export const countries = matching(
  /^[A-Za-z]{2}(?:,[A-Za-z]{2}){0,49}$/,
  'must be 1 to 50 codes of two letters, ISO 3166-1 alpha-2, with commas between',
);
export const legalFormCode = matching(/^[A-Za-z0-9]{4}$/, 'must have four letters or digits, a code of ISO 20275');
export const nace = matching(
  /^(?:[A-Va-v]|\d\d(?:\.\d\d?)?)$/,
  'must be a section, division, group or class of NACE Rev. 2.1: J, 62, 62.1 or 62.10',
);
export const postalCode: TextRule = {
  most: 20,
  allows: (text) => upTo(20)(text) && plainPostalCode(text) !== '' && plainPostalCode(text).length <= maxPostalCodeLength,
  message: `must have 1 to ${maxPostalCodeLength} letters and digits, besides blanks and dashes`,
};
export const locality: TextRule = {
  ...termOf(200),
  allows: (text) => text.trim() !== '' && fragmentOf(200).allows(text),
};
export const lei: Rule<string> = {
  allows: (text) => text.length <= 50 && problemOfLei(text) === undefined,
  message: 'must be an LEI: 20 letters and digits, the last two of which are right check digits (ISO 7064 MOD 97-10)',
};
export const identifier: Rule<string> = {
  allows: (text) => text.length <= 100 && typeof identifierIn(text) === 'object',
  message:
    'must be LEI: and an LEI with right check digits (ISO 7064 MOD 97-10), or EUID: and one such as EUID:BEKBOBCE.0403101811',
};
export const day: Rule<string> = { allows: isDay, message: 'must be a day, as in 2026-11-15' };
export const moment: Rule<string> = {
  allows: isMoment,
  message: 'must be a moment with its time zone, as in 2026-11-15T09:30:00Z',
};
