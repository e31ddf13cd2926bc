import { plainLei } from '../../company/lei.ts';
import { filterRules } from '../../company/limits.ts';
import { Failure } from '../../kernel/errors.ts';
import { maxProblems } from '../../kernel/rules.ts';
import { isUuid } from '../../kernel/uuid.ts';
import type { Country } from '../../records/index.ts';
import { countryProblem, rightAmong } from '../unknown-country.ts';
import { lookups } from './rules.ts';

/** What identifies a company, as a client sends it. */
export interface LookupItem {
  id?: string | null | undefined;
  lei?: string | null | undefined;
  country?: string | null | undefined;
  number?: string | null | undefined;
}

/** What identifies a company: ids in lower case, LEIs and countries in upper case. */
export type LookupKey = { id: string } | { lei: string } | { country: string; number: string };

/** A problem, and the field that has it. Unset: the item as a whole. */
interface Problem {
  field?: keyof LookupItem;
  message: string;
}

/**
 * The keys of some items. Throws one invalid_request that names every item which is wrong, up to a limit. `name` is what the
 * list is called.
 */
export function keysOf(items: readonly LookupItem[], countries: readonly Country[], name: string): LookupKey[] {
  const { most } = lookups;
  if (items.length === 0 || items.length > most) throw new Failure('invalid_request', `${name}: must have 1 to ${most} items.`);
  const problems = items.flatMap((item, place) =>
    problemsOf(item, countries).map(({ field, message }) => `${name}[${place}]${field ? `.${field}` : ''}: ${message}`),
  );
  if (problems.length > 0) throw new Failure('invalid_request', `${problems.slice(0, maxProblems).join('; ')}.`);
  return items.map(({ id, lei, country, number }) => {
    if (id) return { id: id.toLowerCase() };
    return lei ? { lei: plainLei(lei) } : { country: country?.toUpperCase() ?? '', number: number ?? '' };
  });
}

function problemsOf(item: LookupItem, countries: readonly Country[]): Problem[] {
  const { id, lei } = item;
  const has = (value: string | null | undefined): value is string => value !== undefined && value !== null;
  const given = [has(id), has(lei), has(item.country) || has(item.number)].filter(Boolean).length;
  if (given !== 1) return [{ message: `must have ${given > 1 ? 'only one of these: ' : ''}id, lei, or country and number` }];
  if (has(id)) return isUuid(id) ? [] : [{ field: 'id', message: 'must be a UUID' }];
  if (has(lei)) return filterRules.lei.allows(lei) ? [] : [{ field: 'lei', message: filterRules.lei.message }];
  return [...countryProblems(item.country, countries), ...numberProblems(item.number)];
}

function countryProblems(country: LookupItem['country'], countries: readonly Country[]): Problem[] {
  if (country === undefined || country === null)
    return [
      { field: 'country', message: `is required with number, because countries use the same numbers: ${rightAmong(countries)}` },
    ];
  const message = countryProblem(countries, country);
  return message ? [{ field: 'country', message }] : [];
}

function numberProblems(number: LookupItem['number']): Problem[] {
  const { allows, message } = filterRules.number;
  if (number === undefined || number === null) return [{ field: 'number', message: 'is required with country' }];
  return allows(number) ? [] : [{ field: 'number', message }];
}
