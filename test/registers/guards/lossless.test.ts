import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { slovakEntities } from '../../../scripts/samples/sk.ts';
import { isRawNumber, parseLossless } from '../../../src/kernel/lossless-json.ts';
import { lv } from '../../../src/registers/countries/lv/register.ts';
import { sk } from '../../../src/registers/countries/sk/register.ts';
import { type ChangesGround, changesGround } from '../../support/changes.ts';
import { as } from '../../support/people.ts';

let ground: ChangesGround;
beforeEach(async () => {
  ground = await changesGround();
});
afterEach(() => ground.close());

test('a header that occurs twice keeps both values, and collides with no other', async () => {
  const header = 'regcode;name;type;registered;terminated;closed;Note;Note;Note (2);Note';
  const row = '40000000001;One;SIA;2020-01-01;;;a;b;c;d';
  await ground.import(lv, await ground.file('lv.csv', `${header}\n${row}\n`));
  const [one] = await ground.query("SELECT id FROM entity WHERE register_id = 'lv'");
  const { body } = await ground.get(`/entities/${one?.['id']}`);
  expect(Object.entries(body.data.sourceData).slice(-4)).toEqual([
    ['Note', 'a'],
    ['Note (3)', 'b'],
    ['Note (2)', 'c'],
    ['Note (4)', 'd'],
  ]);
});

const big = '12345678901234567890';
const price = '0.12345678901234567890';

test('a number of a JSON file keeps its digits everywhere: record, GraphQL, history, feed, snapshot', async () => {
  const text = async (path: string, body?: string) => {
    const headers = { ...(body ? as(ground.accountId) : { 'x-api-key': ground.secret }), 'content-type': 'application/json' };
    const response = await fetch(`${ground.service.url}${path}`, {
      headers,
      ...(body === undefined ? {} : { method: 'POST', body }),
    });
    return response.text();
  };
  const write = (name: string, digits: string) =>
    ground.file(
      name,
      JSON.stringify({ results: [...slovakEntities(1)] }).replace(
        '{"id"',
        `{"precise":${digits},"prices":[${price},{"deep":${digits}}],"id"`,
      ),
    );
  await ground.import(sk, await write('init_2026-10-03_001.json', `${big}1`));
  await ground.import(sk, await write('init_2026-11-07_001.json', big));
  const [{ id }] = (await ground.query("SELECT id FROM entity WHERE register_id = 'sk'")) as [{ id: string }];
  const kept = `"precise":${big},"prices":[${price},{"deep":${big}}]`;

  expect(await text(`/api/v1/entities/${id}`)).toContain(kept);
  expect(await text('/graphql', JSON.stringify({ query: `{ entity(id: "${id}") { sourceData } }` }))).toContain(kept);
  for (const path of ['/api/v1/changes?cursor=start', `/api/v1/entities/${id}/history`]) {
    const told = await text(path);
    expect(told).toContain(`"/sourceData/precise"`);
    expect(told).toContain(`"old":${big}1,"new":${big}`);
  }
  const [{ at }] = (await ground.query("SELECT at::text FROM change_set WHERE register_id = 'sk' ORDER BY version LIMIT 1")) as [
    { at: string },
  ];
  expect(await text(`/api/v1/entities/${id}?asOf=${encodeURIComponent(new Date(at).toISOString())}`)).toContain(
    `"precise":${big}1,`,
  );
  const [snapshot] = await ground.makeSnapshots('SK');
  const response = await fetch(`${ground.service.url}/api/v1/snapshots/${snapshot}`, { headers: { 'x-api-key': ground.secret } });
  expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toContain(kept);
  // The same again, in another file, is the same.
  expect(await ground.import(sk, await write('init_2026-12-05_001.json', big))).toMatchObject({ changed: 0 });
});

test.each([
  ['12345678901234567890', true],
  ['-0.12345678901234567890', true],
  ['1e400', true],
  ['9007199254740993', true],
  ['9007199254740992', false],
  ['1003602023531E3', false],
  ['-0.5e-7', false],
  ['1000000000000000000000.00', false],
  ['0.0000000000000000000', false],
])('%s is kept as it was written: %s', (digits, isRaw) => {
  const [value] = parseLossless(`[${digits}]`) as [unknown];
  expect(isRawNumber(value)).toBe(isRaw);
  expect(JSON.stringify([value])).toBe(isRaw ? `[${digits}]` : JSON.stringify([Number(digits)]));
});

test('an id of a JSON file that is longer than a number is told in full', async () => {
  const entity = JSON.stringify({ results: [...slovakEntities(1, { seed: 9 })] }).replace(/"id":\d+/, `"id":${big}`);
  await ground.import(sk, await ground.file('init_2027-01-02_001.json', entity), { allowShrink: true });
  expect(await ground.query("SELECT registry ->> 'rpoId' AS id FROM entity WHERE register_id = 'sk'")).toEqual([{ id: big }]);
});
