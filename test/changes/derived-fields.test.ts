import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { norwegianHeader } from '../../scripts/samples/no.ts';
import { eraseRecord } from '../../src/intake/erasure/erase-record.ts';
import { no } from '../../src/registers/countries/no/register.ts';
import { type ChangesGround, changesGround, servedRecord } from '../support/changes.ts';
import { connect } from '../support/imports.ts';
import { as } from '../support/people.ts';
import { type Fields, textOf } from '../support/registers/register-files.ts';

let ground: ChangesGround;
beforeAll(async () => {
  ground = await changesGround();
});
afterAll(() => ground.close());

const sandnes = {
  organisasjonsnummer: '810034882',
  navn: 'SANDNES ELEKTRISKE AS',
  'organisasjonsform.kode': 'AS',
  'naeringskode1.kode': '43.210',
  'forretningsadresse.adresse': 'Langgata 87',
  'forretningsadresse.poststed': 'SANDNES',
  'forretningsadresse.postnummer': '4306',
  'forretningsadresse.landkode': 'NO',
};
/** So many others that the file does not shrink or change too much. */
const others = ['810059672', '810059673', '810059674'].map((number) => ({
  ...{ organisasjonsnummer: number, navn: `AASEN ${number} AS`, 'organisasjonsform.kode': 'AS' },
}));

let files = 0;
async function importOne(row: Fields | undefined) {
  ground.now = new Date(ground.now.getTime() + 3_600_000);
  const rows = [...others, ...(row ? [row] : [])];
  const text = textOf(norwegianHeader, rows, { delimiter: ',', quote: 'all', lineBreak: '\n' });
  return ground.import(no, await ground.file(`enheter-2026-11-${String(++files).padStart(2, '0')}.csv`, text), {
    allowChange: true,
    allowShrink: true,
  });
}

const idOf = async (number: string) => (await ground.query('SELECT id FROM entity WHERE number = $1', [number]))[0].id as string;
const record = async (id: string, query = '') => (await ground.get(`/entities/${id}${query}`)).body.data;
const lastChange = async (id: string) =>
  (await ground.get(`/entities/${id}/history?pageSize=1`)).body.data[0].changes as { path: string; old: unknown; new: unknown }[];
const langgata = { lines: ['Langgata 87'], postalCode: '4306', locality: 'SANDNES', region: null, country: 'NO', raw: null };
const electric = {
  ...{ code: '43.210', label: null, scheme: 'NO-SN', revision: null },
  nace: { revision: '2.1', codes: ['43.21'], certainty: 'derived' },
};

const derivedOf = ({ legalFormCode, legalFormGroup, address, registry }: Record<string, { activities?: unknown }>) => [
  ...[legalFormCode, legalFormGroup, address, registry?.activities],
];

test('the record, its past, its changes and the snapshot agree on what is derived', async () => {
  await importOne(sandnes);
  const id = await idOf('810034882');
  const first = await record(id);
  expect(first).toMatchObject({ legalFormCode: 'YI42', legalFormGroup: 'limited_company', address: langgata });
  expect(first.registry.activities).toEqual({ unlicensed: [electric], licensed: [] });
  const before = ground.now;

  await importOne({ ...sandnes, 'organisasjonsform.kode': 'ASA', 'forretningsadresse.postnummer': '4307' });
  const moved = { ...langgata, postalCode: '4307' };
  await expect
    .poll(() => record(id))
    .toMatchObject({ legalFormCode: 'IQGE', legalFormGroup: 'public_limited_company', address: moved });
  const past = await record(id, `?asOf=${before.toISOString()}`);
  expect(derivedOf(past)).toEqual(derivedOf(first));
  const changes = await lastChange(id);
  expect(changes).toContainEqual({ path: '/legalFormCode', old: 'YI42', new: 'IQGE' });
  expect(changes).toContainEqual({ path: '/legalFormGroup', old: 'limited_company', new: 'public_limited_company' });
  expect(changes).toContainEqual({ path: '/address', old: langgata, new: moved });

  await importOne({
    ...sandnes,
    'organisasjonsform.kode': 'ASA',
    'forretningsadresse.postnummer': '4307',
    'naeringskode1.kode': '77.390',
  });
  const third = await lastChange(id);
  const several = {
    ...electric,
    code: '77.390',
    nace: { revision: '2.1', codes: ['77.11', '77.12', '77.39'], certainty: 'several' },
  };
  expect(third).toContainEqual({
    path: '/registry/activities',
    old: { unlicensed: [electric], licensed: [] },
    new: { unlicensed: [several], licensed: [] },
  });
  // What stays the same is not told.
  expect(third.map(({ path }) => path)).not.toContain('/address');

  const asked = `{ entities(filter: { q: "sandnes" }) { items { legalFormCode legalFormGroup
    address { lines postalCode locality region country raw } registry } } }`;
  const { body } = await ground.service.graphql(asked, { headers: as(ground.accountId) });
  const { legalFormCode, legalFormGroup, address, registry } = await record(id);
  expect(body.data.entities.items).toEqual([{ legalFormCode, legalFormGroup, address, registry }]);

  const [snapshot] = await ground.makeSnapshots('NO');
  const response = await fetch(`${ground.service.url}/api/v1/snapshots/${snapshot}`, { headers: { 'x-api-key': ground.secret } });
  expect(
    gunzipSync(Buffer.from(await response.arrayBuffer()))
      .toString()
      .split('\n'),
  ).toContain(await servedRecord(ground, id));

  const whole = await servedRecord(ground, id);
  await importOne(undefined);
  expect(JSON.stringify((await lastChange(id))[0]?.old)).toBe(whole);
});

test('a form that no table has is null, counted by the import and listed for operators', async () => {
  const summary = await importOne({ ...sandnes, 'organisasjonsform.kode': 'NYTT' });
  expect(summary.unknownForms).toEqual([{ form: 'NYTT', rows: 1 }]);
  const id = await idOf('810034882');
  await expect.poll(() => record(id)).toMatchObject({ legalForm: 'NYTT', legalFormCode: null, legalFormGroup: null });
  const runs = await ground.query('SELECT unknown_forms FROM import_run ORDER BY ordinal DESC LIMIT 1');
  expect(runs).toEqual([{ unknown_forms: [{ form: 'NYTT', rows: 1 }] }]);
  expect((await importOne(sandnes)).unknownForms).toEqual([]);
});

test('an erased address is gone from the derived one too, in the record, its past and its changes', async () => {
  const careOf = 'c/o Zephyrina Quillfeather';
  const row = { ...sandnes, 'forretningsadresse.adresse': `${careOf}/nLanggata 87` };
  await importOne(row);
  await importOne({ ...row, 'forretningsadresse.postnummer': '4310' });
  const id = await idOf('810034882');
  await expect.poll(() => record(id)).toMatchObject({ address: { lines: [careOf, 'Langgata 87'] } });
  await eraseRecord(
    { id, fields: [], registers: [no] },
    {
      connect: () => connect(ground.url),
      now: () => ground.now,
      forgetRequests: async () => 0,
      withdrawSnapshots: async () => async () => {},
    },
  );
  await expect.poll(() => record(id)).toMatchObject({ address: { ...langgata, postalCode: '4310' } });
  for (const path of [`/entities/${id}`, `/entities/${id}?asOf=${ground.now.toISOString()}`, `/entities/${id}/history`])
    expect(JSON.stringify((await ground.get(path)).body)).not.toContain('Quillfeather');
});
