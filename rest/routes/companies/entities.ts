import { z } from 'zod';
import { exampleLei } from '../../../src/company/filters/filters.ts';
import { filterRules, pageRules } from '../../../src/company/limits.ts';
import { sortNames, sorts } from '../../../src/company/values.ts';
import { from, merged, named, unlessNull, without } from '../../route/envelope.ts';
import { route } from '../../route/route.ts';
import { digits, text } from '../../route/rules.ts';
import { filterQuery, noLicensedActivities } from './entity-query.ts';

const summary = {
  id: '6f1d4f4e-3b1c-5d0e-9c7e-0a4c6f1b2d3e',
  countryCode: 'MD',
  canonicalName: 'Societatea cu Răspundere Limitată EXEMPLU',
  status: 'active',
  legalForm: 'Societate cu răspundere limitată',
  registeredAt: '2004-09-27',
  endedAt: null,
  endKind: null,
  legalFormLabel: null,
  legalFormCode: null,
  legalFormGroup: 'limited_company',
  updatedAt: '2026-09-14T06:00:00.000Z',
  number: '1004600000000',
  numberScheme: 'MD-IDNO',
};
const summaryFields = `id countryCode canonicalName status legalForm registeredAt endedAt endKind legalFormLabel
  legalFormCode legalFormGroup updatedAt number numberScheme`;

export const summaryFragment = `fragment EntitySummary on Entity { ${summaryFields} matchedName }`;
export const exampleSummary = { ...summary, matchedName: null };

const query = z.strictObject({
  ...filterQuery,
  sort: z.enum(sortNames, `must be one of ${sortNames.join(', ')}`).optional(),
  page: digits(pageRules.page),
  pageSize: digits(pageRules.pageSize),
});

export const searchEntities = route({
  operationId: 'searchEntities',
  method: 'get',
  path: '/entities',
  tag: 'Registry',
  summary: 'Search company records',
  description:
    'One page of the records that match all filters, sorted by name and then by id, unless `sort` says otherwise. With ' +
    '`mode=words` they are sorted by relevance, down to position 10,000. `total` is exact at any depth.',
  access: 'apiKey',
  input: { query },
  document: `query ($filter: EntityFilter, $sort: EntitySort, $page: Int, $pageSize: Int) {
    entities(filter: $filter, sort: $sort, page: $page, pageSize: $pageSize) {
      items { ...EntitySummary } meta { page pageSize pageCount total } fuzzy nextUpdatedSince unknownCountry { code likely }
      noLicensedActivities
    }
  } ${summaryFragment}`,
  variables: ({ query: { sort, page, pageSize, ...filter } }) => ({ filter, sort: sort && sorts[sort].graphql, page, pageSize }),
  answers: {
    200: {
      description: 'The page.',
      headers: {
        'X-Next-Updated-Since': {
          description:
            'For `updatedSince`, to learn later what changed since this page: nothing is left out and nothing comes twice. ' +
            'Of several pages take that of the first.',
          text: ({ entities }) => entities.nextUpdatedSince ?? undefined,
        },
        'X-Unknown-Country': {
          description:
            'No register has the country that was asked for; with the code that is probably meant, where there is one: ' +
            '`UK; likely=GB`.',
          text: ({ entities: { unknownCountry: unknown } }) =>
            unknown?.likely ? `${unknown.code}; likely=${unknown.likely}` : unknown?.code,
        },
        'X-No-Licensed-Activities': {
          description: noLicensedActivities,
          text: ({ entities }) => entities.noLicensedActivities?.join(', '),
        },
      },
      body: { data: from('entities.items'), meta: merged(from('entities.meta'), { fuzzy: unlessNull('entities.fuzzy') }) },
      example: { data: [exampleSummary], meta: { page: 1, pageSize: 25, pageCount: 1, total: 1 } },
    },
  },
  cacheControl: 'private, no-cache',
  versioned: true,
});

export const exampleEntity = {
  ...summary,
  otherNames: [],
  identifiers: [{ scheme: 'LEI', value: exampleLei, status: 'ISSUED', since: '2019-03-04', doubtful: false, source: 'GLEIF' }],
  address: { lines: [], postalCode: null, locality: null, region: null, country: null, raw: 'mun. Chişinău' },
  registry: {
    idnoValid: true,
    address: 'mun. Chişinău',
    activities: {
      unlicensed: [
        {
          ...{ code: '0111', label: 'Cultivarea cerealelor', scheme: 'MD-CAEM-2', revision: '2' },
          nace: { revision: '2.1', codes: ['01.11'], certainty: 'derived' },
        },
      ],
      licensed: [],
    },
  },
  sourceData: { 'IDNO/ Cod fiscal': 1004600000000, 'Denumirea completă': 'Societatea cu Răspundere Limitată EXEMPLU' },
  registrations: [{ scheme: 'MD-IDNO', number: '1004600000000', status: null, validFrom: '2004-09-27', validTo: null }],
  provenance: {
    register: 'State Register of Legal Units',
    file: 'company_2026.09.14.xlsx',
    sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    files: null,
    importedAt: '2026-09-14T06:00:00.000Z',
    sourceUrl: 'https://dataset.gov.md/',
    licence: 'Open data of the Republic of Moldova',
  },
};

export const entityId = z.guid('must be a UUID').meta({ description: 'The id from search results.', examples: [summary.id] });
export const detailFragment = `fragment EntityDetail on Entity {
  ${summaryFields} otherNames { name kind language from to source }
  identifiers { scheme value status since doubtful source }
  address { lines postalCode locality region country raw } registry sourceData registrations
  provenance { register file sha256 files { name sha256 } importedAt sourceUrl licence }
}`;

export const getEntity = route({
  operationId: 'getEntity',
  method: 'get',
  path: '/entities/{id}',
  tag: 'Registry',
  summary: 'Read one full record',
  description:
    'All that is known of a company: normalized fields, typed national fields, the source fields without loss, ' +
    'registrations and provenance. With `asOf`, the record as we served it then, which says nothing of legal validity; ' +
    'a moment that is not over yet is refused.',
  access: 'apiKey',
  input: {
    params: z.object({ id: entityId }),
    query: z.strictObject({
      asOf: text(filterRules.updatedSince)
        .optional()
        .meta({ format: 'date-time', examples: ['2026-09-14T06:00:00Z'] }),
    }),
  },
  document: `query ($id: ID!, $asOf: DateTime) { entity(id: $id, asOf: $asOf) { ...EntityDetail servedSince } }
    ${detailFragment}`,
  variables: ({ params: { id }, query: { asOf } }) => ({ id, asOf: asOf && new Date(asOf).toISOString() }),
  absent: 'entity_not_found',
  answers: {
    200: {
      description: 'The record.',
      headers: {
        'Memento-Datetime': {
          description: 'With `asOf`: since when the record was served like this (RFC 7089).',
          text: ({ entity }) => (entity.servedSince === null ? undefined : new Date(entity.servedSince).toUTCString()),
        },
      },
      body: { data: named('EntityDetail', without('entity', 'servedSince')) },
      example: { data: exampleEntity },
    },
  },
  errors: ['entity_not_found'],
  cacheControl: 'private, no-cache',
  versioned: true,
});
