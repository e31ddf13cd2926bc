import { z } from 'zod';
import { lookups } from '../../../src/companies/index.ts';
import { filterRules } from '../../../src/company/limits.ts';
import { countOf, from, Part } from '../../route/envelope.ts';
import { route } from '../../route/route.ts';
import { detailFragment, exampleSummary, summaryFragment } from './entities.ts';

export const lookupItem = z
  .strictObject({
    id: z.string().optional().meta({ format: 'uuid' }),
    lei: z.string().optional(),
    country: z.string().optional().meta({ pattern: filterRules.country.pattern.source }),
    number: z.string().optional().meta({ minLength: 1, maxLength: filterRules.number.most }),
  })
  .meta({ description: '`{ id }`, `{ lei }`, or `{ country, number }`.' });
const items = z
  .array(lookupItem)
  .min(1, `must have 1 to ${lookups.most} items`)
  .max(lookups.most, `must have 1 to ${lookups.most} items`);

/** These are companies of the sample data. */
const exampleItems = [{ country: 'GB', number: '2158170' }, { id: exampleSummary.id }];
const common = { status: 'active', endedAt: null, endKind: null, updatedAt: exampleSummary.updatedAt, matchedName: null };
export const exampleBritish = {
  ...common,
  id: 'd3a6e9fb-4ea3-50ef-b45a-dc54f2975bb9',
  countryCode: 'GB',
  canonicalName: 'KRAIDEAGRALT RECRUITMENT LIMITED',
  legalForm: 'Private Limited Company',
  registeredAt: '1985-07-02',
  legalFormLabel: null,
  legalFormCode: 'H0PO',
  legalFormGroup: 'limited_company',
  number: '02158170',
  numberScheme: 'GB-COH',
};
const exampleData = [
  { input: exampleItems[0], status: 'found', entity: exampleBritish },
  { input: exampleItems[1], status: 'not_found', entity: null },
];

type Item = { summary?: unknown; detail?: unknown };
const data = from('entityLookup');

/** Each item with its record, which is a summary or full. */
const results = new Part(
  (found) => (data.read(found) as Item[]).map(({ summary, detail, ...one }) => ({ ...one, entity: detail ?? summary ?? null })),
  (schema) => {
    const { summary, detail, ...shape } = ((data.schema(schema) as z.ZodArray).element as z.ZodObject).shape;
    const [short, full] = [summary, detail].map((one) => (one as z.ZodNullable<z.ZodType>).unwrap()) as [z.ZodType, z.ZodType];
    const entity = z.union([full, short, z.null()]).meta({ description: 'The record, if it was found.' });
    return z.array(z.object({ ...shape, entity }).meta({ id: 'EntityLookup', description: 'What was found for one item.' }));
  },
);

export const lookUpEntities = route({
  operationId: 'lookUpEntities',
  method: 'post',
  path: '/entities/lookup',
  tag: 'Registry',
  summary: 'Look up many companies',
  description:
    `Up to ${lookups.most} companies by id, by LEI, or by country and number, answered in the order of the items and from one ` +
    'version of the data. Numbers are read as each register spells them, and as people write them. It costs a unit for each ' +
    'item, found or not; where the quota has fewer left, the request is refused as a whole.',
  access: 'apiKey',
  input: {
    query: z.strictObject({
      include: z
        .enum(['summary', 'detail'], 'must be summary or detail')
        .default('summary')
        .meta({ description: 'What an answer has of each record: the fields of a search result, or the full record.' }),
    }),
    body: z.strictObject({ items }).meta({ examples: [{ items: exampleItems }] }),
  },
  document: `query ($items: [EntityLookupItem!]!, $summary: Boolean!, $detail: Boolean!) {
    entityLookup(items: $items) {
      input status summary: entity @include(if: $summary) { ...EntitySummary }
      detail: entity @include(if: $detail) { ...EntityDetail }
    }
  } ${summaryFragment} ${detailFragment}`,
  variables: ({ query: { include }, body }) => ({ ...body, summary: include === 'summary', detail: include === 'detail' }),
  answers: {
    200: {
      description: 'What was found, item by item.',
      body: { data: results, meta: { count: countOf('entityLookup') } },
      example: { data: exampleData, meta: { count: 2 } },
    },
  },
  cost: { ...lookups.cost, asked: ({ body }) => body.items.length },
  cacheControl: 'no-store',
});
