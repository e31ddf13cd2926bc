import { z } from 'zod';
import { Failure } from '../../src/kernel/errors.ts';
import { route } from '../route.ts';
import { exampleChange } from './changes.ts';
import { country } from './entity-query.ts';

const Snapshot = z
  .object({
    id: z.guid(),
    countryCode: z.string().length(2),
    dataVersion: z.int32(),
    cursor: z.string().meta({ description: 'The changes after it lead from this file to the data of today.' }),
    records: z.int32().min(0),
    bytes: z.int().min(0).meta({ description: 'Of the file.' }),
    sha256: z.string().length(64).meta({ description: 'Of the file.' }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Snapshot' });
const snapshotDocument = 'id countryCode dataVersion cursor records bytes sha256 createdAt';
type Snapshot = z.output<typeof Snapshot>;

const example: Snapshot = {
  id: '2d7b7f5e-9a3c-4c56-8f1a-6f2b1d0c9e11',
  countryCode: 'MD',
  dataVersion: 7,
  cursor: exampleChange.cursor,
  records: 230_000,
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
  document: `query ($country: String) { snapshots(country: $country) { ${snapshotDocument} } }`,
  variables: ({ query }) => query,
  envelope: ({ snapshots }: { snapshots: Snapshot[] }) => ({ data: snapshots, meta: { count: snapshots.length } }),
  answers: {
    200: {
      description: 'The snapshots.',
      body: z.object({ data: z.array(Snapshot), meta: z.object({ count: z.int32().min(0) }) }),
      example: { data: [example], meta: { count: 1 } },
    },
  },
  errors: ['service_unavailable'],
  cacheControl: 'private, no-cache',
});

const gzip = 'application/gzip';
const file = { body: z.string(), example: undefined, mediaType: gzip };
const text = (description: string) => z.string().max(200, 'is too long').optional().meta({ description });

export const downloadSnapshot = route({
  operationId: 'downloadSnapshot',
  method: 'get',
  path: '/snapshots/{id}',
  tag: 'Registry',
  summary: 'Download a snapshot',
  description:
    'The gzipped file: a line of JSON for each record, as `GET /api/v1/entities/{id}` has it in `data`. A download that broke off ' +
    'goes on with `Range`; each request is one unit.',
  access: 'apiKey',
  input: {
    params: z.object({
      id: z.guid('must be a UUID').meta({ description: 'From the list of snapshots.', examples: [example.id] }),
    }),
    headers: z.object({
      Range: text('The part that is wanted, as in `bytes=1048576-`.'),
      'If-Range': text('The `ETag` of the file that the part belongs to.'),
    }),
  },
  document: `query ($id: ID!) { snapshot(id: $id) { ${snapshotDocument} } }`,
  variables: ({ params }) => params,
  envelope: ({ snapshot }: { snapshot: Snapshot | null }) => {
    if (!snapshot) throw new Failure('snapshot_not_found');
    return undefined;
  },
  file: ({ snapshot }, { changes }) => {
    const { id, bytes, sha256, countryCode, dataVersion } = snapshot as Snapshot;
    const name = `${countryCode.toLowerCase()}-${dataVersion}.ndjson.gz`;
    return { path: changes.snapshots.path(id), size: bytes, etag: `"${sha256}"`, mediaType: gzip, name };
  },
  answers: {
    200: { description: 'The file.', ...file },
    206: { description: 'The part of the file.', headers: { 'Content-Range': 'Which part it is.' }, ...file },
  },
  errors: ['snapshot_not_found', 'range_not_satisfiable', 'service_unavailable'],
  cacheControl: 'private, max-age=86400',
});
