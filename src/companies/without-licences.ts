import type { Country } from '../records/index.ts';
import { countriesIn, type Filter } from '../search/index.ts';

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
  const served = countries.filter(({ enabled }) => enabled).map(({ code }) => code);
  const asked = served.filter((code) => named?.includes(code) ?? true);
  return asked.length > 0 && !asked.some((code) => licensing.has(code)) ? asked : undefined;
}
