import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeBritishFile } from '../../../scripts/samples/gb.ts';
import { gb } from '../../../src/registers/countries/gb/register.ts';
import { samples } from '../../../src/registers/import/samples.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';
import { expectWhole } from '../../support/search-segments.ts';

let ground: ImportGround;
/** What the libraries have to say of how we use them, which would go to the person who imports. */
const warnings: string[] = [];
const listen = ({ message }: Error) => void warnings.push(message);
beforeEach(async () => {
  process.on('warning', listen);
  ground = await importGround();
});
afterEach(async () => {
  await ground.close();
  process.off('warning', listen);
  expect(warnings).toEqual([]);
});

const importSample = async (id: string) => {
  for (const { register, path } of samples) if (register.id === id) await ground.import(register, path);
};

test('an import leaves the segments alone that none of its changes lies in', async () => {
  await importSample('lv');
  await writeBritishFile(ground.path('1.csv'), 6_000);
  await ground.import(gb, ground.path('1.csv'));
  const before = await expectWhole(ground);
  const [header, ...documents] = (await readFile(ground.path('1.csv'), 'utf8')).split('\r\n');
  // Only one company changes, and it keeps its name; and one is gone.
  const changed = documents.map((document, index) =>
    index === 4_000 ? document.replace(/"United Kingdom"/, '"Jersey"') : document,
  );
  await ground.file('2.csv', [header, ...changed.filter((_, index) => index !== 10)].join('\r\n'));
  expect(await ground.import(gb, ground.path('2.csv'))).toMatchObject({ changed: 1, removed: 1, added: 0 });
  const after = await expectWhole(ground);
  const kept = new Set(before.map(({ id }) => id));
  expect(after.filter(({ id }) => !kept.has(id)).length).toBeLessThanOrEqual(2);
  expect(after.length).toBe(before.length);
});

test('a thousand companies of one name are cut like any others', async () => {
  await writeBritishFile(ground.path('1.csv'), 5_000);
  const [header, ...documents] = (await readFile(ground.path('1.csv'), 'utf8')).split('\r\n');
  await ground.file(
    'same.csv',
    [header, ...documents.map((document) => document.replace(/^"(?:[^"]|"")*"/, '"ALL THE SAME LTD"'))].join('\r\n'),
  );
  await ground.import(gb, ground.path('same.csv'));
  expect((await expectWhole(ground)).length).toBeGreaterThan(2);
  await ground.import(gb, ground.path('1.csv'), { allowChange: true });
  await expectWhole(ground);
});
