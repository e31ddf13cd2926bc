/** The schemes that a search takes. */
export const identifierSchemes = ['LEI', 'EUID'] as const;

/** A legal entity identifier: 20 characters, the last two by ISO 7064 MOD 97-10. */
const leiForm = /^[0-9A-Z]{18}[0-9]{2}$/;

/** The rest of a text divided by 97, with A as 10 up to Z as 35. */
function restBy97(text: string): number {
  let rest = 0;
  for (const sign of text) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** The two digits that follow the first 18 characters of an LEI. */
export const checkDigitsOf = (first: string): string => String(98 - restBy97(`${first}00`)).padStart(2, '0');

/** The digits 00, 01 and 99 have the same rest as 97, 98 and 02, but are never given. */
export const isLei = (text: string): boolean => leiForm.test(text) && checkDigitsOf(text.slice(0, 18)) === text.slice(18);

/** A typed LEI in capitals and without blanks. */
export const plainLei = (typed: string): string => typed.replaceAll(/\s/g, '').toUpperCase();

/** What is wrong with a typed LEI; undefined if it is right. */
export function problemOfLei(typed: string): string | undefined {
  const lei = plainLei(typed);
  if (!leiForm.test(lei)) return 'must be an LEI: 18 letters or digits, and two check digits';
  if (isLei(lei)) return undefined;
  return `has wrong check digits: after ${lei.slice(0, 18)} come ${checkDigitsOf(lei.slice(0, 18))}`;
}

/** European unique identifiers: country, register, a full stop, and the number. */
const euidForm = /^[A-Z]{2}[A-Z0-9]+\.\S.*$/;

/** Reads `LEI:…` or `EUID:…`. Returns a text that says what is wrong, if it is neither. */
export function identifierIn(typed: string): { scheme: (typeof identifierSchemes)[number]; value: string } | string {
  const [, word = '', rest = ''] = /^([^:]*):(.*)$/s.exec(typed.trim()) ?? [];
  const scheme = identifierSchemes.find((one) => one === word.trim().toUpperCase());
  if (scheme === 'LEI') return problemOfLei(rest) ?? { scheme, value: plainLei(rest) };
  const value = rest.trim().toUpperCase();
  if (scheme === 'EUID' && euidForm.test(value)) return { scheme, value };
  if (scheme === 'EUID') return 'must be an EUID after EUID:, as in EUID:BEKBOBCE.0403101811';
  return `must begin with ${identifierSchemes.map((one) => `${one}:`).join(' or ')}`;
}

/** A name that GLEIF has of a company besides its legal name. */
export interface LeiName {
  name: string;
  kind: 'previous' | 'trading' | 'alternative' | 'transliterated';
  /** ISO 639-1, if it is stated. */
  language: string | null;
}
