import { z } from 'zod';
import { searchLimits } from '../../src/companies/limits.ts';
import { Failure } from '../../src/kernel/errors.ts';
import { route } from '../route.ts';
import { changeDocument, exampleChange, HistoryEntry } from './changes.ts';
import { entityId, exampleEntity } from './entities.ts';
import { wholeNumber } from './entity-query.ts';

const Meta = z.object({
  page: z.int32().min(1),
  pageSize: z.int32().min(1),
  pageCount: z.int32().min(0),
  total: z.int32().min(0),
});

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
    query: z.strictObject({
      page: wholeNumber(1, searchLimits.page).default(1).meta({ description: 'From 1 on.', default: 1 }),
      pageSize: wholeNumber(1, searchLimits.pageSize).default(25).meta({ description: 'Changes per page.', default: 25 }),
    }),
  },
  document: `query ($id: ID!, $page: Int!, $pageSize: Int!) {
    entityHistory(id: $id, page: $page, pageSize: $pageSize) {
      items { ${changeDocument} provenance { register file sha256 importedAt sourceUrl licence } }
      meta { page pageSize pageCount total }
    }
  }`,
  variables: ({ params, query }) => ({ ...params, ...query }),
  envelope: ({ entityHistory }: { entityHistory: { items: unknown[]; meta: z.output<typeof Meta> } | null }) => {
    if (!entityHistory) throw new Failure('entity_not_found');
    return { data: entityHistory.items, meta: entityHistory.meta };
  },
  answers: {
    200: {
      description: 'The changes.',
      body: z.object({ data: z.array(HistoryEntry), meta: Meta }),
      example: {
        data: [{ ...exampleChange, provenance: exampleEntity.provenance }],
        meta: { page: 1, pageSize: 25, pageCount: 1, total: 1 },
      },
    },
  },
  errors: ['entity_not_found', 'service_unavailable'],
  cacheControl: 'private, no-cache',
  versioned: true,
});
