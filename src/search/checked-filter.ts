import { declaredFilters, type FilterInput } from '../company/filters/filters.ts';
import { filterRules } from '../company/limits.ts';
import { wordsOf } from '../company/words.ts';
import { Failure } from '../kernel/errors.ts';
import { check } from '../kernel/rules.ts';
import type { Filter } from './filter.ts';

/** What only a search by words can do, and what it needs. */
function checkWords({ q, mode, fuzzy }: FilterInput): void {
  if (mode !== 'words') {
    if (fuzzy) throw new Failure('invalid_request', 'fuzzy: needs mode=words.');
    return;
  }
  const isEmpty = (q ?? '').trim() === '';
  if (!isEmpty && wordsOf(q ?? '').length === 0)
    throw new Failure('invalid_request', 'q: must have a letter, a digit or an ampersand with mode=words.');
}

/** Checks the limits of a filter, for every field that takes one. */
export function checkedFilter(input: FilterInput | null | undefined): Filter {
  const { country, countries } = input ?? {};
  check(filterRules, { ...input, countries: countries?.join(',') });
  if (country && countries) throw new Failure('invalid_request', 'countries: country must not be sent with it.');
  checkWords(input ?? {});
  return { ...input, updatedSince: input?.updatedSince ? new Date(input.updatedSince) : undefined };
}

/** What is the same as leaving it out. */
const usual = new Map<string, unknown>(
  declaredFilters.map(([name, filter]) => [
    name,
    filter.kind === 'choice' ? filter.usual : filter.kind === 'flag' ? false : null,
  ]),
);

/** A filter as it is stored: what was given of it. */
export function givenFilter(input: FilterInput): FilterInput {
  const given = Object.entries(input).filter(
    ([name, value]) => value !== null && value !== undefined && value !== usual.get(name),
  );
  return Object.fromEntries(given);
}
