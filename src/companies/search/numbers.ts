import { plainNumber } from '../format/company.ts';
import { countryNumber } from '../format/facts.ts';
import { bareNumber, type Folding, hiddenNumber, type NumberRules, separator } from '../format/search-text.ts';
import type { NumberNeedle } from './question.ts';

const lineEnd = '\n';
/** In bytes: no number is as long, and so the scratch memory has room for all spellings of one. */
const longest = 120;

/** How one register would have a typed number stand in the text of its records. */
function spellingsOf(
  typed: string,
  { country, normalizeNumber = plainNumber, otherNumber }: NumberRules,
  { fold }: Folding,
  isNamed: boolean,
): string[] {
  const bare = bareNumber(typed, country.code);
  const hasLetters = bare !== plainNumber(typed);
  const own = [typed, ...(hasLetters ? [bare] : [])];
  // Leading zeros that are too many may be those of another country, unless the country is known.
  if (isNamed || hasLetters) own.push(bare.replace(/^0+(?=\d)/, ''));
  const spelt = [...own.map(normalizeNumber), ...(otherNumber ? [otherNumber.spell(typed)] : [])];
  return [...spelt.map(fold), hiddenNumber(bare)].filter((spelling) => spelling !== '');
}

interface Registers {
  /** That the number may be of. */
  some: readonly NumberRules[];
  all: readonly NumberRules[];
  /** The country is asked for. */
  isNamed: boolean;
}

/** What finds a typed number in the records of some registers. */
export function numberNeedles(typed: string, { some, all, isNamed }: Registers, folding: Folding): NumberNeedle[] {
  const countries = new Map<string, Set<string>>();
  for (const rules of some)
    for (const spelling of spellingsOf(typed, rules, folding, isNamed))
      countries.set(spelling, (countries.get(spelling) ?? new Set()).add(rules.country.code));
  return [...countries].flatMap(([spelling, codes]) => {
    // A number stands behind a separator, and before another or the end of the line.
    const ends = [separator, lineEnd].map((end) => Buffer.from(separator + spelling + end));
    const places = codes.size === all.length ? [undefined] : [...codes].map(countryNumber);
    return ends.filter(({ length }) => length <= longest).flatMap((bytes) => places.map((country) => ({ bytes, country })));
  });
}

/** A number that follows the letters of its country at once: BE0200065765, RO123, NO923609016MVA. */
const behindLetters = /^[0-9][0-9 .\-/]*[A-Z]{0,3}$/;

/** The registers that a folded fragment is written as a whole number of. */
export function registersMeant(fragment: string, { some, isNamed }: Omit<Registers, 'all'>): NumberRules[] {
  // Most fragments have no digit, and need not be tried on.
  if (!/[0-9]/.test(fragment)) return [];
  const typed = fragment.toUpperCase();
  if (isNamed && /^0[0-9]{4,}$/.test(typed)) return [...some];
  return some.filter(({ country: { code }, written }) => {
    if (!typed.startsWith(code)) return written?.test(typed);
    const rest = typed.slice(code.length);
    return behindLetters.test(rest) || written?.test(typed) || written?.test(rest.trimStart());
  });
}
