import { z } from 'zod';
import { filterRules } from '../../../src/company/limits.ts';
import { filterValues, sorts } from '../../../src/company/values.ts';
import { counted, country, page, pageOf, paging, summary, summaryOf, text } from './shared.ts';
import { tool } from './tool.ts';

const sortNames = Object.keys(sorts) as (keyof typeof sorts)[];

export const searchCompanies = tool({
  name: 'search_companies',
  title: 'Search companies',
  description:
    'Finds companies in official registers by words of a name, and by filters. Use it to explore and to count (`total`). ' +
    'For one company whose name you have, use match_company; for a number or LEI, get_company. ' +
    'Nothing found means that no served register has it: see list_registers for which are served.',
  input: z.strictObject({
    query: text(filterRules.q).optional().describe('Words of a name, any order, also former names; or a number.'),
    country: country.optional(),
    status: z.enum(filterValues.status).optional(),
    legalFormGroup: z.enum(filterValues.legalFormGroup).optional(),
    nace: z
      .string()
      .regex(filterRules.nace.pattern, filterRules.nace.message)
      .optional()
      .describe('NACE 2.1 section, division, group or class: J, 62, 62.1.'),
    locality: text(filterRules.locality).optional().describe('Town.'),
    postalCode: text(filterRules.postalCode).optional().describe('Or its beginning.'),
    registeredFrom: text(filterRules.registeredFrom).optional().describe('YYYY-MM-DD.'),
    registeredTo: text(filterRules.registeredTo).optional(),
    sort: z.enum(sortNames).optional(),
    ...paging,
  }),
  output: z.object({ ...page, fuzzy: z.boolean().optional(), companies: z.array(summary) }),
  asks: ['mcpSearch'],
  units: 1,
  async run({ query, sort, page: asked, limit, ...filter }, ask) {
    const words = query && ({ q: query, mode: 'words', names: 'all' } as const);
    const { entities } = await ask('mcpSearch', {
      filter: { ...filter, ...words },
      sort: sort && sorts[sort],
      page: asked,
      pageSize: limit,
    });
    const { items, meta, fuzzy, unknownCountry } = entities;
    const at = pageOf(meta);
    const says = [counted(items.length, at, 'company', 'companies')];
    if (fuzzy) says.push('Words with typing mistakes are included.');
    if (unknownCountry) {
      const likely = unknownCountry.likely ? ` Did you mean ${unknownCountry.likely}?` : '';
      says.push(`No served register has this country.${likely}`);
    } else if (meta.total > 0) says.push('Details: get_company with an id.');
    else says.push('Try match_company for a name that may be misspelt, or fewer filters.');
    return { says: says.join(' '), data: { ...at, fuzzy: fuzzy || undefined, companies: items.map(summaryOf) } };
  },
});
