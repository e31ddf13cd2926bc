import { z } from 'zod';
import { snapshotCost } from '../../../src/changes/index.ts';
import { countOf, from } from '../../route/envelope.ts';
import { route } from '../../route/route.ts';
import { maxLengths } from '../../route/rules.ts';
import { exampleChange } from './changes.ts';
import { country } from './entity-query.ts';

const fragment = 'fragment Snapshot on Snapshot { id countryCode dataVersion cursor records units bytes sha256 createdAt }';

const example = {
  id: '2d7b7f5e-9a3c-4c56-8f1a-6f2b1d0c9e11',
  countryCode: 'MD',
  dataVersion: 7,
  cursor: exampleChange.cursor,
  records: 230_000,
  units: 230,
  bytes: 41_943_040,
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  createdAt: '2026-10-14T06:30:00.000Z',
};

export const listSnapshots = route({
  operationId: 'listSnapshots',
  method: 'get',
  path: '/snapshots',
  tag: 'Registry',
  summary: 'List the snapshots',
  description:
    'Files with all records of a country, newest first. A snapshot and the changes after its `cursor` give the data of today. ' +
    'What is about natural persons is left out.',
  access: 'apiKey',
  input: { query: z.strictObject({ country }) },
  document: `query ($country: String) { snapshots(country: $country) { ...Snapshot } } ${fragment}`,
  variables: ({ query }) => query,
  answers: {
    200: {
      description: 'The snapshots.',
      body: { data: from('snapshots'), meta: { count: countOf('snapshots') } },
      example: { data: [example], meta: { count: 1 } },
    },
  },
  cacheControl: 'private, no-cache',
});

const mediaType = 'application/gzip';
const header = (description: string) => z.string().max(maxLengths.header, 'is too long').optional().meta({ description });

export const downloadSnapshot = route({
  operationId: 'downloadSnapshot',
  method: 'get',
  path: '/snapshots/{id}',
  tag: 'Registry',
  summary: 'Download a snapshot',
  description:
    'The gzipped file: a line of JSON for each record, as `GET /api/v1/entities/{id}` has it in `data`. It costs the ' +
    '`units` of the list. A download that broke off goes on with `Range`: a part costs its share of the units, at least one.',
  access: 'apiKey',
  input: {
    params: z.object({
      id: z.guid('must be a UUID').meta({ description: 'From the list of snapshots.', examples: [example.id] }),
    }),
    headers: z.object({
      Range: header('The part that is wanted, as in `bytes=1048576-`.'),
      'If-Range': header('The `ETag` of the file that the part belongs to.'),
    }),
  },
  document: `query ($id: ID!) { snapshot(id: $id) { ...Snapshot } } ${fragment}`,
  variables: ({ params }) => params,
  absent: 'snapshot_not_found',
  cost: { ...snapshotCost, count: ({ snapshot }) => snapshot.records },
  file: ({ snapshot }, { changes }) => ({
    path: changes.snapshots.path(snapshot.id),
    size: snapshot.bytes,
    etag: `"${snapshot.sha256}"`,
    mediaType,
    name: `${snapshot.countryCode.toLowerCase()}-${snapshot.dataVersion}.ndjson.gz`,
  }),
  answers: {
    200: { description: 'The file.', mediaType },
    206: { description: 'The part of the file that was asked for.', mediaType },
  },
  errors: ['snapshot_not_found', 'range_not_satisfiable'],
  cacheControl: 'private, max-age=86400',
});
