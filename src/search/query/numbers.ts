import { plainNumber } from '../../company/company.ts';
import { countryNumber } from '../../company/facts.ts';
import type { IdentifierRules } from '../../company/identifiers.ts';
import type { ActivityRules } from '../../company/nace.ts';
import { normalize } from '../../company/normalization.ts';
import { bareNumber, hiddenNumber, type NumberRules, separator } from '../../company/search-text.ts';
import type { FormRules } from './classes/legal-forms.ts';
import type { NumberNeedle } from './query.ts';

const lineEnd = '\n';
/** No number is longer, so all spellings of one fit into the scratch memory. */
const maxNumberBytes = 120;

/** A typed number as one register would write it in the text of its records. */
export function spellingsOf(
  typed: string,
  { country, normalizeNumber = plainNumber, otherNumber }: NumberRules,
  isNamed: boolean,
): string[] {
  const bare = bareNumber(typed, country.code);
  const hasLetters = bare !== plainNumber(typed);
  const own = [typed, ...(hasLetters ? [bare] : [])];
  // Extra leading zeros may belong to a number of another country, unless the country is known.
  if (isNamed || hasLetters) own.push(bare.replace(/^0+(?=\d)/, ''));
  const spelt = [...own.map(normalizeNumber), ...(otherNumber ? [otherNumber.spell(typed)] : [])];
  return [...spelt.map(normalize), hiddenNumber(bare)].filter((spelling) => spelling !== '');
}

/** A number comes after a separator, and before another one or the end of the document. */
export const wholeNumber = (spelling: string): Buffer[] =>
  [separator, lineEnd].map((end) => Buffer.from(separator + spelling + end)).filter(({ length }) => length <= maxNumberBytes);

/** A register, as far as its companies are searched. */
export interface SearchedRegister extends NumberRules, IdentifierRules, FormRules, ActivityRules {
  id: string;
  /** Whether it says which activities a company has a licence for. */
  hasLicensedActivities?: boolean;
}

interface Registers {
  /** The registers that the number may belong to. */
  some: readonly NumberRules[];
  all: readonly NumberRules[];
  /** Whether the filter names the country. */
  isNamed: boolean;
}

/** The needles that find a typed number in the records of some registers. */
export function numberNeedles(typed: string, { some, all, isNamed }: Registers): NumberNeedle[] {
  const countries = new Map<string, Set<string>>();
  for (const rules of some)
    for (const spelling of spellingsOf(typed, rules, isNamed))
      countries.set(spelling, (countries.get(spelling) ?? new Set()).add(rules.country.code));
  return [...countries].flatMap(([spelling, codes]) => {
    const places = codes.size === all.length ? [undefined] : [...codes].map(countryNumber);
    return wholeNumber(spelling).flatMap((bytes) => places.map((country) => ({ bytes, country })));
  });
}

/** A number directly after the letters of its country: BE0200065765, RO123, NO923609016MVA. */
const afterLetters = /^[0-9][0-9 .\-/]*[A-Z]{0,3}$/;

/** The registers in which a normalized fragment has the form of a whole number. */
export function registersMeant(fragment: string, { some, isNamed }: Omit<Registers, 'all'>): NumberRules[] {
  // Most fragments have no digit, so they cannot be a number.
  if (!/[0-9]/.test(fragment)) return [];
  const typed = fragment.toUpperCase();
  if (isNamed && /^0[0-9]{4,}$/.test(typed)) return [...some];
  return some.filter(({ country: { code }, written }) => {
    if (!typed.startsWith(code)) return written?.test(typed);
    const rest = typed.slice(code.length);
    return afterLetters.test(rest) || written?.test(typed) || written?.test(rest.trimStart());
  });
}
