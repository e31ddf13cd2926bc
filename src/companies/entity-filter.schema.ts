import { builder } from '../graphql/builder.ts';
import { Failure } from '../kernel/errors.ts';
import { isDay, isMoment } from './days.ts';
import { type EntityStatus, statuses } from './format/facts.ts';
import { filterRules } from './limits.ts';
import type { Filter } from './search/filter.ts';

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
interface FilterInput extends Omit<Filter, 'updatedSince' | 'status'> {
  status?: EntityStatus | null | undefined;
  updatedSince?: string | null | undefined;
}

const invalid = (message: string) => new Failure('invalid_request', message);

/** Checks the limits of a filter, wherever it was sent to. */
export function checkedFilter(input: FilterInput | null | undefined): Filter {
  const { registeredFrom, registeredTo, updatedSince } = input ?? {};
  for (const [name, { allows, says }] of Object.entries(filterRules)) {
    const text = input?.[name as keyof typeof filterRules];
    if (typeof text === 'string' && !allows(text)) throw invalid(`${name}: ${says}.`);
  }
  for (const [name, day] of [
    ['registeredFrom', registeredFrom],
    ['registeredTo', registeredTo],
  ] as const)
    if (day && !isDay(day)) throw invalid(`${name} must be a day, as in 2026-11-15.`);
  if (updatedSince && !isMoment(updatedSince))
    throw invalid('updatedSince must be a moment with its time zone, as in 2026-11-15T09:30:00Z.');
  return { ...input, updatedSince: updatedSince ? new Date(updatedSince) : undefined };
}
