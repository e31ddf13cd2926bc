import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeBritishFile } from '../../../scripts/samples/gb.ts';
import { readMigrations } from '../../../src/database/migrations.ts';
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

test('a database from before the segments were packed so gets them packed, and the next import goes on from there', async () => {
  await importSample('md');
  await importSample('ee');
  // The migrations of other names and addresses come later, and do not fill them in.
  const parts = async () =>
    (await expectWhole(ground)).map(({ id: _, other_names: _names, words: _words, addresses: _keys, ...rest }) => rest);
  const packed = await parts();
  // Back to what it was: a narrow copy of each record, and nothing packed.
  await ground.query(`
    CREATE TABLE search_entry AS SELECT coalesce(legal_form.id, 0) AS legal_form, entity.id, search_text AS text FROM entity
      LEFT JOIN legal_form ON value = entity.legal_form;
    DROP TABLE search_segment; CREATE TABLE search_segment ();
    ALTER TABLE entity DROP COLUMN search_text, DROP COLUMN other_names_text, DROP COLUMN words_text, DROP COLUMN address_key;
    ALTER TABLE import_run DROP COLUMN ordinal;
    ALTER TABLE legal_form DROP CONSTRAINT legal_form_id_check`);
  for (const step of ['_immutable_segments', '_other_names', '_addresses'])
    await ground.query(readMigrations().find(({ name }) => name.endsWith(step))?.sql ?? '');
  expect(await parts()).toEqual(packed);
  await importSample('no');
  await expectWhole(ground);
});
