import type { z } from 'zod';
import type { RegisterRules } from '../../company/register.ts';

type Address = NonNullable<ReturnType<NonNullable<RegisterRules['address']>>>;
type Text = string | null | undefined;

/** The typed fields of a record as they are stored: any may be missing in an old record, or null after an erasure. */
export type StoredFields<Fields extends z.ZodObject> = Loose<z.infer<Fields>>;
type Loose<Value> = Value extends readonly (infer Item)[]
  ? readonly Loose<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]?: Loose<Value[Name]> | null }
    : Value;

interface Parts {
  lines?: readonly Text[];
  postalCode?: Text;
  locality?: Text;
  region?: Text;
  country?: Text;
  raw?: Text;
}

/** An address of what there is. Null if there is nothing, or only a country. */
export function addressFrom({ lines = [], postalCode, locality, region, country, raw }: Parts): Address | null {
  const address = {
    lines: lines.filter((line): line is string => Boolean(line)),
    postalCode: postalCode || null,
    locality: locality || null,
    region: region || null,
    country: country || null,
    raw: raw || null,
  };
  const isEmpty = address.lines.length === 0 && !(address.postalCode ?? address.locality ?? address.region ?? address.raw);
  return isEmpty ? null : address;
}

/** Texts in one line, separated by blanks; null if all are missing. */
export const joined = (...texts: readonly Text[]): string | null => texts.filter(Boolean).join(' ') || null;

/** A text after a word, such as `Box 7`; null without the text. */
export const labelled = (word: string, text: Text): string | null => (text ? `${word} ${text}` : null);

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Two-letter codes that Unicode has besides those of countries. */
const noCountries = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

/** UK is another code for GB, and SU was one for a country that is no more. */
const isCountry = (code: string): boolean => !noCountries.has(code) && regionOf(code) === code;

/** The code that Unicode prefers for a country, also for its three digits of ISO 3166-1. */
const regionOf = (code: string): string | undefined => Intl.getCanonicalLocales(`und-${code}`)[0]?.split('-')[1];

/** Codes of countries by their names in a language, as Unicode has them. */
function namesIn(language: string): Map<string, string> {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return new Map(codes.filter(isCountry).flatMap((code) => (names.of(code) ? [[plain(names.of(code) as string), code]] : [])));
}

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();

/** Finds the codes of countries by their names in some languages, and by further names. An unknown name has none. */
export function countryNames(languages: readonly string[], others: Readonly<Record<string, string>> = {}) {
  let codes: Map<string, string> | undefined;
  return (name: Text): string | null => {
    if (!name) return null;
    codes ??= new Map([
      ...languages.flatMap((language) => [...namesIn(language)]),
      ...Object.entries(others).map(([other, code]) => [plain(other), code] as const),
    ]);
    return codes.get(plain(name)) ?? null;
  };
}

/** A code of two letters; null for anything else. */
export const alpha2 = (code: Text): string | null => (code && /^[A-Z]{2}$/.test(code) ? code : null);

/** The two letters for the three digits of ISO 3166-1. */
export function alpha2OfDigits(code: Text): string | null {
  return code && /^\d{3}$/.test(code) ? alpha2(regionOf(code)) : null;
}
