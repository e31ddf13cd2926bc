import { z } from 'zod';
import { changeTypes, entriesCost, feedRules, maxCursorLength, waitLimits } from '../../../src/changes/index.ts';
import { from } from '../../route/envelope.ts';
import { route } from '../../route/route.ts';
import { digits } from '../../route/rules.ts';
import { detailFragment, entityId, exampleEntity } from './entities.ts';
import { country } from './entity-query.ts';

export const changeFields = `cursor type entityId countryCode number numberScheme canonicalName at dataVersion importRunId reason
  changes { path old new }`;

export const exampleChange = {
  cursor: 'Ny4xMi41ZjBjOTU0ZS5hMWIyYzNkNA',
  type: 'updated',
  entityId: exampleEntity.id,
  countryCode: 'MD',
  number: '1004600000000',
  numberScheme: 'MD-IDNO',
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

/** The seconds in a Prefer header. Unknown preferences are ignored, as RFC 7240 requires. */
function waitIn(prefer: string | undefined): number {
  const [, seconds] = /(?:^|[,;\s])wait\s?=\s?"?(\d{1,9})/i.exec(prefer ?? '') ?? [];
  return Math.min(Number(seconds ?? 0), waitLimits.seconds);
}

export const preferWait = z.object({
  Prefer: z
    .string()
    .optional()
    .transform(waitIn)
    .meta({
      description: `\`wait=30\`: where there is nothing new, the answer waits for it, ${waitLimits.seconds} seconds at most.`,
      examples: ['wait=30'],
    }),
});

/** Describes the header Preference-Applied. */
export const waited = {
  description: 'That the answer could wait for something new, and for how many seconds.',
  text: ({ changes }: { changes: { waited: number | null } }) => (changes.waited === null ? undefined : `wait=${changes.waited}`),
};

export const exampleChangeMeta = {
  nextCursor: exampleChange.cursor,
  hasMore: false,
  oldestCursor: 'MC4wLjAwMDAwMDAwLmExYjJjM2Q0',
  dataVersion: 7,
};

export const listChanges = route({
  operationId: 'listChanges',
  method: 'get',
  path: '/changes',
  tag: 'Registry',
  summary: 'Follow the changes',
  description:
    'What changed, over all registers, in the order in which it came to be served. A client that follows `nextCursor` sees ' +
    'every change exactly once. A page that says `hasMore` never changes. A page is one unit; with `include=entity` it is one ' +
    'for each 100 entries begun.',
  access: 'apiKey',
  input: {
    query: z.strictObject({
      cursor: z.string().min(1, 'is not one of ours').max(maxCursorLength, 'is not one of ours').optional(),
      country,
      type: z.enum(changeTypes, `must be one of ${changeTypes.join(', ')}`).optional(),
      entityId: entityId.optional().meta({ description: 'Of this record alone.' }),
      limit: digits(feedRules.limit),
      include: z.literal('entity', 'must be entity').optional().meta({ description: 'Adds each record as it is now.' }),
    }),
    headers: preferWait,
  },
  document: `query (
    $cursor: String, $country: String, $type: ChangeType, $entityId: ID, $limit: Int, $wait: Int, $withEntity: Boolean!
  ) {
    changes(cursor: $cursor, country: $country, type: $type, entityId: $entityId, limit: $limit, wait: $wait) {
      items { ...Change } meta { nextCursor hasMore oldestCursor dataVersion } waited
    }
  } fragment Change on Change { ${changeFields} entity @include(if: $withEntity) { ...EntityDetail } } ${detailFragment}`,
  variables: ({ query: { include, ...query }, headers }) => ({
    ...query,
    wait: headers.Prefer,
    withEntity: include === 'entity',
  }),
  answers: {
    200: {
      description:
        'The page. Where a filter matches few, it may have fewer changes than `limit`, even none, and `hasMore` all the same.',
      headers: {
        'Preference-Applied': waited,
        'Cache-Control': {
          description: 'A page that says `hasMore` may be kept.',
          text: ({ changes: { items, meta } }) =>
            meta.hasMore && items.every(({ entity }) => entity === undefined) ? 'private, max-age=86400' : undefined,
        },
      },
      body: { data: from('changes.items'), meta: from('changes.meta') },
      example: {
        data: [exampleChange],
        meta: exampleChangeMeta,
      },
    },
  },
  // The oldest cursor is left out, because it changes with time and does not change the page.
  tagged: {
    items: from('changes.items'),
    next: from('changes.meta.nextCursor'),
    hasMore: from('changes.meta.hasMore'),
    dataVersion: from('changes.meta.dataVersion'),
  },
  cost: {
    ...entriesCost,
    count: ({ changes }) => changes.items.filter(({ entity }) => entity !== undefined).length,
  },
  errors: ['cursor_expired'],
  patience: ({ headers }) => headers.Prefer,
  cacheControl: 'private, no-cache',
});
