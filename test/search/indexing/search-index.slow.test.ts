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

test('segments follow the data: cut as registers grow, joined as they shrink, whatever the order', async () => {
  for (const id of ['ee', 'md']) await importSample(id);
  expect(await expectWhole(ground)).toHaveLength(1);
  await writeBritishFile(ground.path('many.csv'), 7_000);
  await ground.import(gb, ground.path('many.csv'));
  const many = await expectWhole(ground);
  expect(many.length).toBeGreaterThanOrEqual(4);
  expect(many.length).toBeLessThan(9);
  await importSample('no');
  await expectWhole(ground);
  await writeBritishFile(ground.path('few.csv'), 300);
  await ground.import(gb, ground.path('few.csv'), { allowShrink: true });
  const few = await expectWhole(ground);
  expect(few.length).toBeLessThanOrEqual(3);
  for (const { size } of few.slice(0, -1)) expect(size).toBeGreaterThanOrEqual(512);
  await ground.import(gb, ground.path('many.csv'));
  await expectWhole(ground);
});
