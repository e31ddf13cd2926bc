import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leiCsv, leiNumber } from '../../scripts/samples/gleif/golden-copy.ts';
import { writeGoldenCopy } from '../../scripts/samples/gleif/sample.ts';
import { importGleif } from '../../src/registers/gleif/import.ts';
import { samplesUrl } from '../../src/registers/import/sample-source.ts';
import { lacksIdentifiers, sampleIdentifiers } from '../../src/registers/import/samples.ts';
import { type ChangesGround, changesGround } from '../support/changes.ts';
import { catchUp, importGolden, nextEdition } from '../support/identifiers.ts';
import { connect, importAsSamples } from '../support/imports.ts';
import { as } from '../support/people.ts';

let ground: ChangesGround;
beforeAll(async () => {
  ground = await changesGround();
  await importAsSamples(ground.url, 'gb', 'ee', 'lv');
  await importSamples();
});
afterAll(() => ground.close());

async function importSamples() {
  const parts = { samplesUrl, connect: () => connect(ground.url), now: () => new Date(), progress: () => {} };
  await importGleif({ ...sampleIdentifiers, ...parts });
  await catchUp(ground);
}

const isLacking = async () => {
  const client = await connect(ground.url);
  return lacksIdentifiers(client).finally(() => client.end());
};

test('the committed files are what their generator writes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'samples-'));
  await writeGoldenCopy(folder);
  for (const path of sampleIdentifiers.paths) {
    const again = await readFile(join(folder, path.split('/').at(-1) ?? ''), 'utf8');
    expect(await readFile(path, 'utf8'), `${path}: run make-samples`).toBe(again);
  }
  await rm(folder, { recursive: true });
});

test('a group of sample companies goes over three countries, and real identifiers take the place of invented ones', async () => {
  expect(await isLacking()).toBe(false);
  const [head] = (await ground.get(`/entities?lei=${leiNumber(1)}`)).body.data;
  const { data, meta } = (await ground.get(`/entities/${head.id}/group`)).body;
  expect(data).toMatchObject({ directParent: { member: { countryCode: 'CH', entity: null } } });
  expect(data.children.map((one: { member: { entity: { countryCode: string } } }) => one.member.entity.countryCode)).toEqual([
    'GB',
    'EE',
    'LV',
  ]);
  expect(meta.total).toBe(3);
  const sources = (await ground.service.get('/api/v1/identifier-sources')).body.data;
  expect(sources).toMatchObject([
    { id: 'gleif', served: { sourceUrl: samplesUrl, identifiers: 45, relations: 10, exceptions: 2 } },
  ]);
  const imports = await ground.service.graphql('{ identifierImports { items { source isServed } } }', {
    headers: as(ground.accountId),
  });
  expect(imports.body.errors?.[0]).toMatchObject({ extensions: { code: 'operator_required' } });

  const real = { lei: leiNumber(500), name: 'Real Ltd', authority: 'RA000585', number: head.number };
  await importGolden(ground, { [nextEdition()]: leiCsv([real]) });
  expect((await ground.get(`/entities/${head.id}`)).body.data.identifiers).toMatchObject([{ value: real.lei, doubtful: true }]);
  expect(await ground.query('SELECT count(*)::int AS leis FROM lei')).toEqual([{ leis: 1 }]);
  expect(await isLacking()).toBe(false);
});
