import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cypriotOrganisations, officeHeader, organisationHeader } from '../../scripts/samples/cy.ts';
import { quotedLine } from '../../scripts/samples/files.ts';
import { snapshotFolder, snapshotPath } from '../../src/changes/snapshots.ts';
import { cy } from '../../src/registers/countries/cy/register.ts';
import { type ChangesGround, changesGround } from '../support/changes.ts';
import { as } from '../support/people.ts';

let ground: ChangesGround;
beforeAll(async () => {
  ground = await changesGround();
});
afterAll(() => ground.close());

const names = ['organisations.csv', 'registered_office.csv'] as const;
const companies = [...cypriotOrganisations(20)];

/** Writes the two files into a folder; the first company moves to another street. Gives what provenance has of them. */
async function publish(folder: string, street: string) {
  await mkdir(ground.path(folder));
  const text = (header: readonly string[], rows: string[][]) => [header, ...rows].map((row) => quotedLine(row, '\r\n')).join('');
  const [first, ...others] = companies.map(({ office }) => office) as [string[], ...string[][]];
  const texts = [
    text(
      organisationHeader,
      companies.flatMap(({ rows }) => rows),
    ),
    text(officeHeader, [first.with(1, street), ...others]),
  ];
  for (const [place, name] of names.entries()) await writeFile(ground.path(`${folder}/${name}`), texts[place] as string);
  return names.map((name, place) => ({ name, sha256: hash('sha256', texts[place] as string, 'hex') }));
}

test('several files are named in provenance, each with its hash: in the record, GraphQL, feed, history and snapshots', async () => {
  const before = await publish('first', 'Odos 1');
  await ground.import(cy, ground.path('first'));
  ground.now = new Date(ground.now.getTime() + 3_600_000);
  const after = await publish('second', 'Odos 2');
  expect(await ground.import(cy, ground.path('second'))).toMatchObject({ changed: 1 });
  const [change] = (await ground.get('/changes?cursor=start&country=CY')).body.data.filter(
    ({ type }: { type: string }) => type === 'updated',
  );
  const byName = (files: { name: string }[]) => files.toSorted((one, other) => one.name.localeCompare(other.name));
  const { provenance } = (await ground.get(`/entities/${change.entityId}`)).body.data;
  expect(byName(provenance.files)).toEqual(after);
  expect(after.map(({ sha256 }) => sha256)).not.toContain(provenance.sha256);
  const moved = change.changes.find(({ path }: { path: string }) => path === '/provenance/files');
  expect([byName(moved.old), moved.new]).toEqual([before, provenance.files]);
  const history = (await ground.get(`/entities/${change.entityId}/history`)).body.data;
  expect(history[0].provenance).toEqual(provenance);
  const asked = await ground.service.graphql(`{ entity(id: "${change.entityId}") { provenance { files { name sha256 } } } }`, {
    headers: as(ground.accountId),
  });
  expect(asked.body.data.entity.provenance.files).toEqual(provenance.files);
  const [snapshot = ''] = await ground.makeSnapshots('CY');
  const lines = gunzipSync(readFileSync(snapshotPath(snapshotFolder(ground.folder), snapshot)))
    .toString()
    .trim()
    .split('\n');
  const copied = lines.map((line) => JSON.parse(line)).find(({ id }) => id === change.entityId);
  expect(copied.provenance).toEqual(provenance);
});
