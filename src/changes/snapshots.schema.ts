import { z } from 'zod';
import { filterRules } from '../company/limits.ts';
import { builder } from '../graphql/builder.ts';
import { declare } from '../graphql/declaration.ts';
import { priceOf, unitsFor } from '../kernel/cost.ts';
import { check } from '../kernel/rules.ts';
import { isUuid } from '../kernel/uuid.ts';
import { snapshotCost } from './costs.ts';
import type { SnapshotInfo } from './snapshots.ts';

const Snapshot = builder.objectRef<SnapshotInfo>('Snapshot').implement({
  description:
    'A file with all records of a country: gzipped, a line of JSON for each record. What is about natural persons is left out.',
  fields: (t) => ({
    id: t.exposeID('id'),
    countryCode: t.exposeString('countryCode', { description: 'ISO 3166-1 alpha-2' }),
    dataVersion: t.exposeInt('dataVersion'),
    cursor: t.exposeString('cursor', { description: 'Continue the feed from here to update this file to the current data.' }),
    records: t.exposeInt('records'),
    units: t.int({
      description: `What a download of the whole file costs: ${priceOf(snapshotCost)}.`,
      resolve: ({ records }) => unitsFor(snapshotCost, records),
    }),
    bytes: t.exposeFloat('bytes', { description: 'Of the file.', extensions: declare({ value: z.int().min(0) }) }),
    sha256: t.exposeString('sha256', { description: 'Of the file.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

builder.queryFields((t) => ({
  snapshots: t.field({
    type: [Snapshot],
    nullable: true,
    description: 'The snapshots that can be downloaded, newest first.',
    extensions: declare({ cost: { of: 'The list of snapshots' } }),
    args: { country: t.arg.string({ description: 'ISO 3166-1 alpha-2, in either case.' }) },
    resolve: (_root, { country }, { services }) => {
      check({ country: filterRules.country }, { country });
      return services.changes.snapshots.list(country ?? undefined);
    },
  }),

  snapshot: t.field({
    type: Snapshot,
    nullable: true,
    description: 'One snapshot, or null if there is none with this id. GET /api/v1/snapshots/{id} downloads it.',
    extensions: declare({ cost: { of: 'What is known of one snapshot' }, absent: 'snapshot_not_found' }),
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, { services }) =>
      (isUuid(id) ? await services.changes.snapshots.find(id.toLowerCase()) : undefined) ?? null,
  }),
}));
