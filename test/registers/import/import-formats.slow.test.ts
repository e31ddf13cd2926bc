import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { australianCompanies, australianHeader, writeAustralianFile } from '../../../scripts/samples/au.ts';
import { writeCzechFile } from '../../../scripts/samples/cz.ts';
import type { RegisterOptions } from '../../../scripts/samples/editions.ts';
import { finnishCompanies, listOf, writeFinnishFile } from '../../../scripts/samples/fi.ts';
import { writeFrenchFile } from '../../../scripts/samples/fr.ts';
import { writeIrishFile } from '../../../scripts/samples/ie.ts';
import { japaneseCompanies, japaneseLine, writeJapaneseFile } from '../../../scripts/samples/jp.ts';
import { swedishHeader, writeSwedishFile } from '../../../scripts/samples/se.ts';
import { slovakEntities, writeSlovakFile } from '../../../scripts/samples/sk.ts';
import { au } from '../../../src/registers/countries/au/register.ts';
import { cz } from '../../../src/registers/countries/cz/register.ts';
import { fi } from '../../../src/registers/countries/fi/register.ts';
import { fr } from '../../../src/registers/countries/fr/register.ts';
import { ie } from '../../../src/registers/countries/ie/register.ts';
import { jp } from '../../../src/registers/countries/jp/register.ts';
import { se } from '../../../src/registers/countries/se/register.ts';
import { sk } from '../../../src/registers/countries/sk/register.ts';
import type { Register } from '../../../src/registers/declaration/register.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';
import { someone, startTestService } from '../../support/service.ts';

let ground: ImportGround;
beforeEach(async () => {
  ground = await importGround();
});
afterEach(() => ground.close());

type Write = (path: string, count: number, options?: RegisterOptions) => Promise<void>;
const formats: [register: Register, file: string, write: Write, persons: number][] = [
  [fi, 'fi.zip', writeFinnishFile, 0],
  [au, 'au.csv', writeAustralianFile, 0],
  [jp, 'jp.zip', writeJapaneseFile, 0],
  [ie, 'ie.csv', writeIrishFile, 0],
  [fr, 'fr.zip', writeFrenchFile, 30],
  [sk, 'sk.json.gz', writeSlovakFile, 30],
  [se, 'se.zip', writeSwedishFile, 30],
  [cz, 'cz.csv', writeCzechFile, 30],
];

describe.each(formats)('$id', (register, file, write, persons) => {
  const path = () => ground.path(file);

  test('is imported once, again without a change, and then with changes; what is cut off is refused, and nothing changes', async () => {
    await write(path(), 300);
    expect(await ground.import(register, path())).toMatchObject({ read: 300, added: 300, rejected: 0, persons, sameFile: false });
    expect(await ground.import(register, path())).toMatchObject({ sameFile: true });

    // The same companies in other bytes.
    await ground.query("UPDATE import_run SET sha256 = '' WHERE register_id = $1", [register.id]);
    const before = await ground.state();
    expect(await ground.import(register, path())).toMatchObject({ unchanged: 300, added: 0, changed: 0, removed: 0 });
    expect(await ground.state()).toBe(before);

    await write(path(), 300, { edition: 3 });
    const bytes = await readFile(path());
    await writeFile(path(), bytes.subarray(0, bytes.length - 40));
    await expect(ground.import(register, path())).rejects.toThrow(/cut off|damaged/);
    expect(await ground.state()).toBe(before);

    await writeFile(path(), bytes);
    const { added, changed, removed, unchanged, rejected } = await ground.import(register, path());
    expect({ rejected, total: added + changed + unchanged }).toEqual({ rejected: 0, total: 306 - removed });
    expect([added, changed].every((count) => count > 0)).toBe(true);
  });

  test('the file of another register is refused in words', async () => {
    const other = fileURLToPath(new URL('../../../src/registers/countries/lv/sample/register.csv', import.meta.url));
    await expect(ground.import(register, other)).rejects.toThrow(/is (?:not the file|none of the files) of this register/);
  });
});

test('rows of a company that stand apart in the file are joined all the same', async () => {
  const companies = () =>
    ground.query(
      `SELECT id, canonical_name, registry::text, source_cells::text FROM entity WHERE register_id = 'au' ORDER BY id`,
    );
  await writeAustralianFile(ground.path('together.csv'), 300, { seed: 5 });
  await ground.import(au, ground.path('together.csv'));
  const together = await companies();
  await writeAustralianFile(ground.path('apart.csv'), 300, { seed: 5, apart: true });
  const summary = await ground.import(au, ground.path('apart.csv'));
  expect(summary).toMatchObject({ read: 300, unchanged: 300, changed: 0, repeated: { rows: 0 } });
  expect(await companies()).toEqual(together);
  expect(together.filter(({ registry }) => JSON.parse(registry).previousNames.length > 0).length).toBe(75);
});

test('a company with a senseless number of rows stops the import, together or apart', async () => {
  await writeAustralianFile(ground.path('together.csv'), 300, { seed: 5 });
  const [header, first, second] = (await readFile(ground.path('together.csv'), 'utf8')).split('\r\n') as [string, string, string];
  const lines = (apart: boolean) => Array.from({ length: 1_200 }, (_, place) => (apart && place % 2 === 0 ? second : first));
  for (const apart of [false, true]) {
    const path = await ground.file('endless.csv', [header, ...lines(apart), ''].join('\r\n'));
    await expect(ground.import(au, path)).rejects.toThrow(/^The file has over 1000 rows of one company, from line 2 on\.$/);
  }
});

test('of persons nothing is stored or logged, not even of rows that cannot be read', async () => {
  const line = (identity: string, name: string, more = '') => {
    const form = identity.includes('PERSON') ? 'E-ORGFO' : 'AB-ORGFO';
    const cells = [identity, '1', 'SE-LAND', `${name}$NAMN-ORGNAM$2001-01-01`, form, '', '', '', '2001-01-01', '', ''];
    return `"${cells.join('";"')}"${more}`;
  };
  const companies = Array.from({ length: 300 }, (_, place) =>
    line(`55600${String(place).padStart(5, '0')}$ORGNR-IDORG`, `Bolag ${place}`),
  );
  const persons = [
    line('191212121212$PERSON-IDORG', 'Hemlig Person'),
    line('191212121212$DODSBO-IDORG', 'Hemlig Dödsbo'),
    line('5560000000$ORGNR-IDORG', 'Hemlig Firma').replace('"AB-', '"E-'),
  ];
  const bad = line('191212121212$PERSON-IDORG', 'Hemlig Rad', ';"more"');
  const path = await ground.file(
    'bolagsverket_bulkfil.txt',
    [swedishHeader.join(';'), ...companies, ...persons, bad, ''].join('\n'),
  );
  const summary = await ground.import(se, path);
  // The last person has the number of a company, whose other row is one too.
  expect(summary).toMatchObject({ read: 301, rejected: 1, persons: 3 });
  const rejects = await readFile(summary.rejectsFile as string, 'utf8');
  expect(rejects).toBe('line,reason,text\r\n305,"bolagsverket_bulkfil.txt: the record has 12 cells and the header 11",""\r\n');
  const stored = await ground.query("SELECT entity::text AS text FROM entity WHERE register_id = 'se'");
  expect(stored.filter(({ text }) => /Hemlig|191212121212/.test(text))).toEqual([]);
});

test('Slovakia comes in pieces, and says which is missing', async () => {
  const entities = [...slovakEntities(300, { seed: 9 })];
  const piece = async (number: string, from: number, to: number, day = '2026-12-05') => {
    const text = `{"results":${[...listOf(entities.slice(from, to))].join('')},"license":""}`;
    return ground.file(`init_${day}_${number}.json.gz`, gzipSync(text));
  };
  const paths = [await piece('001', 0, 100), await piece('002', 100, 250), await piece('003', 250, 300)] as const;
  const summary = await ground.import(sk, paths[0], { morePaths: paths.slice(1) });
  expect(summary).toMatchObject({ read: 300, rejected: 0 });
  expect(await ground.import(sk, paths[2], { morePaths: paths.slice(0, 2) })).toMatchObject({ sameFile: true });
  const missing = ground.import(sk, paths[0], { morePaths: [paths[2]] });
  await expect(missing).rejects.toThrow('Files of this register are missing: there is no number 2 of edition 2026-12-05.');
  const mixed = ground.import(sk, paths[0], { morePaths: [await piece('002', 0, 1, '2027-01-02')] });
  await expect(mixed).rejects.toThrow('These are files of several editions: 2026-12-05, 2027-01-02. Import one at a time.');

  // The file of a day has entities that changed, complete.
  const [first, second] = entities;
  const update = [{ ...first, fullNames: [{ value: 'Nové meno, a.s.', validFrom: '2026-12-05' }] }, second];
  const daily = await ground.file('actual_2026-12-06.json.gz', gzipSync(JSON.stringify({ results: update })));
  expect(await ground.import(sk, daily)).toMatchObject({ read: 2, changed: 1, unchanged: 1, removed: 0 });
  expect(await ground.import(sk, daily)).toMatchObject({ sameFile: true });
  const later = await ground.file('actual_2026-12-08.json.gz', gzipSync(JSON.stringify({ results: [second] })));
  await expect(ground.import(sk, later)).rejects.toThrow(
    'Updates are missing: this one leads from edition 2026-12-07 to 2026-12-08, but 2026-12-06 is served.',
  );
  const [{ count }] = (await ground.query("SELECT count(*)::int FROM entity WHERE register_id = 'sk'")) as [{ count: number }];
  expect(count).toBe(300);
});

test('two entities with one number stay two, and one without any is found by its id', async () => {
  const [one, other, third] = [...slovakEntities(3, { seed: 9 })].map((entity, place) => ({ ...entity, id: place + 1 }));
  const results = [one, { ...other, identifiers: one?.identifiers }, { ...third, identifiers: [{ value: 'Neuvedené' }] }];
  const path = await ground.file('same.json', JSON.stringify({ results }));
  expect(await ground.import(sk, path)).toMatchObject({ read: 3, added: 3, repeated: { rows: 0 } });
  const rows = await ground.query("SELECT number FROM entity WHERE register_id = 'sk' ORDER BY number");
  const number = one?.identifiers[0]?.value;
  expect(rows.map((row) => row['number']).sort()).toEqual([number, number, '3'].sort());
});

test('Japan: the changes of a working day follow the full file, and remove what was deleted', async () => {
  const rows = [...japaneseCompanies(300, { seed: 3 })];
  const full = await ground.file('00_zenkoku_all_20261030.csv', rows.map(japaneseLine).join(''));
  expect(await ground.import(jp, full)).toMatchObject({ added: 300 });
  const [first, second, third] = rows as [string[], string[], string[]];
  const changes = [
    first.with(6, '株式会社変更後').with(2, '11'),
    second.with(2, '99'),
    third.with(0, '900'),
    third.with(6, '旧').with(23, '0'),
  ];
  const text = changes.map(japaneseLine).join('').replaceAll('\n', '\r\n');
  const tooLate = await ground.file('diff_20261105.csv', text);
  await expect(ground.import(jp, tooLate)).rejects.toThrow('Updates are missing: this one leads from edition 2026-11-04');
  // 31 October and 1 November are a weekend.
  const diff = await ground.file('diff_20261102.csv', text);
  expect(await ground.import(jp, diff)).toMatchObject({ read: 3, changed: 1, removed: 1, unchanged: 1 });
  expect(await ground.import(jp, diff)).toMatchObject({ sameFile: true });
  const [found] = await ground.query('SELECT canonical_name AS name FROM entity WHERE number = $1', [first[1]]);
  expect(found).toEqual({ name: '株式会社変更後' });
});

test('both doors give the source as it was published', async () => {
  await writeFinnishFile(ground.path('fi.zip'), 300);
  await ground.import(fi, ground.path('fi.zip'));
  await writeAustralianFile(ground.path('au.csv'), 300, { seed: 5 });
  await ground.import(au, ground.path('au.csv'));
  await ground.query(`INSERT INTO account (id, plan) VALUES ($1, 'business')`, [someone.accountId]);
  const account = {
    kind: 'apiKey',
    accountId: someone.accountId,
    keyId: someone.accountId,
    familyId: someone.accountId,
  } as const;
  const service = await startTestService({ databaseUrl: ground.url, authenticate: async () => account });
  try {
    const [published] = [...finnishCompanies(1)];
    const found = await service.get(`/api/v1/entities?country=FI&number=${published?.businessId?.value}`);
    const { body } = await service.get(`/api/v1/entities/${found.body.data[0].id}`);
    expect(body.data.sourceData).toEqual(published);
    expect(Object.keys(body.data.sourceData)).toEqual(Object.keys(published ?? {}));
    const query = `{ entity(id: "${found.body.data[0].id}") { sourceData registry } }`;
    expect((await service.graphql(query)).body.data.entity).toEqual({ sourceData: published, registry: body.data.registry });

    const [rows] = [...australianCompanies(1, { seed: 5 })];
    const [former, current] = rows as [string[], string[]];
    const company = await service.get(`/api/v1/entities?country=AU&number=${current[1]}`);
    const { sourceData } = (await service.get(`/api/v1/entities/${company.body.data[0].id}`)).body.data;
    const named = (cells: string[]) => Object.fromEntries(australianHeader.map((column, place) => [column, cells[place]]));
    expect(sourceData).toEqual({ ...named(current), otherRows: [named(former)] });
  } finally {
    await service.stop();
  }
});
