import { plainNumber, type Registration } from './company.ts';
import { fold } from './fold.ts';
import { fold1 } from './fold-1.ts';

/** Stands between the parts of a record's text. Folded text never contains it, so no fragment matches across it. */
export const separator = '\u0001';

/** How a register has its numbers found. */
export interface NumberRules {
  country: { code: string };
  /**
   * A national number as this register spells it, however it was typed. Unset: in capitals, without blanks, dots, dashes and
   * slashes.
   */
  normalizeNumber?(typed: string): string;
  /** A further number that fragments are looked for in, too: its scheme among the registrations, and how it is spelt. */
  otherNumber?: { scheme: string; spell(typed: string): string };
  /**
   * How people write a whole number where a fragment would not find it: in groups, or with zeros that the register does not have.
   * It is tried on text in capitals.
   */
  written?: RegExp;
}

/** What a record is searched by. */
export interface Searched {
  name: string;
  number: string;
  registrations: readonly Pick<Registration, 'scheme' | 'number'>[];
}

export interface Folding {
  fold(text: string): string;
  /** What a record is searched by. */
  text(searched: Searched, rules: NumberRules): string;
}

/**
 * The foldings, by version. An index is searched by the one that it is written in, which the database knows. A new one gets a new
 * number, and a deferred migration that puts it in force, see intake/refolding.ts.
 */
const foldings: Record<number, Folding> = { 1: { fold: fold1, text: firstText }, 2: { fold, text: searchText } };
export const newestFolding = 2;

export function foldingOf(version: number): Folding {
  const folding = foldings[version];
  if (!folding) throw new Error(`This build does not know the folding ${version} of the search index.`);
  return folding;
}

/** Name, number, the number as its register spells it, if that differs, and a further number, if it has one. */
function visibleText(
  { name, number, registrations }: Searched,
  { normalizeNumber = plainNumber, otherNumber }: NumberRules,
  folded: typeof fold,
): string {
  const known = folded(number);
  const spelt = folded(normalizeNumber(number));
  const text = folded(name) + separator + known + (spelt === known ? '' : separator + spelt);
  const other = otherNumber && registrations.find(({ scheme }) => scheme === otherNumber.scheme);
  return other ? text + separator + folded(otherNumber.spell(other.number)) : text;
}

/** The text of the first folding: it is part of the hash of every record, so it never changes. */
export function firstText(searched: Searched, rules: NumberRules): string {
  return visibleText(searched, rules, fold1);
}

/** The same, and all other numbers of the record, written so that they are found whole and no fragment of them is. */
export function searchText(searched: Searched, rules: NumberRules): string {
  const visible = visibleText(searched, rules, fold);
  // Most records have one number alone.
  if (searched.registrations.length < 2) return visible;
  const others = new Set<string>();
  for (const { scheme, number } of searched.registrations)
    if (number !== '' && number !== searched.number && scheme !== rules.otherNumber?.scheme)
      others.add(hiddenNumber(bareNumber(number, rules.country.code)));
  return [visible, ...others].join(separator);
}

/** A number in capitals, without signs between the digits, and without the letters of its country in front. */
export function bareNumber(typed: string, country: string): string {
  const plain = plainNumber(typed);
  return plain.startsWith(country) ? plain.slice(country.length) : plain;
}

/** Capitals stay, all else becomes control characters. Folded text has neither, so no fragment finds any of it. */
export const hiddenNumber = (plain: string): string =>
  plain.replaceAll(/[^\p{Lu}]/gu, (sign) => (/[0-9]/.test(sign) ? String.fromCharCode(0x10 + Number(sign)) : '\u001f'));
