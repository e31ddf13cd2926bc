import { z } from 'zod';
import { filterRules } from '../../../src/company/limits.ts';
import { filterValues } from '../../../src/company/values.ts';
import type { TextRule } from '../../../src/kernel/rules.ts';
import { patterned, text } from '../../route/rules.ts';

export const fragment = z
  .string()
  .trim()
  .refine(filterRules.q.allows, filterRules.q.message)
  .meta({ examples: ['exemplu'], maxLength: filterRules.q.most });
export const country = patterned(filterRules.country).meta({ examples: ['MD'] });
export const countries = text(filterRules.countries)
  .meta({
    description: 'Any of these countries, with commas between, instead of `country`. Each must be one that a register has.',
    pattern: filterRules.countries.pattern.source,
    examples: ['EE,LV,FI'],
  })
  .transform((codes) => codes.split(','))
  .optional();

const term = (rule: TextRule, example: string) =>
  text(rule)
    .optional()
    .meta({ examples: [example], minLength: 1, maxLength: rule.most });
const day = text(filterRules.registeredFrom)
  .optional()
  .meta({ format: 'date', examples: ['2004-09-27'] });

/** Of the sample companies. */
export const exampleLei = '0000EX00000000000197';

/** One of some values. */
const choice = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, values.length === 2 ? `must be ${values.join(' or ')}` : `must be one of ${values.join(', ')}`).optional();
const yesOrNo = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((text) => text === 'true')
  .optional()
  .meta({ type: 'boolean', enum: undefined });

/** The parameters that filter records. Their descriptions are those of the GraphQL fields with the same names. */
export const filterQuery = {
  q: fragment.optional(),
  country,
  countries,
  legalForm: term(filterRules.legalForm, 'Societate cu răspundere limitată'),
  legalFormCode: patterned(filterRules.legalFormCode).meta({ examples: ['H0PO'] }),
  legalFormGroup: choice(filterValues.legalFormGroup),
  activity: term(filterRules.activity, '0111'),
  activityType: choice(filterValues.activityType),
  activityScheme: term(filterRules.activityScheme, 'MD-CAEM-2'),
  nace: patterned(filterRules.nace).meta({ examples: ['62'] }),
  postalCode: text(filterRules.postalCode)
    .optional()
    .meta({ examples: ['QX30'], minLength: 1, maxLength: filterRules.postalCode.most }),
  locality: term(filterRules.locality, 'Wheniponbury'),
  status: choice(filterValues.status),
  registeredFrom: day,
  registeredTo: day,
  updatedSince: text(filterRules.updatedSince)
    .optional()
    .meta({ format: 'date-time', examples: ['2026-09-14T06:00:00Z'] }),
  number: term(filterRules.number, '1004600000000'),
  lei: text(filterRules.lei)
    .optional()
    .meta({ examples: [exampleLei] }),
  identifier: text(filterRules.identifier)
    .optional()
    .meta({ examples: [`LEI:${exampleLei}`] }),
  mode: choice(filterValues.mode).meta({ examples: ['words'] }),
  names: choice(filterValues.names).meta({ examples: ['all'] }),
  fuzzy: yesOrNo,
};

/** The same filter in JSON, where a list is a list. */
export const filterBody = z
  .strictObject({
    ...filterQuery,
    countries: z
      .array(z.string())
      .refine((codes) => filterRules.countries.allows(codes.join(',')), filterRules.countries.message)
      .optional()
      .meta({ examples: [['EE', 'LV']] }),
    fuzzy: z.boolean().optional(),
  })
  .meta({ id: 'EntityFilter', description: 'The filters of `GET /entities`, by the same names.' });

/** Describes the header X-No-Licensed-Activities of searches and facets. */
export const noLicensedActivities =
  'Licensed activities were asked for, and no register of the countries that were looked at has any. It names these ' +
  'countries: `FR`.';
