import { z } from 'zod';
import { filterRules, isDay, isMoment, searchLimits, statuses } from '../../src/companies/index.ts';

/** Digits alone: `1e3`, `+1` and ` 1` are no whole numbers. */
export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .pipe(z.int().min(least, `must be at least ${least}`).max(most, `must be at most ${most}`));

const text = (rule: keyof typeof filterRules) => z.string().refine(filterRules[rule].allows, filterRules[rule].says);
export const fragment = z.string().trim().refine(filterRules.q.allows, filterRules.q.says);

export const country = text('country')
  .optional()
  .meta({ description: 'ISO 3166-1 alpha-2, in either case.', examples: ['MD'], pattern: '^[A-Za-z]{2}$' });

const term = (rule: 'legalForm' | 'activity' | 'number', most: number, description: string, example: string) =>
  text(rule)
    .optional()
    .meta({ description, examples: [example], minLength: 1, maxLength: most });
const day = z.string().refine(isDay, 'must be a day, as in 2026-11-15').optional();

/** The parameters that say which records are meant. */
export const filterQuery = {
  q: fragment.optional().meta({
    description: 'Fragment of name or national registration number; case and diacritics are ignored. At most 200 characters.',
    examples: ['exemplu'],
    maxLength: searchLimits.fragment,
  }),
  country,
  legalForm: term('legalForm', searchLimits.term, 'Exact national legal form.', 'Societate cu răspundere limitată'),
  activity: term('activity', searchLimits.term, 'Exact national activity or its code.', '0111'),
  activityType: z
    .enum(['unlicensed', 'licensed'], 'must be unlicensed or licensed')
    .default('unlicensed')
    .meta({ description: 'Which activities `activity` filters.' }),
  status: z
    .enum(statuses, `must be one of ${statuses.join(', ')}`)
    .optional()
    .meta({ description: 'Normalized status.' }),
  registeredFrom: day.meta({ description: 'Registered on this day or later.', format: 'date', examples: ['2004-09-27'] }),
  registeredTo: day.meta({ description: 'Registered on this day or before.', format: 'date', examples: ['2004-09-27'] }),
  updatedSince: z
    .string()
    .refine(isMoment, 'must be a moment with its time zone, as in 2026-11-15T09:30:00Z')
    .optional()
    .meta({ description: 'Changed at this moment or later.', format: 'date-time', examples: ['2026-09-14T06:00:00Z'] }),
  number: term(
    'number',
    searchLimits.number,
    'Exact national number; blanks, dots, case and leading zeros are ignored as its register does.',
    '1004600000000',
  ),
};
