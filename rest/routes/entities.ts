import { z } from 'zod';
import { searchLimits } from '../../src/companies/index.ts';
import { Failure } from '../../src/kernel/errors.ts';
import { route } from '../route.ts';
import { filterQuery, wholeNumber } from './entity-query.ts';

/** What a sort is called here and in GraphQL, whose names have no minus. */
const sorts = {
  name: 'name',
  registeredAt: 'registeredAt',
  '-registeredAt': 'registeredAtDescending',
  '-updatedAt': 'updatedAtDescending',
} as const;

const summaryFields = {
  id: z.guid().meta({ description: 'Stable: the same company has the same id after any import.' }),
  countryCode: z.string().length(2).meta({ description: 'ISO 3166-1 alpha-2 jurisdiction.' }),
  canonicalName: z.string().meta({ description: 'The name used for search and display.' }),
  status: z.string().meta({ description: 'One of `active`, `winding_up`, `insolvent`, `dissolved`, `unknown`.' }),
  legalForm: z.string().nullable().optional().meta({ description: 'National legal form, in the words of the register.' }),
  registeredAt: z.iso.date().nullable().optional(),
  updatedAt: z.iso.datetime().optional().meta({ description: 'Moves only when the content of the record changed.' }),
};
const EntitySummary = z.object(summaryFields).meta({ id: 'EntitySummary' });
const freeForm = z.record(z.string(), z.unknown());
const EntityDetail = z
  .object({
    ...summaryFields,
    registry: freeForm.meta({ description: 'National fields, typed and interpreted; `activities` always among them.' }),
    sourceData: freeForm.meta({ description: 'The fields of the source, without loss or renaming, in their order.' }),
    registrations: z
      .array(freeForm)
      .meta({ description: 'Registration numbers and local statuses: `scheme`, `number`, `status`, `validFrom`, `validTo`.' }),
    provenance: freeForm
      .nullable()
      .meta({ description: 'Of the source file: `register`, `file`, `sha256`, `importedAt`, `sourceUrl`, `licence`.' }),
  })
  .meta({ id: 'EntityDetail' });

const summary = {
  id: '6f1d4f4e-3b1c-5d0e-9c7e-0a4c6f1b2d3e',
  countryCode: 'MD',
  canonicalName: 'Societatea cu Răspundere Limitată EXEMPLU',
  status: 'active',
  legalForm: 'Societate cu răspundere limitată',
  registeredAt: '2004-09-27',
  updatedAt: '2026-09-14T06:00:00.000Z',
};
const summaryDocument = 'id countryCode canonicalName status legalForm registeredAt updatedAt';

const query = z.strictObject({
  ...filterQuery,
  sort: z
    .enum(Object.keys(sorts) as (keyof typeof sorts)[], `must be one of ${Object.keys(sorts).join(', ')}`)
    .default('name')
    .meta({ description: 'Records without the date come last; what is equal is sorted by name, then by id.' }),
  page: wholeNumber(1, searchLimits.page)
    .prefault('1')
    .meta({ type: 'integer', minimum: 1, maximum: searchLimits.page, description: 'A page past the end is empty.' }),
  pageSize: wholeNumber(1, searchLimits.pageSize)
    .prefault('25')
    .meta({ type: 'integer', minimum: 1, maximum: searchLimits.pageSize }),
});

interface Page {
  entities: {
    items: z.output<typeof EntitySummary>[];
    meta: { page: number; pageSize: number; pageCount: number; total: number };
    unknownCountry: { code: string; likely: string | null } | null;
  };
}

export const searchEntities = route({
  operationId: 'searchEntities',
  method: 'get',
  path: '/entities',
  tag: 'Registry',
  summary: 'Search company records',
  description:
    'One page of the records that match all filters, sorted by name and then by id, unless `sort` says otherwise. `total` is exact at any depth.',
  access: 'apiKey',
  input: { query },
  document: `query ($filter: EntityFilter, $sort: EntitySort!, $page: Int!, $pageSize: Int!) {
    entities(filter: $filter, sort: $sort, page: $page, pageSize: $pageSize) {
      items { ${summaryDocument} } meta { page pageSize pageCount total } unknownCountry { code likely }
    }
  }`,
  variables: ({ query: { sort, page, pageSize, ...filter } }) => ({ filter, sort: sorts[sort], page, pageSize }),
  envelope: ({ entities }: Page) => ({ data: entities.items, meta: entities.meta }),
  headers: ({ entities: { unknownCountry } }: Page): Record<string, string> => {
    if (!unknownCountry) return {};
    const { code, likely } = unknownCountry;
    return { 'X-Unknown-Country': likely ? `${code}; likely=${likely}` : code };
  },
  answers: {
    200: {
      description: 'The page.',
      headers: {
        'X-Unknown-Country':
          'No register has the country that was asked for; with the code that is probably meant, where there is one: `UK; likely=GB`.',
      },
      body: z.object({
        data: z.array(EntitySummary),
        meta: z.object({
          page: z.int32().min(1),
          pageSize: z.int32().min(1),
          pageCount: z.int32().min(0),
          total: z.int32().min(0),
        }),
      }),
      example: { data: [summary], meta: { page: 1, pageSize: 25, pageCount: 1, total: 1 } },
    },
  },
  errors: ['service_unavailable'],
  cacheControl: 'private, no-cache',
  versioned: true,
});

export const getEntity = route({
  operationId: 'getEntity',
  method: 'get',
  path: '/entities/{id}',
  tag: 'Registry',
  summary: 'Read one full record',
  description:
    'All that is known of a company: normalized fields, typed national fields, the source fields without loss, registrations and provenance.',
  access: 'apiKey',
  input: {
    params: z.object({
      id: z.guid('must be a UUID').meta({ description: 'The id from search results.', examples: [summary.id] }),
    }),
  },
  document: `query ($id: ID!) {
    entity(id: $id) { ${summaryDocument} registry sourceData registrations provenance { register file sha256 importedAt sourceUrl licence } }
  }`,
  variables: ({ params }) => params,
  envelope: ({ entity }: { entity: z.output<typeof EntityDetail> | null }) => {
    if (!entity) throw new Failure('entity_not_found');
    return { data: entity };
  },
  answers: {
    200: {
      description: 'The record.',
      body: z.object({ data: EntityDetail }),
      example: {
        data: {
          ...summary,
          registry: {
            idnoValid: true,
            address: 'mun. Chişinău',
            activities: { unlicensed: [{ code: '0111', label: 'Cultivarea cerealelor', scheme: 'MD-CAEM-2' }], licensed: [] },
          },
          sourceData: { 'IDNO/ Cod fiscal': 1004600000000, 'Denumirea completă': 'Societatea cu Răspundere Limitată EXEMPLU' },
          registrations: [{ scheme: 'MD-IDNO', number: '1004600000000', status: null, validFrom: '2004-09-27', validTo: null }],
          provenance: {
            register: 'State Register of Legal Units',
            file: 'company_2026.09.14.xlsx',
            sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
            importedAt: '2026-09-14T06:00:00.000Z',
            sourceUrl: 'https://dataset.gov.md/',
            licence: 'Open data of the Republic of Moldova',
          },
        },
      },
    },
  },
  errors: ['entity_not_found', 'service_unavailable'],
  cacheControl: 'private, no-cache',
  versioned: true,
});
