import { builder } from '../graphql/builder.ts';
import { check } from '../kernel/rules.ts';
import { filterRules } from './limits.ts';
import type { Filter } from './search/filter.ts';
import { activityTypes, type EntityStatus, statuses } from './values.ts';

const ActivityType = builder.enumType('ActivityType', { values: activityTypes });

const Status = builder.enumType('EntityStatus', { values: statuses });

export const longestFragment = `At most ${filterRules.q.most} characters.`;

export const EntityFilter = builder.inputType('EntityFilter', {
  fields: (t) => ({
    q: t.string({
      description: `Fragment of name or national registration number; case and diacritics are ignored. ${longestFragment}`,
    }),
    country: t.string({ description: 'ISO 3166-1 alpha-2, in either case.' }),
    legalForm: t.string({ description: 'Exact national legal form.' }),
    activity: t.string({ description: 'Exact national activity or its code.' }),
    activityType: t.field({
      type: ActivityType,
      defaultValue: 'unlicensed',
      description: 'Which activities `activity` filters.',
    }),
    activityScheme: t.string({
      description:
        'Only activities of this classification count, such as MD-CAEM-2. Without `activity`: the record has any of them.',
    }),
    status: t.field({ type: Status, description: 'Normalized status.' }),
    registeredFrom: t.string({ description: 'Registered on this day or later, as in 2026-11-15.' }),
    registeredTo: t.string({ description: 'Registered on this day or before, as in 2026-11-15.' }),
    updatedSince: t.string({ description: 'Changed at this moment or later, as in 2026-11-15T09:30:00Z.' }),
    number: t.string({
      description:
        'A whole number of the record: the national one, or any other of its registrations. Blanks, dots, dashes, case, the ' +
        'letters of the country in front and leading zeros are ignored as its register does.',
    }),
  }),
});

/** The filter as GraphQL passes it. */
interface FilterInput extends Omit<Filter, 'updatedSince' | 'status'> {
  status?: EntityStatus | null | undefined;
  updatedSince?: string | null | undefined;
}

/** Checks the limits of a filter, for every field that takes one. */
export function checkedFilter(input: FilterInput | null | undefined): Filter {
  check(filterRules, input ?? {});
  return { ...input, updatedSince: input?.updatedSince ? new Date(input.updatedSince) : undefined };
}
