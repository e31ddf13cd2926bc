import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeBritishFile } from '../../../scripts/samples/gb.ts';
import { writeIrishFile } from '../../../scripts/samples/ie.ts';
import { gb } from '../../../src/registers/countries/gb/register.ts';
import { ie } from '../../../src/registers/countries/ie/register.ts';
import { samples } from '../../../src/registers/import/samples.ts';
import { type ChangesGround, changesGround } from '../../support/changes.ts';

let ground: ChangesGround;
beforeEach(async () => {
  ground = await changesGround();
});
afterEach(() => ground.close());

const importSample = async (id: string) => {
  const { register, path, sourceUrl } = samples.find((sample) => sample.register.id === id) ?? expect.unreachable();
  await ground.import(register, path, { sourceUrl });
};
const total = async (country: string) => (await ground.get(`/entities?country=${country}`)).body.meta.total;

test('real data in the place of samples is a baseline: samples go without a trace, and the feed begins anew', async () => {
  for (const id of ['gb', 'lv', 'ie']) await importSample(id);
  const [sample] = await ground.query("SELECT id FROM entity WHERE register_id = 'gb' LIMIT 1");
  const { body: before } = await ground.get('/changes?cursor=start&limit=1');
  await writeBritishFile(ground.path('gb.csv'), 700, { seed: 77 });
  expect(await ground.import(gb, ground.path('gb.csv'))).toMatchObject({ added: 700, removed: 500, changed: 0 });

  expect(await total('GB')).toBe(700);
  expect(await total('LV')).toBe(300);
  expect((await ground.get(`/entities/${sample?.['id']}`)).status).toBe(404);
  expect((await ground.get(`/entities/${sample?.['id']}/history`)).status).toBe(404);
  expect(await ground.query("SELECT FROM tombstone WHERE register_id = 'gb'")).toEqual([]);
  expect((await ground.query('SELECT sum(size)::int AS size FROM search_segment'))[0]?.['size']).toBe(700 + 300 + 150);

  expect((await ground.get(`/changes?cursor=${before.meta.nextCursor}`)).body.error.code).toBe('cursor_expired');
  const { body: after } = await ground.get('/changes?cursor=start');
  expect(after.data.map(({ type, countryCode }: { type: string; countryCode: string }) => [type, countryCode])).toEqual([
    ['baseline', 'GB'],
  ]);
  // Also of a register in which a company may have several rows, which are brought together before they are written.
  await writeIrishFile(ground.path('ie.csv'), 200, { seed: 77 });
  expect(await ground.import(ie, ground.path('ie.csv'))).toMatchObject({ removed: 150, changed: 0 });
  expect(await total('IE')).toBe(200);
});

test('an import over samples that fails leaves them', async () => {
  await importSample('gb');
  const before = await ground.state();
  await ground.file('bad.csv', 'CompanyName,CompanyNumber\r\n');
  await expect(ground.import(gb, ground.path('bad.csv'))).rejects.toThrow(/not the file of this register/);
  await writeBritishFile(ground.path('gb.csv'), 50, { seed: 77 });
  const stop = async () => {
    throw new Error('stopped');
  };
  await expect(ground.import(gb, ground.path('gb.csv'), { indexCopy: { write: stop, tidy: async () => {} } })).rejects.toThrow(
    'stopped',
  );
  expect(await ground.state()).toBe(before);
  expect(await total('GB')).toBe(500);
});
