import type { Cost } from '../kernel/cost.ts';
import { wholeNumber } from '../kernel/rules.ts';
import { filters } from './filters/filters.ts';

type Filters = typeof filters;
type FilterRules = {
  [Name in keyof Filters as Filters[Name] extends { rule: unknown } ? Name : never]: Extract<
    Filters[Name],
    { rule: unknown }
  >['rule'];
};

/** The allowed values of the filters of a search that are texts. */
export const filterRules = Object.fromEntries(
  Object.entries(filters).flatMap(([name, filter]) => ('rule' in filter ? [[name, filter.rule]] : [])),
) as FilterRules;

/** The allowed pages and page sizes. */
export const pageRules = { page: wholeNumber(1, 2 ** 31 - 1), pageSize: wholeNumber(1, 100, 25) };
export const facetRules = { size: wholeNumber(1, 100, 10) };
export const suggestionRules = { limit: wholeNumber(1, 25, 10) };

/** The cost of fields that only the full record has. Several such fields of one record cost the same as one. */
export const fullRecordCost: Cost = {
  of: 'Records in a list, with fields that only the full record has',
  each: { count: 1, what: 'record asked for' },
};
