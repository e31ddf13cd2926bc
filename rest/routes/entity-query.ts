import { z } from 'zod';
import { filterRules, searchLimits, statuses } from '../../src/companies/index.ts';
import { text } from './rules.ts';

export const fragment = z
  .string()
  .trim()
  .refine(filterRules.q.allows, filterRules.q.message)
  .meta({ examples: ['exemplu'], maxLength: searchLimits.fragment });
export const country = text(filterRules.country)
  .optional()
  .meta({ examples: ['MD'], pattern: '^[A-Za-z]{2}$' });

const term = (rule: 'legalForm' | 'activity' | 'activityScheme' | 'number', most: number, example: string) =>
  text(filterRules[rule])
    .optional()
    .meta({ examples: [example], minLength: 1, maxLength: most });
const day = text(filterRules.registeredFrom)
  .optional()
  .meta({ format: 'date', examples: ['2004-09-27'] });

/** The parameters that say which records are meant. The fields of the same names in GraphQL say what they mean. */
export const filterQuery = {
  q: fragment.optional(),
  country,
  legalForm: term('legalForm', searchLimits.term, 'Societate cu răspundere limitată'),
  activity: term('activity', searchLimits.term, '0111'),
  activityType: z.enum(['unlicensed', 'licensed'], 'must be unlicensed or licensed').optional(),
  activityScheme: term('activityScheme', searchLimits.scheme, 'MD-CAEM-2'),
  status: z.enum(statuses, `must be one of ${statuses.join(', ')}`).optional(),
  registeredFrom: day,
  registeredTo: day,
  updatedSince: text(filterRules.updatedSince)
    .optional()
    .meta({ format: 'date-time', examples: ['2026-09-14T06:00:00Z'] }),
  number: term('number', searchLimits.number, '1004600000000'),
};

/** Describes the header X-No-Licensed-Activities of searches and facets. */
export const noLicensedActivities =
  'Licensed activities were asked for, and no register of the countries that were looked at has any. It names these ' +
  'countries: `FR`.';
