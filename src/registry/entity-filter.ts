import { Failure } from '../errors.ts';
import { builder } from '../graphql/builder.ts';
import { isDay, isMoment } from './days.ts';
import { type EntityStatus, statuses } from './facts.ts';
import type { Filter } from './filter.ts';
import { searchLimits } from './limits.ts';

const ActivityType = builder.enumType('ActivityType', { values: ['unlicensed', 'licensed'] as const });

const Status = builder.enumType('EntityStatus', { values: statuses });

export const EntityFilter = builder.inputType('EntityFilter', {
  fields: (t) => ({
    q: t.string({ description: 'Fragment of name or national number; case and diacritics are ignored.' }),
    country: t.string({ description: 'ISO 3166-1 alpha-2, in either case.' }),
    legalForm: t.string({ description: 'Exact national legal form.' }),
    activity: t.string({ description: 'Exact national activity or its code.' }),
    activityType: t.field({ type: ActivityType, defaultValue: 'unlicensed' }),
    status: t.field({ type: Status }),
    registeredFrom: t.string({ description: 'Registered on this day or later, as in 2026-11-15.' }),
    registeredTo: t.string({ description: 'Registered on this day or before, as in 2026-11-15.' }),
    updatedSince: t.string({ description: 'Changed at this moment or later, as in 2026-11-15T09:30:00Z.' }),
    number: t.string({
      description: 'Exact national number; blanks, dots, case and leading zeros are ignored as its register does.',
    }),
  }),
});

/** The filter as it comes in. */
export interface FilterInput extends Omit<Filter, 'updatedSince' | 'status'> {
  status?: EntityStatus | null | undefined;
  updatedSince?: string | null | undefined;
}

const invalid = (message: string) => new Failure('invalid_request', message);

/** Checks the limits of a filter, wherever it was sent to. */
export function checkedFilter(input: FilterInput | null | undefined): Filter {
  const { q, country, legalForm, activity, registeredFrom, registeredTo, updatedSince, number } = input ?? {};
  const { fragment, term, number: longestNumber } = searchLimits;
  for (const [name, text, most] of [
    ['q', q, fragment],
    ['legalForm', legalForm, term],
    ['activity', activity, term],
    ['number', number, longestNumber],
  ] as const)
    if (text && ([...text].length > most || text.includes('\0')))
      throw invalid(`${name} may have at most ${most} characters, and no NUL.`);
  if (country && !/^[a-z]{2}$/i.test(country)) throw invalid('country must be two letters, ISO 3166-1 alpha-2.');
  for (const [name, day] of [
    ['registeredFrom', registeredFrom],
    ['registeredTo', registeredTo],
  ] as const)
    if (day && !isDay(day)) throw invalid(`${name} must be a day, as in 2026-11-15.`);
  if (updatedSince && !isMoment(updatedSince))
    throw invalid('updatedSince must be a moment with its time zone, as in 2026-11-15T09:30:00Z.');
  return { ...input, updatedSince: updatedSince ? new Date(updatedSince) : undefined };
}
