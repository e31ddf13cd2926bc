import { z } from 'zod';
import { changeTypes, maxCursorLength } from '../../../src/changes/index.ts';
import { change, changeOf, country, id, paging } from './shared.ts';
import { tool } from './tool.ts';

export const listChanges = tool({
  name: 'list_changes',
  title: 'List changes',
  description:
    'What changed over all registers, oldest first. To watch: keep `nextCursor` and give it as `cursor` next time. `now` ' +
    'begins with what is new from now on, without a cursor it begins with the oldest kept. For one company use company_history.',
  input: z.strictObject({
    cursor: z.string().min(1).max(maxCursorLength).optional().describe('nextCursor of the last answer, or now.'),
    country: country.optional(),
    type: z.enum(changeTypes).optional(),
    id: id.optional(),
    limit: paging.limit,
  }),
  output: z.object({
    changes: z.array(
      change.extend({
        id: z.string().optional(),
        name: z.string().optional(),
        country: z.string(),
        number: z.string().optional(),
      }),
    ),
    nextCursor: z.string(),
    hasMore: z.boolean(),
  }),
  documents: ['mcpChanges'],
  units: 1,
  async run({ id: entityId, ...requested }, execute) {
    const { items, meta } = (await execute('mcpChanges', { ...requested, entityId })).changes;
    const changes = items.map((item) => ({
      ...changeOf(item),
      id: item.entityId ?? undefined,
      name: item.canonicalName ?? undefined,
      country: item.countryCode,
      number: item.number ?? undefined,
    }));
    const next = meta.hasMore ? 'There are more: call again with nextCursor.' : 'This is the end: keep nextCursor for later.';
    return { says: `${changes.length} shown. ${next}`, data: { changes, ...meta } };
  },
});
