import type { Country } from '../records/index.ts';
import { countriesIn, type Filter } from '../search/index.ts';

/* Why a search finds nothing: no register has the country, or none of those that it covers has licensed activities. */

/** A country code that no register has. */
export interface UnknownCountry {
  code: string;
  likely: string | null;
}

/** Codes that are used for a country but are not in ISO 3166: of the EU, of parts of the country, or of its language. */
const usual: Record<string, string> = { UK: 'GB', EN: 'GB', EL: 'GR', NB: 'NO', NN: 'NO', DA: 'DK', CS: 'CZ' };

const servedAmong = (countries: readonly Country[]): string[] => countries.flatMap(({ code, enabled }) => (enabled ? code : []));

/** Undefined for a country that is served. */
export function unknownAmong(countries: readonly Country[], requested: string): UnknownCountry | undefined {
  const code = requested.toUpperCase();
  const served = servedAmong(countries);
  const likely = usual[code];
  return served.includes(code) ? undefined : { code, likely: likely && served.includes(likely) ? likely : null };
}

/** Which countries would be right. */
export const rightAmong = (countries: readonly Country[]): string => `must be one of ${servedAmong(countries).join(', ')}`;

/** What is wrong with a requested country; undefined if it is served. */
export function countryProblem(countries: readonly Country[], requested: string): string | undefined {
  const unknown = unknownAmong(countries, requested);
  return unknown && `${rightAmong(countries)}${unknown.likely ? `; ${unknown.likely} is probably meant` : ''}`;
}

export const whereNoneLicensed =
  'Where licensed activities are asked for: the countries that are looked at, if no register of any of them has such activities.';

/** The served countries that a filter for licensed activities covers, if none of their registers has such activities. */
export function withoutLicences(
  filter: Filter,
  countries: readonly Country[],
  licensing: ReadonlySet<string>,
): string[] | undefined {
  if (filter.activityType !== 'licensed') return undefined;
  const named = countriesIn(filter);
  const covered = servedAmong(countries).filter((code) => named?.includes(code) ?? true);
  return covered.length > 0 && !covered.some((code) => licensing.has(code)) ? covered : undefined;
}
