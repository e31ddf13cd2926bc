import { plainLei } from '../../company/lei.ts';
import { filterRules } from '../../company/limits.ts';
import type { Cost } from '../../kernel/cost.ts';
import { Failure } from '../../kernel/errors.ts';
import { maxProblems, type Rule } from '../../kernel/rules.ts';
import { isUuid } from '../../kernel/uuid.ts';
import type { Country } from '../../records/index.ts';
import { countryProblem, rightAmong } from '../served-countries.ts';

const cost: Cost = { of: 'A look-up of several companies', each: { count: 1, what: 'item' } };

/** How many companies one request may look up, what that costs, and what it may find. */
export const lookups = { most: 100, cost, statuses: ['found', 'not_found', 'removed', 'ambiguous'] as const };

/** What identifies a company, as a client sends it. */
export type LookupItem = { [Name in 'id' | 'lei' | 'country' | 'number']?: string | null | undefined };

/** What identifies a company: ids in lower case, LEIs and countries in upper case. */
export type LookupKey = { id: string } | { lei: string } | { country: string; number: string };

/**
 * The keys of some items. Throws one invalid_request that names every item which is wrong, up to a limit. `name` is what the
 * list is called.
 */
export function keysOf(items: readonly LookupItem[], countries: readonly Country[], name: string): LookupKey[] {
  const { most } = lookups;
  if (items.length === 0 || items.length > most) throw new Failure('invalid_request', `${name}: must have 1 to ${most} items.`);
  const problems = items.flatMap((item, place) =>
    Object.entries(problemsOf(item, countries)).flatMap(([field, problem]) =>
      problem ? `${name}[${place}]${field && `.${field}`}: ${problem}` : [],
    ),
  );
  if (problems.length > 0) throw new Failure('invalid_request', `${problems.slice(0, maxProblems).join('; ')}.`);
  return items.map(({ id, lei, country, number }) => {
    if (id) return { id: id.toLowerCase() };
    return lei ? { lei: plainLei(lei) } : { country: country?.toUpperCase() ?? '', number: number ?? '' };
  });
}

/** What is wrong with an item, by field. The empty name is the item as a whole. */
function problemsOf({ id, lei, country, number }: LookupItem, countries: readonly Country[]): Record<string, string | undefined> {
  const given = [id, lei, country ?? number].filter((value) => value != null).length;
  if (given !== 1) return { '': `must have ${given > 1 ? 'only one of these: ' : ''}id, lei, or country and number` };
  if (id != null) return { id: isUuid(id) ? undefined : 'must be a UUID' };
  if (lei != null) return { lei: problemOf(filterRules.lei, lei) };
  return {
    country:
      country == null
        ? `is required with number, because countries use the same numbers: ${rightAmong(countries)}`
        : countryProblem(countries, country),
    number: number == null ? 'is required with country' : problemOf(filterRules.number, number),
  };
}

const problemOf = ({ allows, message }: Rule<string>, text: string) => (allows(text) ? undefined : message);
