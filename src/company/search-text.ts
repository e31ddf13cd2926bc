import { plainNumber, type Registration } from './company.ts';
import { normalize } from './normalization.ts';

/** Separates the parts of a record's text. Normalized text never contains it, so no fragment matches across it. */
export const separator = '\u0001';

/** How the numbers of a register are found. */
export interface NumberRules {
  country: { code: string };
  /** A typed national number in the spelling of this register. Unset: in capitals, without blanks, dots, dashes and slashes. */
  normalizeNumber?(typed: string): string;
  /** A further number that fragments can match: its scheme among the registrations, and its spelling. */
  otherNumber?: { scheme: string; spell(typed: string): string };
  /**
   * Other ways in which people write a whole number, which a fragment would not find: in groups, or with zeros that the register
   * does not have. It is matched against text in capitals.
   */
  written?: RegExp;
}

/** The parts of a record that a search looks at. */
export interface Searched {
  name: string;
  number: string;
  registrations: readonly Pick<Registration, 'scheme' | 'number'>[];
}

/** Name, number, the number in the spelling of its register, if that differs, and a further number, if it has one. */
function visibleText(
  { name, number, registrations }: Searched,
  { normalizeNumber = plainNumber, otherNumber }: NumberRules,
): string {
  const known = normalize(number);
  const spelt = normalize(normalizeNumber(number));
  const text = normalize(name) + separator + known + (spelt === known ? '' : separator + spelt);
  const other = otherNumber && registrations.find(({ scheme }) => scheme === otherNumber.scheme);
  return other ? text + separator + normalize(otherNumber.spell(other.number)) : text;
}

/** The searched text of a record: the same with all its other numbers, written so that only the whole number finds them. */
export function searchText(searched: Searched, rules: NumberRules): string {
  const visible = visibleText(searched, rules);
  // Most records have only one number.
  if (searched.registrations.length < 2) return visible;
  const others = new Set<string>();
  for (const { scheme, number } of searched.registrations)
    if (number !== '' && number !== searched.number && scheme !== rules.otherNumber?.scheme)
      others.add(hiddenNumber(bareNumber(number, rules.country.code)));
  return [visible, ...others].join(separator);
}

/** A number in capitals, without signs between the digits, and without the letters of its country before it. */
export function bareNumber(typed: string, country: string): string {
  const plain = plainNumber(typed);
  return plain.startsWith(country) ? plain.slice(country.length) : plain;
}

/** Capitals stay, everything else becomes control characters. Normalized text has neither, so no fragment matches it. */
export const hiddenNumber = (plain: string): string =>
  plain.replaceAll(/[^\p{Lu}]/gu, (sign) => (/[0-9]/.test(sign) ? String.fromCharCode(0x10 + Number(sign)) : '\u001f'));

/** The numbers of a record, in every spelling that its search text has, as SQL. */
export const numbersOfText = `(string_to_array(search_text, E'\\x0${separator.charCodeAt(0)}'))[2:]`;
