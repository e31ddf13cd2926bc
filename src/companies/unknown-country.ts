import type { Country } from './data/records.ts';

/** A country code that no register has. */
export interface Unknown {
  code: string;
  likely: string | null;
}

/** Codes that are used for a country but are not in ISO 3166: of the EU, of parts of the country, or of its language. */
const usual: Record<string, string> = { UK: 'GB', EN: 'GB', EL: 'GR', NB: 'NO', NN: 'NO', DA: 'DK', CS: 'CZ' };

/** Undefined for a country that is served. */
export function unknownAmong(countries: readonly Country[], asked: string): Unknown | undefined {
  const code = asked.toUpperCase();
  const isServed = (one: string | undefined) => countries.some(({ code, enabled }) => enabled && code === one);
  if (isServed(code)) return undefined;
  return { code, likely: isServed(usual[code]) ? (usual[code] ?? null) : null };
}
