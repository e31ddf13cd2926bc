import { z } from 'zod';
import { pageRules } from '../../../src/company/limits.ts';
import { from } from '../../route/envelope.ts';
import { route } from '../../route/route.ts';
import { digits } from '../../route/rules.ts';
import { changeFields, exampleChange } from './changes.ts';
import { entityId, exampleEntity } from './entities.ts';

export const getEntityHistory = route({
  operationId: 'getEntityHistory',
  method: 'get',
  path: '/entities/{id}/history',
  tag: 'Registry',
  summary: 'Read the history of a record',
  description: 'Every change of one record that is kept, newest first, with its provenance; also of a record that was removed.',
  access: 'apiKey',
  input: {
    params: z.object({ id: entityId }),
    query: z.strictObject({ page: digits(pageRules.page), pageSize: digits(pageRules.pageSize) }),
  },
  document: `query ($id: ID!, $page: Int, $pageSize: Int) {
    entityHistory(id: $id, page: $page, pageSize: $pageSize) {
      items { ...HistoryEntry } meta { page pageSize pageCount total }
    }
  } fragment HistoryEntry on Change {
    ${changeFields} provenance { register file sha256 files { name sha256 } importedAt sourceUrl licence }
  }`,
  variables: ({ params, query }) => ({ ...params, ...query }),
  absent: 'entity_not_found',
  answers: {
    200: {
      description: 'The changes.',
      body: { data: from('entityHistory.items'), meta: from('entityHistory.meta') },
      example: {
        data: [{ ...exampleChange, provenance: exampleEntity.provenance }],
        meta: { page: 1, pageSize: 25, pageCount: 1, total: 1 },
      },
    },
  },
  errors: ['entity_not_found'],
  cacheControl: 'private, no-cache',
  versioned: true,
});
