import { z } from 'zod';
import { filterRules } from '../../../src/company/limits.ts';
import { Failure } from '../../../src/kernel/errors.ts';
import type { Operations } from '../../operations.generated.ts';
import { country, id, summary, summaryOf, text } from './shared.ts';
import { type Execute, tool } from './tool.ts';

type Entity = Operations['mcpRecord']['data']['entity'];

const parts = ['registry', 'source'] as const;
const lookup = {
  id: id.optional(),
  country: country.optional(),
  number: text(filterRules.number).optional().describe('National number. Needs country: countries share numbers.'),
  lei: text(filterRules.lei).optional(),
};
type CompanyKeys = z.output<z.ZodObject<typeof lookup>>;

export const company = summary.omit({ matchedName: true }).extend({
  legalFormGroup: z.string().optional(),
  endKind: z.string().optional(),
  numberScheme: z.string().optional(),
  updated: z.string(),
  otherNames: z
    .array(z.object({ name: z.string(), kind: z.string(), from: z.string().optional(), to: z.string().optional() }))
    .optional(),
  identifiers: z
    .array(z.object({ scheme: z.string(), value: z.string(), status: z.string().optional(), doubtful: z.boolean() }))
    .optional(),
  address: z
    .object({
      lines: z.array(z.string()).optional(),
      postalCode: z.string().optional(),
      locality: z.string().optional(),
      region: z.string().optional(),
      country: z.string().optional(),
      raw: z.string().optional(),
    })
    .optional(),
  activities: z.array(z.object({ code: z.string().optional(), label: z.string().optional() })).optional(),
  register: z.object({ name: z.string(), imported: z.string(), url: z.string(), licence: z.string() }).optional(),
  registry: z.record(z.string(), z.unknown()).optional(),
  source: z.record(z.string(), z.unknown()).optional(),
});

/** A record of the registers, or a failure that says what to do. */
export async function recordOf(
  requested: CompanyKeys,
  source: boolean,
  execute: Execute<'mcpRecord' | 'mcpLookup'>,
): Promise<Entity> {
  const ways = [requested.id, requested.lei, requested.number].filter((way) => way !== undefined);
  if (ways.length !== 1) throw new Failure('invalid_request', 'Give exactly one of these: id, lei, or number with country.');
  if (requested.id) {
    const { entity } = await execute('mcpRecord', { id: requested.id, source });
    if (!entity) throw new Failure('entity_not_found');
    return entity;
  }
  if (requested.number && !requested.country) throw new Failure('invalid_request', 'country: is required with number.');
  const items = [requested.lei ? { lei: requested.lei } : { country: requested.country, number: requested.number }];
  const [found] = (await execute('mcpLookup', { items, source })).entityLookup;
  if (found?.entity) return found.entity;
  if (found?.status === 'ambiguous')
    throw new Failure('invalid_request', 'Several records of the country have this number: use search_companies.');
  throw new Failure('entity_not_found', found?.status === 'removed' ? 'Its register no longer has it.' : 'No record has this.');
}

const activitiesOf = (registry: unknown): z.input<typeof company>['activities'] => {
  const { unlicensed = [], licensed = [] } = Object(Object(registry).activities);
  return [...unlicensed, ...licensed].slice(0, 10).map(({ code, label }) => ({ code, label }));
};

export const companyOf = (entity: Entity, include: readonly string[] = []): z.input<typeof company> => ({
  ...summaryOf(entity),
  legalFormGroup: entity.legalFormGroup ?? undefined,
  endKind: entity.endKind ?? undefined,
  numberScheme: entity.numberScheme ?? undefined,
  updated: entity.updatedAt,
  // What is null is left out of every answer.
  ...({ otherNames: entity.otherNames, identifiers: entity.identifiers, address: entity.address } as object),
  activities: activitiesOf(entity.registry),
  register: entity.provenance
    ? {
        name: entity.provenance.register,
        imported: entity.provenance.importedAt,
        url: entity.provenance.sourceUrl,
        licence: entity.provenance.licence,
      }
    : undefined,
  ...(include.includes('registry') && { registry: Object(entity.registry) }),
  ...(include.includes('source') && { source: Object(entity.sourceData) }),
});

export const getCompany = tool({
  name: 'get_company',
  title: 'Get a company',
  description:
    'The record of one company, by id, by LEI, or by number with country. Use it after search_companies or match_company, ' +
    'before you state facts. A field that is absent is not known from the register; it does not mean no. Then: ' +
    'company_history, company_group.',
  input: z.strictObject({
    ...lookup,
    include: z.array(z.enum(parts)).max(parts.length).optional().describe('More: national fields; the source as published.'),
  }),
  output: company,
  documents: ['mcpRecord', 'mcpLookup'],
  units: 1,
  async run({ include, ...requested }, execute) {
    const entity = await recordOf(requested, include?.includes('source') ?? false, execute);
    const says = `The record, as its register published it. Changes: company_history. Owners: company_group.`;
    return { says, data: companyOf(entity, include) };
  },
});
