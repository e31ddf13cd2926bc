import { z } from 'zod';
import { changeTypes, feedLimits, longestCursor, waitLimits } from '../../src/changes/index.ts';
import { route } from '../route.ts';
import { detailDocument, EntityDetail, entityId, exampleEntity } from './entities.ts';
import { country, wholeNumber } from './entity-query.ts';

const changeFields = {
  cursor: z.string().meta({ description: 'Its place in the order of all changes.' }),
  type: z
    .enum(changeTypes)
    .meta({ description: '`baseline` is the first import of a register: one entry for all of its records.' }),
  entityId: z.guid().nullable().meta({ description: 'Null for a baseline.' }),
  countryCode: z.string().length(2),
  number: z.string().nullable().meta({ description: 'The national number.' }),
  canonicalName: z.string().nullable().meta({ description: 'After the change; of a removed record, its last.' }),
  at: z.iso.datetime().meta({ description: 'When the file was imported.' }),
  dataVersion: z.int32().meta({ description: 'The version of the data that the change came with.' }),
  importRunId: z.guid(),
  reason: z.enum(['source', 'mapping']).meta({ description: '`mapping` where only our reading of the same file changed.' }),
  changes: z
    .array(
      z.object({
        path: z
          .string()
          .meta({ description: 'A JSON pointer into the record as it is served; the empty one is the whole record.' }),
        old: z.unknown(),
        new: z.unknown(),
      }),
    )
    .meta({ description: 'What is about natural persons is left out.' }),
};
const Change = z
  .object({
    ...changeFields,
    entity: EntityDetail.nullable()
      .optional()
      .meta({ description: 'With `include=entity`: the record as it is now, null where there is none.' }),
  })
  .meta({ id: 'Change' });

export const HistoryEntry = z
  .object({
    ...changeFields,
    provenance: z.record(z.string(), z.unknown()).meta({ description: 'Of the record after the change.' }),
  })
  .meta({ id: 'HistoryEntry' });

export const exampleChange = {
  cursor: 'Ny4xMi41ZjBjOTU0ZS5hMWIyYzNkNA',
  type: 'updated',
  entityId: exampleEntity.id,
  countryCode: 'MD',
  number: '1004600000000',
  canonicalName: exampleEntity.canonicalName,
  at: '2026-10-14T06:00:00.000Z',
  dataVersion: 7,
  importRunId: '9d0c1b8e-6a55-4c1b-8a52-2f5a7f2f6a10',
  reason: 'source',
  changes: [
    { path: '/status', old: 'active', new: 'winding_up' },
    { path: '/updatedAt', old: '2026-09-14T06:00:00.000Z', new: '2026-10-14T06:00:00.000Z' },
  ],
} as const;
export const changeDocument =
  'cursor type entityId countryCode number canonicalName at dataVersion importRunId reason changes { path old new }';

/** The seconds in a Prefer header (RFC 7240). What we don't know in it is not heeded, as it wants. */
function waitIn(prefer: string | undefined): number {
  const [, seconds] = /(?:^|[,;\s])wait\s?=\s?"?(\d{1,9})/i.exec(prefer ?? '') ?? [];
  return Math.min(Number(seconds ?? 0), waitLimits.seconds);
}

interface Result {
  changes: {
    items: z.output<typeof Change>[];
    meta: { nextCursor: string; hasMore: boolean; oldestCursor: string; dataVersion: number };
    waited: number | null;
  };
}

export const listChanges = route({
  operationId: 'listChanges',
  method: 'get',
  path: '/changes',
  tag: 'Registry',
  summary: 'Follow the changes',
  description:
    'What changed, over all registers, in the order in which it came to be served. Whoever follows `nextCursor` sees every change ' +
    'exactly once. A page that says `hasMore` never changes. An answer that you have already (304) costs no quota.',
  access: 'apiKey',
  input: {
    query: z.strictObject({
      cursor: z.string().min(1).max(longestCursor, 'is not one of ours').default('start').meta({
        description:
          '`nextCursor` of a page, the `cursor` of a change or a snapshot, `start` for the oldest change that is kept, or `now`.',
      }),
      country,
      type: z.enum(changeTypes, `must be one of ${changeTypes.join(', ')}`).optional(),
      entityId: entityId.optional().meta({ description: 'Of this record alone.' }),
      limit: wholeNumber(1, feedLimits.page).default(100).meta({ description: 'Changes per page.', default: 100 }),
      include: z.literal('entity', 'must be entity').optional().meta({ description: 'Adds each record as it is now.' }),
    }),
    headers: z.object({
      Prefer: z
        .string()
        .optional()
        .transform(waitIn)
        .meta({
          description: `\`wait=30\`: where there is nothing new, the answer waits so many seconds for it, ${waitLimits.seconds} at most.`,
          examples: ['wait=30'],
        }),
    }),
  },
  document: `query (
    $cursor: String!, $country: String, $type: ChangeType, $entityId: ID, $limit: Int!, $wait: Int!, $withEntity: Boolean!
  ) {
    changes(cursor: $cursor, country: $country, type: $type, entityId: $entityId, limit: $limit, wait: $wait) {
      items { ${changeDocument} entity @include(if: $withEntity) { ${detailDocument} } }
      meta { nextCursor hasMore oldestCursor dataVersion } waited
    }
  }`,
  variables: ({ query: { include, ...query }, headers }) => ({
    ...query,
    wait: headers.Prefer,
    withEntity: include === 'entity',
  }),
  envelope: ({ changes }: Result) => ({ data: changes.items, meta: changes.meta }),
  tagged: ({ changes: { items, meta } }: Result) => [items, { ...meta, oldestCursor: undefined }],
  headers: ({ changes: { items, meta, waited } }: Result): Record<string, string> => ({
    ...(meta.hasMore && !items.some(({ entity }) => entity !== undefined) && { 'Cache-Control': 'private, max-age=86400' }),
    ...(waited !== null && { 'Preference-Applied': `wait=${waited}` }),
  }),
  patience: waitLimits.seconds,
  answers: {
    200: {
      description:
        'The page. It may have fewer changes than `limit`, even none, and `hasMore` all the same, where a filter matches few.',
      headers: { 'Preference-Applied': 'That the answer waited for something new, and for how long at most.' },
      body: z.object({
        data: z.array(Change),
        meta: z.object({
          nextCursor: z.string().meta({ description: 'Where the next page begins. There is always one.' }),
          hasMore: z.boolean().meta({ description: 'Whether to ask for the next page at once.' }),
          oldestCursor: z.string().meta({ description: 'Before the oldest change that is kept.' }),
          dataVersion: z.int32().meta({ description: 'The version of the data that this page reaches.' }),
        }),
      }),
      example: {
        data: [exampleChange],
        meta: {
          nextCursor: exampleChange.cursor,
          hasMore: false,
          oldestCursor: 'MC4wLjAwMDAwMDAwLmExYjJjM2Q0',
          dataVersion: 7,
        },
      },
    },
  },
  errors: ['cursor_expired', 'service_unavailable'],
  cacheControl: 'private, no-cache',
});
