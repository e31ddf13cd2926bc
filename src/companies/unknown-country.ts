import type { Country } from '../records/index.ts';

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

/** Which countries would be right. */
export const rightAmong = (countries: readonly Country[]): string =>
  `must be one of ${countries.flatMap(({ code, enabled }) => (enabled ? code : [])).join(', ')}`;

/** What is wrong with a country that is asked for; undefined if it is served. */
export function countryProblem(countries: readonly Country[], asked: string): string | undefined {
  const unknown = unknownAmong(countries, asked);
  if (!unknown) return undefined;
  return unknown.likely ? `${rightAmong(countries)}; ${unknown.likely} is probably meant` : rightAmong(countries);
}
