import { z } from 'zod';
import { activityTypes, filterRules, searchedNames, searchModes, statuses } from '../../src/companies/index.ts';
import type { TextRule } from '../../src/kernel/rules.ts';
import { patterned, text } from './rules.ts';

export const fragment = z
  .string()
  .trim()
  .refine(filterRules.q.allows, filterRules.q.message)
  .meta({ examples: ['exemplu'], maxLength: filterRules.q.most });
export const country = patterned(filterRules.country).meta({ examples: ['MD'] });

const term = (rule: TextRule, example: string) =>
  text(rule)
    .optional()
    .meta({ examples: [example], minLength: 1, maxLength: rule.most });
const day = text(filterRules.registeredFrom)
  .optional()
  .meta({ format: 'date', examples: ['2004-09-27'] });

const yesOrNo = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((text) => text === 'true')
  .optional()
  .meta({ type: 'boolean', enum: undefined });

/** The parameters that filter records. Their descriptions are those of the GraphQL fields with the same names. */
export const filterQuery = {
  q: fragment.optional(),
  mode: z
    .enum(searchModes, `must be ${searchModes.join(' or ')}`)
    .optional()
    .meta({ examples: ['words'] }),
  names: z
    .enum(searchedNames, `must be ${searchedNames.join(' or ')}`)
    .optional()
    .meta({ examples: ['all'] }),
  fuzzy: yesOrNo,
  country,
  legalForm: term(filterRules.legalForm, 'Societate cu răspundere limitată'),
  activity: term(filterRules.activity, '0111'),
  activityType: z.enum(activityTypes, `must be ${activityTypes.join(' or ')}`).optional(),
  activityScheme: term(filterRules.activityScheme, 'MD-CAEM-2'),
  status: z.enum(statuses, `must be one of ${statuses.join(', ')}`).optional(),
  registeredFrom: day,
  registeredTo: day,
  updatedSince: text(filterRules.updatedSince)
    .optional()
    .meta({ format: 'date-time', examples: ['2026-09-14T06:00:00Z'] }),
  number: term(filterRules.number, '1004600000000'),
};

/** Describes the header X-No-Licensed-Activities of searches and facets. */
export const noLicensedActivities =
  'Licensed activities were asked for, and no register of the countries that were looked at has any. It names these ' +
  'countries: `FR`.';
