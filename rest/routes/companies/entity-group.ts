import { z } from 'zod';
import { exampleLei } from '../../../src/company/filters/filters.ts';
import { pageRules } from '../../../src/company/limits.ts';
import { from, merged, without } from '../../route/envelope.ts';
import { route } from '../../route/route.ts';
import { digits } from '../../route/rules.ts';
import { entityId, exampleSummary, summaryFragment } from './entities.ts';

const relation = {
  kind: 'IS_DIRECTLY_CONSOLIDATED_BY',
  from: '2018-02-03',
  to: null,
  percentage: 100,
  checked: true,
  validation: 'FULLY_CORROBORATED',
  member: { lei: exampleLei, name: 'EXEMPLU HOLDING', countryCode: 'MD', entity: exampleSummary },
};

export const getEntityGroup = route({
  operationId: 'getEntityGroup',
  method: 'get',
  path: '/entities/{id}/group',
  tag: 'Registry',
  summary: 'Read the group of a company',
  description:
    'Who is above a company and who is below it, as GLEIF publishes it: each with our record, or with LEI, name and country ' +
    'where it is in none of our registers. The children are paged.',
  access: 'apiKey',
  input: {
    params: z.object({ id: entityId }),
    query: z.strictObject({ page: digits(pageRules.page), pageSize: digits(pageRules.pageSize) }),
  },
  document: `query ($id: ID!, $page: Int, $pageSize: Int) {
    entityGroup(id: $id) {
      lei directParent { ...GroupRelation } noDirectParent ultimateParent { ...GroupRelation } noUltimateParent
      otherParents { ...GroupRelation } chain { ...GroupRelation }
      children(page: $page, pageSize: $pageSize) { items { ...GroupRelation } meta { page pageSize pageCount total } }
    }
  } fragment GroupRelation on GroupRelation {
    kind from to percentage checked validation member { lei name countryCode entity { ...EntitySummary } }
  } ${summaryFragment}`,
  variables: ({ params, query }) => ({ ...params, ...query }),
  absent: 'entity_not_found',
  answers: {
    200: {
      description: 'The group, with a page of its children.',
      body: {
        data: merged(without('entityGroup', 'children'), { children: from('entityGroup.children.items') }),
        meta: from('entityGroup.children.meta'),
      },
      example: {
        data: {
          ...{ lei: exampleLei, directParent: relation, noDirectParent: null, ultimateParent: null },
          ...{ noUltimateParent: ['NATURAL_PERSONS'], otherParents: [], chain: [relation], children: [] },
        },
        meta: { page: 1, pageSize: 25, pageCount: 0, total: 0 },
      },
    },
  },
  errors: ['entity_not_found'],
  cacheControl: 'private, no-cache',
  versioned: true,
});
