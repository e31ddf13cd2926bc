import { z } from 'zod';
import type { FilterDeclaration, ListFilter, TextFilter } from '../../../src/company/filters/declaration.ts';
import { declaredFilters, type FilterInput, type FilterName, filters } from '../../../src/company/filters/filters.ts';
import { patterned, text } from '../../route/rules.ts';

const { q, country: countryFilter, countries: countriesFilter } = filters;

export const fragment = z
  .string()
  .trim()
  .refine(q.rule.allows, q.rule.message)
  .meta({ examples: [q.example], maxLength: q.rule.most });
export const country = patterned(countryFilter.rule).meta({ examples: [countryFilter.example] });
export const countries = list(countriesFilter);

/** Several values with commas between. */
function list({ rule, inQuery, example }: ListFilter) {
  return text(rule)
    .meta({ description: inQuery, pattern: rule.pattern.source, examples: [example] })
    .transform((values) => values.split(','))
    .optional();
}

/** One of some values. */
const choice = (values: readonly string[]) =>
  z.enum(values, values.length === 2 ? `must be ${values.join(' or ')}` : `must be one of ${values.join(', ')}`).optional();
const yesOrNo = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((text) => text === 'true')
  .optional()
  .meta({ type: 'boolean', enum: undefined });

function textual({ rule: { pattern, ...rule }, isTrimmed, format, example }: TextFilter) {
  if (isTrimmed) return fragment.optional();
  const examples = [example];
  if (pattern) return patterned({ ...rule, pattern }).meta({ examples });
  const lengths = rule.most === undefined ? {} : { minLength: 1, maxLength: rule.most };
  return text(rule)
    .optional()
    .meta({ ...(format && { format }), examples, ...lengths });
}

function parameterOf(filter: FilterDeclaration): z.ZodType {
  if (filter.kind === 'text') return textual(filter);
  if (filter.kind === 'list') return list(filter);
  if (filter.kind === 'flag') return yesOrNo;
  const { values, example } = filter;
  return example ? choice(values).meta({ examples: [example] }) : choice(values);
}

/** In JSON a list is a list, and a flag is a flag. */
function fieldOf(filter: FilterDeclaration): z.ZodType {
  if (filter.kind === 'flag') return z.boolean().optional();
  if (filter.kind !== 'list') return parameterOf(filter);
  const { rule, examples } = filter;
  return z
    .array(z.string())
    .refine((values) => rule.allows(values.join(',')), rule.message)
    .optional()
    .meta({ examples: [examples] });
}

type Fields = { [Name in FilterName]: z.ZodOptional<z.ZodType<NonNullable<FilterInput[Name]>>> };
const each = (schemaOf: (filter: FilterDeclaration) => z.ZodType) =>
  Object.fromEntries(declaredFilters.map(([name, filter]) => [name, schemaOf(filter)])) as Fields;

/** The parameters that filter records. Their descriptions are those of the GraphQL fields with the same names. */
export const filterQuery = each(parameterOf);

/** The same filter in JSON. */
export const filterBody = z
  .strictObject(each(fieldOf))
  .meta({ id: 'EntityFilter', description: 'The filters of `GET /entities`, by the same names.' });

/** Describes the header X-No-Licensed-Activities of searches and facets. */
export const noLicensedActivities =
  'Licensed activities were asked for, and no register of the countries that were looked at has any. It names these ' +
  'countries: `FR`.';
