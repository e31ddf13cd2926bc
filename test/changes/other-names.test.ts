import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { australianHeader } from '../../scripts/samples/au.ts';
import { eraseRecord } from '../../src/intake/erasure/erase-record.ts';
import { au } from '../../src/registers/countries/au/register.ts';
import { japaneseColumns, jp } from '../../src/registers/countries/jp/register.ts';
import type { Register } from '../../src/registers/declaration/register.ts';
import { type ChangesGround, changesGround, servedRecord } from '../support/changes.ts';
import { connect } from '../support/imports.ts';
import { as } from '../support/people.ts';
import { textOf } from '../support/registers/register-files.ts';
import { expectWhole } from '../support/search-segments.ts';

let ground: ChangesGround;
beforeAll(async () => {
  ground = await changesGround();
});
afterAll(() => ground.close());

let files = 0;
/** Companies by number: the current name first, then the former ones. */
async function importNames(companies: Record<string, string[]>) {
  const rows = Object.entries(companies).flatMap(([number, [current = '', ...former]]) => {
    const common = { ACN: number, Type: 'APTY', Status: 'REGD', 'Date of Registration': '08/01/1990' };
    return [
      { ...common, 'Company Name': current, 'Current Name Indicator': 'Y' },
      ...former.map((name) => ({ ...common, 'Company Name': name, 'Current Name': current })),
    ];
  });
  ground.now = new Date(ground.now.getTime() + 3_600_000);
  const format = { delimiter: '\t', quote: 'never', lineBreak: '\r\n', start: '\uFEFF' } as const;
  const path = await ground.file(`company_2026${String(++files).padStart(2, '0')}.csv`, textOf(australianHeader, rows, format));
  return ground.import(au, path, { allowChange: true, allowShrink: true });
}

const idOf = async (number: string) => (await ground.query('SELECT id FROM entity WHERE number = $1', [number]))[0].id as string;
const namesIn = (record: { otherNames: { name: string }[] }) => record.otherNames.map(({ name }) => name);
const record = async (id: string, query = '') => (await ground.get(`/entities/${id}${query}`)).body.data;
const indexed = async (id: string) =>
  (await ground.query('SELECT other_names_text AS names, words_text AS words FROM entity WHERE id = $1', [id]))[0];
const graphql = async (query: string) => (await ground.service.graphql(query, { headers: as(ground.accountId) })).body.data;

const others = { '612345670': ['HERON PTY LTD'], '007239492': ['K. LINE & CO. PTY. LTD.'] };

test('an import that changes only a former name rewrites the line, and tells the change; the past has the names of then', async () => {
  await importNames({ ...others, '000000019': ['MONAKA PTY LTD', 'EGRET HOLDINGS PTY LTD'] });
  await expectWhole(ground);
  const id = await idOf('000000019');
  const egret = { name: 'EGRET HOLDINGS PTY LTD', kind: 'previous', language: null, from: null, to: null, source: null };
  expect(await record(id)).toMatchObject({ otherNames: [egret] });
  expect(await record(await idOf('612345670'))).toMatchObject({ otherNames: [] });
  expect(await indexed(id)).toEqual({ names: 'egret holdings pty ltd', words: null });
  expect(await indexed(await idOf('007239492'))).toEqual({ names: null, words: null });
  const before = ground.now;

  const next = { ...others, '000000019': ['MONAKA PTY LTD', 'EGRET HOLDINGS PTY LTD', 'B.I.T. PTY LTD'] };
  expect(await importNames(next)).toMatchObject({ changed: 1, unchanged: 2 });
  expect(await indexed(id)).toEqual({
    names: 'egret holdings pty ltd\u0001b.i.t. pty ltd',
    words: '\u0001\u0001bit pty ltd',
  });
  await expectWhole(ground);
  const served = await record(id);
  expect(namesIn(served)).toEqual(['EGRET HOLDINGS PTY LTD', 'B.I.T. PTY LTD']);
  expect(namesIn(await record(id, `?asOf=${before.toISOString()}`))).toEqual(['EGRET HOLDINGS PTY LTD']);

  const fields = 'name kind language from to source';
  const { entity, entities } = await graphql(`{ entity(id: "${id}") { otherNames { ${fields} } }
    entities(filter: { q: "monaka" }) { items { otherNames { ${fields} } } } }`);
  expect(entity.otherNames).toEqual(served.otherNames);
  expect(entities.items).toEqual([entity]);

  const { body } = await ground.get(`/entities/${id}/history`);
  const change = body.data[0].changes.find(({ path }: { path: string }) => path === '/otherNames');
  expect(change).toEqual({ path: '/otherNames', old: [egret], new: served.otherNames });

  const [snapshot] = await ground.makeSnapshots('AU');
  const response = await fetch(`${ground.service.url}/api/v1/snapshots/${snapshot}`, { headers: { 'x-api-key': ground.secret } });
  const lines = gunzipSync(Buffer.from(await response.arrayBuffer()))
    .toString()
    .split('\n');
  expect(lines).toContain(await servedRecord(ground, id));
});

test('a name that becomes the current one is no other name any more, and the change says so', async () => {
  await importNames({ ...others, '000000019': ['MONAKA PTY LTD', 'EGRET HOLDINGS PTY LTD'] });
  await importNames({ ...others, '000000019': ['EGRET HOLDINGS PTY LTD', 'MONAKA PTY LTD'] });
  const id = await idOf('000000019');
  expect(namesIn(await record(id))).toEqual(['MONAKA PTY LTD']);
  const { body } = await ground.get(`/entities/${id}/history?pageSize=1`);
  const change = body.data[0].changes.find(({ path }: { path: string }) => path === '/otherNames');
  expect([namesIn({ otherNames: change.old }), namesIn({ otherNames: change.new })]).toEqual([
    ['EGRET HOLDINGS PTY LTD'],
    ['MONAKA PTY LTD'],
  ]);
});

test('a removed record has its names in the feed, and the record that comes back too', async () => {
  await importNames({ ...others, '000000019': ['MONAKA PTY LTD', 'EGRET HOLDINGS PTY LTD'] });
  const id = await idOf('000000019');
  const whole = await servedRecord(ground, id);
  await importNames(others);
  await expectWhole(ground);
  const { body } = await ground.get(`/entities/${id}/history?pageSize=1`);
  expect(JSON.stringify(body.data[0].changes[0].old)).toBe(whole);
});

/** A company with an English name. Its typed fields are the same in every file. */
async function importJapanese(register: Register, day: string, company: Record<string, string>) {
  const fields = { process: '01', kind: '301', latest: '1', furigana: 'サギ' };
  const row: Record<string, string> = { ...fields, ...company };
  ground.now = new Date(ground.now.getTime() + 3_600_000);
  const text = `${japaneseColumns.map((column) => row[column] ?? '').join(',')}\n`;
  await ground.import(register, await ground.file(`00_zenkoku_all_${day}.csv`, text), {
    allowChange: true,
    allowShrink: true,
    allowOlder: true,
  });
}

test('a new name that was another name is noted, though no other field changed', async () => {
  const same = { corporateNumber: '7000012050002', enName: 'Heron KK' };
  await importJapanese(jp, '20261020', { ...same, name: '鷺商店' });
  const id = await idOf(same.corporateNumber);
  await importJapanese(jp, '20261021', { ...same, name: same.enName });
  const { body } = await ground.get(`/entities/${id}/history?pageSize=1`);
  const change = body.data[0].changes.find(({ path }: { path: string }) => path === '/otherNames');
  expect(change).toMatchObject({ old: [{ name: same.enName }, { name: 'サギ' }], new: [{ name: 'サギ' }] });
});

test('an erased name or address is gone from the record, its past, the feed and the index, and no import brings it back', async () => {
  const columns = ['enName', 'cityName', 'postCode'];
  const persons = [
    { fields: ['/registry/englishName', '/registry/address/city', '/registry/address/postCode'], columns, when: /.*/ },
  ];
  const register: Register = { ...jp, persons };
  const found = { cityName: '京都市南区', postCode: '6018116' };
  const totals = () =>
    Promise.all(
      ['postalCode=601-81', 'locality=京都市南区'].map(async (query) => (await ground.get(`/entities?${query}`)).body.meta.total),
    );
  const importName = (day: string, name: string) =>
    importJapanese(register, day, { ...found, corporateNumber: '1130001011420', name, enName: 'Anna B.C. Heron' });
  await importName('20261026', '鷺商店');
  await importName('20261027', '鷺株式会社');
  const id = await idOf('1130001011420');
  expect(await indexed(id)).toEqual({ names: 'anna b.c. heron\u0001サギ', words: '\u0001anna bc heron\u0001' });
  await vi.waitFor(async () => expect(await totals()).toEqual([1, 1]), { timeout: 60_000 });
  await eraseRecord(
    { id, fields: [], registers: [register] },
    {
      connect: () => connect(ground.url),
      now: () => ground.now,
      forgetRequests: async () => 0,
      withdrawSnapshots: async () => async () => {},
    },
  );
  const expectErased = async () => {
    await expectWhole(ground);
    expect(await indexed(id)).toEqual({ names: 'サギ', words: null });
    // Instances notice it within a second.
    await vi.waitFor(async () => expect(await totals()).toEqual([0, 0]), { timeout: 60_000 });
    expect(namesIn(await record(id))).toEqual(['サギ']);
    expect(namesIn(await record(id, `?asOf=${ground.now.toISOString()}`))).toEqual(['サギ']);
    for (const path of [`/entities/${id}/history`, '/changes?limit=1000'])
      expect(JSON.stringify((await ground.get(path)).body)).not.toContain('Anna');
  };
  await expectErased();
  await importName('20261028', '青鷺株式会社');
  await expectErased();
});
