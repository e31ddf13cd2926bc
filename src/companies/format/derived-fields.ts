import type { Registration } from './company.ts';
import { type NamesReader, namesReader } from './other-names.ts';
import type { RegisterRules } from './register.ts';

type DerivingRules = Pick<RegisterRules, 'country' | 'scheme' | 'numberScheme' | 'otherNames'>;

/** The national number of a record and its scheme. */
export interface NationalNumber {
  number: string | null;
  numberScheme: string | null;
}

/** Fields of a record that follow from its content by the rules of its register. */
export interface DerivedFields {
  otherNames: NamesReader;
  numberOf(content: { countryCode: string; registrations: unknown }): NationalNumber;
  schemeOf(countryCode: string, number: string | null): string | null;
}

export function derivedFields(registers: readonly DerivingRules[]): DerivedFields {
  const byCountry = new Map(registers.map((register) => [register.country.code, register]));
  const schemeOf = (countryCode: string, number: string | null) => {
    const register = byCountry.get(countryCode);
    return number === null || !register ? null : (register.numberScheme?.(number) ?? register.scheme);
  };
  return {
    otherNames: namesReader(registers),
    schemeOf,
    numberOf: ({ countryCode, registrations }) => {
      const all = registrations as readonly Registration[];
      const national = all.findLast(({ scheme, number }) => scheme === schemeOf(countryCode, number));
      return { number: national?.number ?? null, numberScheme: national?.scheme ?? null };
    },
  };
}
