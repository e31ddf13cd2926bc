import { z } from 'zod';
import type { FilterDeclaration } from '../../../src/company/filters/declaration.ts';
import { declaredFilters, type FilterInput, filters } from '../../../src/company/filters/filters.ts';
import { sortNames, sorts } from '../../../src/company/values.ts';
import { counted, page, pageOf, paging, summary, summaryOf, text } from './shared.ts';
import { tool } from './tool.ts';

function argumentOf(filter: FilterDeclaration): z.ZodType {
  if (filter.kind === 'flag') return z.boolean();
  if (filter.kind === 'choice') return z.enum(filter.values);
  const { pattern, ...rule } = filter.rule;
  return pattern ? z.string().regex(pattern, rule.message) : text(rule);
}

type Declared = typeof filters;
type Argument<Name extends keyof Declared> = z.ZodOptional<z.ZodType<NonNullable<FilterInput[Name]>>>;
/** The filters that are arguments, in the order of the explorer's form. */
const filterArguments = Object.fromEntries(
  declaredFilters
    .toSorted(([, one], [, other]) => (one.form?.place ?? 0) - (other.form?.place ?? 0))
    .flatMap(([name, { tool: declared, ...filter }]) => {
      if (!declared) return [];
      const argument = argumentOf(filter).optional();
      return [[name, declared.says ? argument.describe(declared.says) : argument]];
    }),
) as { [Name in keyof Declared as Declared[Name] extends { tool: object } ? Name : never]: Argument<Name> };

export const searchCompanies = tool({
  name: 'search_companies',
  title: 'Search companies',
  description:
    'Finds companies in official registers by words of a name, and by filters. Use it to explore and to count (`total`). ' +
    'For one company whose name you have, use match_company; for a number or LEI, get_company. ' +
    'Nothing found means that no served register has it: see list_registers for which are served.',
  input: z.strictObject({
    query: text(filters.q.rule).optional().describe('Words of a name, any order, also former names; or a number.'),
    ...filterArguments,
    sort: z.enum(sortNames).optional(),
    ...paging,
  }),
  output: z.object({ ...page, fuzzy: z.boolean().optional(), companies: z.array(summary) }),
  documents: ['mcpSearch'],
  units: 1,
  async run({ query, sort, page: requested, limit, ...filter }, execute) {
    const words = query && ({ q: query, mode: 'words', names: 'all' } as const);
    const { entities } = await execute('mcpSearch', {
      filter: { ...filter, ...words },
      sort: sort && sorts[sort].graphql,
      page: requested,
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
