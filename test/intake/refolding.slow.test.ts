import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { foldingOf } from '../../src/company/search-text.ts';
import { compare, type Migration, mismatch, readMigrations } from '../../src/database/migrations/migrations.ts';
import { type Refolded, refold } from '../../src/intake/refolding.ts';
import { locks } from '../../src/kernel/locks.ts';
import { DataVersion } from '../../src/records/data-version.ts';
import { lv } from '../../src/registers/countries/lv/register.ts';
import { registers } from '../../src/registers/countries/registers.ts';
import { samples } from '../../src/registers/import/samples.ts';
import { Scanner } from '../../src/search/engine/scanner.ts';
import { Search } from '../../src/search/search.ts';
import { PackedDocuments } from '../../src/search/segments/packed-documents.ts';
import { connect, type ImportGround, importGround } from '../support/imports.ts';
import { textOf } from '../support/registers/register-files.ts';
import { expectWhole } from '../support/search-segments.ts';

const migrations = readMigrations().filter(({ isDeferred }) => isDeferred);
/** A build of the first folding, which has all other migrations. */
const older = readMigrations().filter(({ isDeferred }) => !isDeferred);
const names = ['ΧΡΙΣ ΕΠΕ', 'Χρίς', 'ガス', 'カス', 'ＡＢＣ', 'ABC', 'Ørsted'];
const header = ['regcode', 'name', 'type', 'type_text', 'registered', 'terminated', 'closed'];
const file = (all: string[]) =>
  textOf(
    header,
    all.map((name, place) => ({ regcode: `4000300000${place}`, name })),
    { delimiter: ';', quote: 'needed', lineBreak: '\n' },
  );

let ground: ImportGround;
let pool: pg.Pool;
let scanner: Scanner;
let version: DataVersion;
let search: Search;
const clients: pg.Client[] = [];
beforeEach(async () => {
  ground = await importGround();
  // As the build before left it.
  await ground.query('UPDATE data_version SET folding = 1');
  await ground.query('DELETE FROM _prisma_migrations WHERE migration_name = ANY ($1)', [migrations.map(({ name }) => name)]);
  for (const { register, path } of samples)
    if (['cy', 'ee', 'jp', 'sk', 'ro'].includes(register.id)) await ground.import(register, path);
  await ground.import(lv, await ground.file('1.csv', file(names)));
  pool = new pg.Pool({ connectionString: ground.url });
  scanner = new Scanner({ databaseUrl: ground.url });
  version = new DataVersion(pool);
  search = new Search({ pool, version, counter: scanner, registers });
});
afterEach(async () => {
  await scanner.close();
  await pool.end();
  await Promise.all(clients.splice(0).map((client) => client.end()));
  await ground.close();
});

const client = async () => {
  const one = await connect(ground.url);
  clients.push(one);
  return one;
};
const work = async (parts: Partial<Parameters<typeof refold>[0]> = {}): Promise<Refolded> =>
  refold({ client: await client(), side: await client(), registers, migrations, isForced: false, progress: () => {}, ...parts });
const found = async (q: string) =>
  (await search.find({ q, country: 'LV' }, 1, 100, 'test')).items.map(({ canonicalName }) => canonicalName);

/** Holds the index and the texts of the records against a folding. */
async function expectFolded(number: number): Promise<void> {
  const rows = await ground.query(
    'SELECT id, register_id AS register, canonical_name AS name, number, registrations, search_text FROM entity',
  );
  const texts = new Map(rows.map(({ id, search_text }) => [id.replaceAll('-', ''), search_text]));
  for (const row of rows) {
    const register = registers.find(({ id }) => id === row.register);
    expect(row.search_text).toBe(register && foldingOf(number).text(row, register));
  }
  const segments = await ground.query('SELECT * FROM search_segment ORDER BY first_name COLLATE "C", first_id');
  const lines = segments.flatMap((parts) => {
    const packed = new PackedDocuments(parts);
    return Array.from({ length: packed.count }, (_, line) => ({
      id: packed.keyOf(line).id.toString('hex'),
      text: parts.texts.subarray(packed.textEnds[line], (packed.textEnds[line + 1] ?? 0) - 1).toString(),
    }));
  });
  expect(lines).toHaveLength(rows.length);
  for (const { id, text } of lines) expect(text).toBe(texts.get(id));
  const keys = lines.map(({ id, text }) => `${Buffer.from(text.split('\u0001')[0] ?? '').toString('hex')}00 ${id}`);
  expect(keys).toEqual(keys.toSorted());
}

test('an index of the first folding is searched by it, until it is written anew in one go; then old builds are not ready', async () => {
  await expectFolded(1);
  expect(await mismatch(await client(), readMigrations())).toBeUndefined();
  expect(await mismatch(await client(), older)).toBeUndefined();
  expect((await compare(await client(), readMigrations())).deferred).toEqual(migrations);
  expect(await found('ΧΡΙΣ')).toEqual(['Χρίς', 'ΧΡΙΣ ΕΠΕ']);
  expect(await found('χρισ')).toEqual([]);
  expect((await found('カス')).toSorted()).toEqual(['カス', 'ガス']);
  const hashes = await ground.query('SELECT id, content_hash, updated_at FROM entity ORDER BY id');
  const told: string[] = [];
  let during: Promise<string[]> | undefined;
  const progress = (phase: string) => {
    told.push(phase);
    // In the middle of the work others search on.
    if (phase === 'indexing') during ??= found('カス');
  };
  expect(await work({ progress })).toEqual({ records: expect.any(Number) });
  expect(new Set(told)).toEqual(new Set(['folding', 'indexing']));
  expect(await during).toHaveLength(2);
  await expectFolded(2);
  expect(await ground.query('SELECT id, content_hash, updated_at FROM entity ORDER BY id')).toEqual(hashes);
  await version.refresh();
  expect(await found('χρισ')).toEqual(['Χρίς', 'ΧΡΙΣ ΕΠΕ']);
  expect(await found('カス')).toEqual(['カス']);
  expect(await found('abc')).toHaveLength(2);
  expect(await mismatch(await client(), older)).toContain(`the database is ahead of this build: ${migrations[0]?.name}`);
  expect(await mismatch(await client(), readMigrations())).toBeUndefined();
  // It is done once.
  const before = await version.refresh();
  expect(await work()).toEqual({ records: 0 });
  expect(await version.refresh()).toBe(before);
});

test('an index without other names and addresses gets them, and all instances then search them; an index that has them stays as it is', async () => {
  const [folding, ...naming] = migrations;
  // As the build before left it: the newest folding, no names; and a name that is no longer there.
  await work({ migrations: [folding as Migration] });
  const named = (await ground.query('SELECT count(*)::int AS count FROM entity WHERE other_names_text IS NOT NULL'))[0].count;
  expect(named).toBeGreaterThan(10);
  const full = await expectWhole(ground);
  await ground.query(
    `UPDATE entity SET other_names_text = NULL, words_text = NULL, address_key = NULL WHERE register_id <> 'lv'`,
  );
  await ground.query(`UPDATE entity SET other_names_text = 'gone' WHERE register_id = 'lv' AND canonical_name = 'ABC'`);
  await ground.query(`UPDATE search_segment SET other_names = '', words = '', addresses = ''`);
  expect((await compare(await client(), readMigrations())).deferred).toEqual(naming);
  // Until then a filter by address would leave out records.
  await expect(search.find({ locality: 'Tallinn' }, 1, 1, 'test')).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await work({ migrations: naming })).toEqual({ records: expect.any(Number) });
  const parts = (rows: typeof full) =>
    rows.map(({ other_names, words, texts, addresses }) => [other_names, words, texts, addresses.toString('hex')].map(String));
  expect(parts(await expectWhole(ground))).toEqual(parts(full));
  expect((await compare(await client(), readMigrations())).deferred).toEqual([]);
  expect(await work()).toEqual({ records: 0 });
});

test('imports go on before and behind it, and a change of folding is no change of a record', async () => {
  await ground.import(lv, await ground.file('2.csv', file([...names.slice(0, -1), 'Ørsted ΣΑΣ', 'Νέος'])));
  await expectFolded(1);
  await work();
  const same = await ground.import(lv, await ground.file('3.csv', `${file([...names.slice(0, -1), 'Ørsted ΣΑΣ', 'Νέος'])}\n`));
  expect(same).toMatchObject({ changed: 0, removed: 0, added: 0 });
  expect(await ground.import(lv, await ground.file('4.csv', file(['ΧΡΙΣ', ...names.slice(1)])))).toMatchObject({
    changed: 2,
    removed: 1,
  });
  await expectFolded(2);
});

test('it waits while an older build is alive or an import runs, also for one that comes in between, unless it is forced', async () => {
  const other = await client();
  await other.query("SET application_name = 'company-registry 20261115161000'");
  expect(await work()).toEqual({ waitsFor: ['company-registry 20261115161000'] });
  await other.query("SET application_name = 'psql'");
  await other.query('SELECT pg_advisory_lock($1, hashtext($2))', [locks.importSpace, 'jp']);
  expect(await work()).toEqual({ waitsFor: ['an import of jp'] });
  await other.query('SELECT pg_advisory_unlock_all()');
  await expectFolded(1);
  const comings: Promise<unknown>[] = [];
  const progress = () => {
    comings.push(other.query("SET application_name = 'company-registry 20261115161000'"));
  };
  expect(await work({ progress })).toEqual({ waitsFor: ['company-registry 20261115161000'] });
  await expectFolded(1);
  expect(await work({ isForced: true })).toEqual({ records: expect.any(Number) });
  await expectFolded(2);
});
