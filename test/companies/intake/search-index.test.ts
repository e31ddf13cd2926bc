import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeBritishFile } from '../../../scripts/samples/gb.ts';
import { countryNumber, dayNumber, packActivities } from '../../../src/companies/format/facts.ts';
import { PackedLines } from '../../../src/companies/format/packed-lines.ts';
import { statuses } from '../../../src/companies/values.ts';
import { readMigrations } from '../../../src/database/migrations.ts';
import { gb } from '../../../src/registers/countries/gb/register.ts';
import { samples } from '../../../src/registers/import/samples.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';

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

interface Row {
  id: string;
  size: number;
  texts: Buffer;
  ids: Buffer;
  facts: Buffer;
  activities: Buffer;
}

const buckets = (): Promise<Row[]> =>
  ground.query('SELECT * FROM search_bucket ORDER BY first_name COLLATE "C", first_id') as Promise<Row[]>;

/** Holds all that is packed against the records: the same ones, in order, with the same facts. */
async function expectWhole(): Promise<Row[]> {
  const all = await buckets();
  const packed = all.flatMap(({ size, ...parts }) => {
    const lines = new PackedLines(parts);
    expect(lines.count).toBe(size);
    return Array.from({ length: size }, (_, line) => ({
      id: lines.keyOf(line).id.toString('hex'),
      text: parts.texts.subarray(lines.textEnds[line], (lines.textEnds[line + 1] ?? 0) - 1).toString(),
      facts: parts.facts.subarray(12 * line, 12 * line + 12).toString('hex'),
      activities: parts.activities.subarray(lines.activityEnds[line], lines.activityEnds[line + 1]).toString('hex'),
    }));
  });
  const rows = await ground.query(
    `SELECT replace(entity.id::text, '-', '') AS id, search_text, status, country_code AS country,
       registered_at::text AS registered, coalesce(legal_form.id, 0) AS form, ordinal, unlicensed, licensed
     FROM entity JOIN import_run ON import_run.id = import_run_id LEFT JOIN legal_form ON value = legal_form
     ORDER BY split_part(search_text, E'\\x01', 1) COLLATE "C", entity.id`,
  );
  const expected = rows.map(({ id, search_text, status, country, registered, form, ordinal, unlicensed, licensed }) => {
    const facts = Buffer.alloc(12);
    const count = Math.min(127, unlicensed.length + licensed.length);
    const day = registered ? dayNumber(registered) : 0;
    facts.writeUInt32BE(day + statuses.indexOf(status) * 2 ** 22 + count * 2 ** 25, 0);
    facts.writeUInt32BE(countryNumber(country) + form * 2 ** 10, 4);
    facts.writeUInt32BE(ordinal, 8);
    return {
      id,
      text: search_text,
      facts: facts.toString('hex'),
      activities: packActivities(unlicensed, licensed).toString('hex'),
    };
  });
  expect(packed).toEqual(expected);
  expect(Math.max(...all.map(({ size }) => size), 0)).toBeLessThanOrEqual(2_048);
  return all;
}

const importSample = async (id: string) => {
  for (const { register, path } of samples) if (register.id === id) await ground.import(register, path);
};

test('buckets follow the data: cut as registers grow, joined as they shrink, whatever the order', async () => {
  for (const id of ['ee', 'md']) await importSample(id);
  expect(await expectWhole()).toHaveLength(1);
  await writeBritishFile(ground.path('many.csv'), 7_000);
  await ground.import(gb, ground.path('many.csv'));
  const many = await expectWhole();
  expect(many.length).toBeGreaterThanOrEqual(4);
  expect(many.length).toBeLessThan(9);
  await importSample('no');
  await expectWhole();
  await writeBritishFile(ground.path('few.csv'), 300);
  await ground.import(gb, ground.path('few.csv'), { allowShrink: true });
  const few = await expectWhole();
  expect(few.length).toBeLessThanOrEqual(3);
  for (const { size } of few.slice(0, -1)) expect(size).toBeGreaterThanOrEqual(512);
  await ground.import(gb, ground.path('many.csv'));
  await expectWhole();
});

test('an import leaves the buckets alone that none of its changes lies in', async () => {
  await importSample('lv');
  await writeBritishFile(ground.path('1.csv'), 6_000);
  await ground.import(gb, ground.path('1.csv'));
  const before = await expectWhole();
  const [header, ...lines] = (await readFile(ground.path('1.csv'), 'utf8')).split('\r\n');
  // Only one company changes, and it keeps its name; and one is gone.
  const changed = lines.map((line, index) => (index === 4_000 ? line.replace(/"United Kingdom"/, '"Jersey"') : line));
  await ground.file('2.csv', [header, ...changed.filter((_, index) => index !== 10)].join('\r\n'));
  expect(await ground.import(gb, ground.path('2.csv'))).toMatchObject({ changed: 1, removed: 1, added: 0 });
  const after = await expectWhole();
  const kept = new Set(before.map(({ id }) => id));
  expect(after.filter(({ id }) => !kept.has(id)).length).toBeLessThanOrEqual(2);
  expect(after.length).toBe(before.length);
});

test('a thousand companies of one name are cut like any others', async () => {
  await writeBritishFile(ground.path('1.csv'), 5_000);
  const [header, ...lines] = (await readFile(ground.path('1.csv'), 'utf8')).split('\r\n');
  await ground.file(
    'same.csv',
    [header, ...lines.map((line) => line.replace(/^"(?:[^"]|"")*"/, '"ALL THE SAME LTD"'))].join('\r\n'),
  );
  await ground.import(gb, ground.path('same.csv'));
  expect((await expectWhole()).length).toBeGreaterThan(2);
  await ground.import(gb, ground.path('1.csv'), { allowChange: true });
  await expectWhole();
});

test('a database from before the buckets were packed so gets them packed, and the next import goes on from there', async () => {
  await importSample('md');
  await importSample('ee');
  const packed = (await expectWhole()).map(({ id: _, ...rest }) => rest);
  // Back to what it was: a narrow copy of each record, and nothing packed.
  await ground.query(`
    CREATE TABLE search_entry AS SELECT coalesce(legal_form.id, 0) AS legal_form, entity.id, search_text AS text FROM entity
      LEFT JOIN legal_form ON value = entity.legal_form;
    DROP TABLE search_bucket; CREATE TABLE search_bucket ();
    ALTER TABLE entity DROP COLUMN search_text; ALTER TABLE import_run DROP COLUMN ordinal;
    ALTER TABLE legal_form DROP CONSTRAINT legal_form_id_check`);
  const { sql } = readMigrations().find(({ name }) => name.endsWith('_immutable_buckets')) as { sql: string };
  await ground.query(sql);
  expect((await expectWhole()).map(({ id: _, ...rest }) => rest)).toEqual(packed);
  await importSample('no');
  await expectWhole();
});
