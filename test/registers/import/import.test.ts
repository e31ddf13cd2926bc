import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { appendFile, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { samples as sampleFiles } from '../../../scripts/make-samples.ts';
import { britishCompanies, britishHeader, writeBritishFile } from '../../../scripts/samples/gb.ts';
import { writeLatvianFile } from '../../../scripts/samples/lv.ts';
import { ImportRunning } from '../../../src/intake/lock.ts';
import { gb } from '../../../src/registers/countries/gb/register.ts';
import { lv } from '../../../src/registers/countries/lv/register.ts';
import { registers } from '../../../src/registers/countries/registers.ts';
import type { Register } from '../../../src/registers/declaration/register.ts';
import { WrongFile } from '../../../src/registers/files/table.ts';
import { samples } from '../../../src/registers/import/samples.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';

let ground: ImportGround;
beforeEach(async () => {
  ground = await importGround();
});
afterEach(() => ground.close());

const samplePath = (id: string) => samples.find(({ register }) => register.id === id)?.path ?? '';
const britishColumns = britishHeader.split(',');

const britishFile = async (name: string, rows: readonly (readonly string[])[]) =>
  ground.file(
    name,
    [britishHeader, ...rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')), ''].join('\r\n'),
  );

test('the samples of all registers come in whole: their countries enabled, nothing rejected, with the ids that they had before', async () => {
  for (const { register, path, sourceUrl } of samples) {
    const summary = await ground.import(register, path, { sourceUrl });
    expect(summary).toMatchObject({ rejected: 0, repeated: { rows: 0 }, removed: 0, changed: 0, unchanged: 0, sameFile: false });
    expect(summary.added).toBe(summary.read);
  }
  expect(samples.map(({ register }) => register.id)).toEqual(registers.map(({ id }) => id));
  expect(await ground.query('SELECT register_id AS id, count(*)::int AS companies FROM entity GROUP BY 1 ORDER BY 1')).toEqual(
    sampleFiles
      .map(({ path, companies }) => ({ id: path.slice(0, 2), companies }))
      .sort((one, other) => (one.id < other.id ? -1 : 1)),
  );
  const codes = registers.map(({ country }) => country.code);
  expect((await ground.query('SELECT code FROM country WHERE enabled ORDER BY code')).map(({ code }) => code)).toEqual(codes);
  const planned = (await ground.query('SELECT code FROM country WHERE NOT enabled ORDER BY code')).map(({ code }) => code);
  expect(planned).toEqual(['BE', 'CZ', 'FI', 'FR', 'LT', 'PL', 'RO', 'SK', 'UA'].filter((code) => !codes.includes(code)));
  expect(new Set((await ground.query('SELECT status FROM entity')).map(({ status }) => status))).toEqual(
    new Set(['active', 'winding_up', 'insolvent', 'dissolved', 'unknown']),
  );
  const all = await ground.query('SELECT register_id AS register, id FROM entity ORDER BY register_id, id');
  const text = all.map(({ register, id }) => `${register} ${id}\n`).join('');
  expect(all.length).toBe(3770);
  expect(hash('sha256', text, 'hex')).toBe('80dd7d16083c5375dbb545be76c03a74e8aab80e956fa4632d26081ac2d931ea');
});

test('every source row can be rebuilt, byte by byte', async () => {
  const rebuilt = async (register: Register, path: string, join: (cells: string[]) => string) => {
    await ground.import(register, path);
    const [layout] = await ground.query(
      'SELECT columns::text FROM source_layout JOIN entity ON layout_id = source_layout.id WHERE register_id = $1 LIMIT 1',
      [register.id],
    );
    const rows = await ground.query('SELECT source_cells::text AS cells FROM entity WHERE register_id = $1', [register.id]);
    return { header: JSON.parse(layout?.columns) as string[], rows: new Set(rows.map(({ cells }) => join(JSON.parse(cells)))) };
  };
  const sample = (id: string) => samples.find(({ register }) => register.id === id) ?? expect.unreachable();
  const quoted = (cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');

  const british = await rebuilt(gb, sample('gb').path, quoted);
  const [header, ...lines] = readFileSync(sample('gb').path, 'utf8').trimEnd().split('\r\n');
  expect(british.header.join(',')).toBe(header);
  expect(british.rows).toEqual(new Set(lines));

  const { register: norwegian, path } = sample('no');
  const norway = await rebuilt(norwegian, path, quoted);
  const text = gunzipSync(readFileSync(path)).toString();
  expect(norway.rows.size).toBe(400);
  for (const row of norway.rows) expect(text).toContain(`\n${row}`);
  expect(
    [...norway.rows].some((row) => row.includes('\n')),
    'cells with line breaks are among them',
  ).toBe(true);
});

test('the same file again is a no-op', async () => {
  const path = ground.path('gb.csv');
  await writeBritishFile(path, 100);
  await ground.import(gb, path);
  const before = await ground.state();
  ground.now = new Date('2026-12-01T00:00:00Z');
  expect(await ground.import(gb, path)).toMatchObject({ sameFile: true, read: 0 });
  expect(await ground.state()).toBe(before);
  expect(await ground.query('SELECT FROM import_run')).toHaveLength(1);
});

test('the same rows in another file touch no record', async () => {
  const rows = [...britishCompanies(50)];
  await ground.import(gb, await britishFile('one.csv', rows));
  const before = await ground.state();
  ground.now = new Date('2026-12-01T00:00:00Z');
  const summary = await ground.import(gb, await britishFile('two.csv', rows.toReversed()));
  expect(summary).toMatchObject({ read: 50, added: 0, changed: 0, unchanged: 50, removed: 0, sameFile: false });
  expect(await ground.state()).toBe(before);
  expect(await ground.query('SELECT FROM import_run')).toHaveLength(2);
});

test('a new edition touches exactly the records that differ, and leaves tombstones of those that vanished', async () => {
  const editions = [1, 2].map(
    (edition) => new Map([...britishCompanies(2_000, { edition })].map((row) => [row[1] ?? '', row.join('\t')])),
  );
  const [old, current] = editions as [Map<string, string>, Map<string, string>];
  const added = [...current.keys()].filter((number) => !old.has(number));
  const vanished = [...old.keys()].filter((number) => !current.has(number));
  const changed = [...current].filter(([number, row]) => old.has(number) && old.get(number) !== row).map(([number]) => number);
  expect(Math.min(added.length, vanished.length, changed.length)).toBeGreaterThan(5);

  await writeBritishFile(ground.path('1.csv'), 2_000);
  await writeBritishFile(ground.path('2.csv.zip'), 2_000, { edition: 2 });
  await ground.import(gb, ground.path('1.csv'));
  const ids = new Map((await ground.query('SELECT number, id FROM entity')).map(({ number, id }) => [number, id]));
  ground.now = new Date('2026-12-01T00:00:00Z');
  const summary = await ground.import(gb, ground.path('2.csv.zip'), { sourceUrl: 'https://register.example/file' });
  expect(summary).toMatchObject({
    read: current.size,
    added: added.length,
    changed: changed.length,
    removed: vanished.length,
    unchanged: current.size - added.length - changed.length,
  });

  const moved = await ground.query(
    `SELECT number, file, source_url AS url FROM entity JOIN import_run ON import_run.id = import_run_id WHERE import_run_id = (SELECT current_run FROM register)`,
  );
  expect(new Set(moved.map(({ number }) => number))).toEqual(new Set([...added, ...changed]));
  expect(moved[0]).toMatchObject({ file: '2.csv.zip', url: 'https://register.example/file' });
  const kept = await ground.query(
    `SELECT file FROM entity JOIN import_run ON import_run.id = import_run_id WHERE import_run_id <> (SELECT current_run FROM register)`,
  );
  expect(new Set(kept.map(({ file }) => file))).toEqual(new Set(['1.csv']));
  for (const { number, id } of await ground.query('SELECT number, id FROM entity')) expect(id).toBe(ids.get(number) ?? id);
  expect(new Set((await ground.query('SELECT number FROM tombstone')).map(({ number }) => number))).toEqual(new Set(vanished));

  // Back to the first edition: what had vanished is there again under its old id, and needs no tombstone.
  await ground.import(gb, ground.path('1.csv'));
  expect(new Map((await ground.query('SELECT number, id FROM entity')).map(({ number, id }) => [number, id]))).toEqual(ids);
  expect(new Set((await ground.query('SELECT number FROM tombstone')).map(({ number }) => number))).toEqual(new Set(added));
});

test.each([
  { share: 10, served: 100, missing: 11 },
  { share: 20, served: 90, missing: 19 },
])('a file that lacks over $share % of $served served companies is refused, unless that is allowed', async (of) => {
  const { share, served, missing } = of;
  const rows = [...britishCompanies(served)];
  await ground.import(gb, await britishFile('all.csv', rows));
  const before = await ground.state();
  const few = await britishFile('few.csv', rows.slice(missing));
  await expect(ground.import(gb, few)).rejects.toThrow(
    new RegExp(
      `^The file lacks ${missing} of the ${served} companies that are served, over ${share} %, ` +
        'such as .*: nothing was imported\\..*--allow-shrink\\.$',
    ),
  );
  expect(await ground.state()).toBe(before);
  const enough = await britishFile('enough.csv', rows.slice(missing - 1));
  expect(await ground.import(gb, enough)).toMatchObject({ removed: missing - 1 });
  expect(await ground.import(gb, few, { allowShrink: true })).toMatchObject({ removed: 1, unchanged: served - missing });
});

test('a bad row is rejected alone, with its line, its reason and what of its text is not about persons', async () => {
  const rows = [...britishCompanies(300)];
  rows[19]?.splice(2, 1, 'ADA');
  const path = await britishFile('gb.csv', rows);
  const lines = (await readFile(path, 'utf8')).split('\r\n');
  lines[10] = '"","","a row without name and number"';
  lines[20] = (lines[20] ?? '').replace(/^"[^"]*"/, '""').replace(/^"[^"]*",/, '"",');
  await ground.file('gb.csv', lines.join('\r\n'));
  const summary = await ground.import(gb, path);
  expect(summary).toMatchObject({ read: 300, added: 298, rejected: 2 });
  const rejects = await readFile(summary.rejectsFile ?? '', 'utf8');
  // Which part of a row that cannot be read is about a person, nobody can tell.
  expect(rejects).toMatch(/^line,reason,text\r\n11,"[^"]*55[^"]*",""\r\n/);
  expect(rejects).not.toContain('ADA');
  expect(rejects).toMatch(/\r\n21,"the name is missing","\[""""?,/);
  expect(rejects.trimEnd().split('\r\n')).toHaveLength(3);
});

test('a company whose row is rejected stays as it was: the register still has it', async () => {
  const rows = [...britishCompanies(200)];
  await ground.import(gb, await britishFile('1.csv', rows));
  const [first = [], second = [], ...rest] = rows;
  const endless = second.map((cell, place) =>
    place === britishColumns.indexOf('SICCode.SicText_1') ? 'x'.repeat(20_000) : cell,
  );
  const summary = await ground.import(gb, await britishFile('2.csv', [['', ...first.slice(1)], endless, ...rest]));
  expect(summary).toMatchObject({ read: 200, rejected: 2, removed: 0, unchanged: 198 });
  expect(await readFile(summary.rejectsFile ?? '', 'utf8')).toMatch(
    /the name is missing[\s\S]*an activity is longer than any can be/,
  );
  expect(await ground.query('SELECT FROM entity WHERE number = ANY($1)', [[first[1], second[1]]])).toHaveLength(2);
});

test('names of any length are taken, also where many of them share their beginning; a legal form without end is rejected alone', async () => {
  // Nothing that would pack well: an index packs its texts too.
  const beginning = Array.from({ length: 80 }, (_, number) => hash('sha256', String(number), 'base64')).join('');
  const rows = [...britishCompanies(1_100)].map((row, index) => [`${beginning} ${index}`, ...row.slice(1)]);
  const form = britishColumns.indexOf('CompanyCategory');
  const endless = (rows[0] ?? []).map((cell, place) => (place === form ? '法'.repeat(3_000) : cell));
  const summary = await ground.import(gb, await britishFile('gb.csv', [endless, ...rows.slice(1)]));
  expect(summary).toMatchObject({ read: 1_100, added: 1_099, rejected: 1 });
  expect((await ground.query('SELECT sum(size)::int AS size FROM search_segment'))[0].size).toBe(1_099);
});

test('where the folder for rejects cannot be written, they go among the temporary files', async () => {
  const rows = [...britishCompanies(200)].map((row, index) => (index === 0 ? ['', ...row.slice(1)] : row));
  await ground.file('rejects', 'a file where the folder should be');
  const { rejectsFile } = await ground.import(gb, await britishFile('gb.csv', rows));
  expect(await readFile(rejectsFile ?? '', 'utf8')).toMatch(/the name is missing/);
  await rm(dirname(rejectsFile ?? ''), { recursive: true });
});

test('over 1 % of rejects stops the import untouched', async () => {
  await writeBritishFile(ground.path('good.csv'), 300);
  await ground.import(gb, ground.path('good.csv'));
  const before = await ground.state();
  const rows = [...britishCompanies(300)].map((row, index) => (index < 4 ? ['', ...row.slice(1)] : row));
  await expect(ground.import(gb, await britishFile('bad.csv', rows))).rejects.toThrow(
    /^4 of 300 rows were rejected, over 1 %: nothing was imported\. \S+gb-\S+\.csv has them/,
  );
  expect(await ground.state()).toBe(before);
  expect(
    await ground.import(gb, await britishFile('less.csv', [...rows.slice(1), ...britishCompanies(600)].slice(0, 300))),
  ).toMatchObject({ rejected: 3 });
});

test('of two rows with one number the later wins, and both are counted and named', async () => {
  const [first = [], second = [], ...rest] = britishCompanies(120);
  const later = ['LATER NAME LTD', ...first.slice(1)];
  const summary = await ground.import(gb, await britishFile('gb.csv', [first, second, ...rest, later]));
  expect(summary).toMatchObject({ read: 121, added: 120, repeated: { rows: 1, numbers: 1, examples: [first[1]] } });
  expect(await ground.query('SELECT canonical_name AS name FROM entity WHERE number = $1', [first[1]])).toEqual([
    { name: 'LATER NAME LTD' },
  ]);
});

test.each([
  [
    'another register',
    () => writeLatvianFile(ground.path('x'), 10),
    /^This is not the file of this register: the header lacks "CompanyName", "CompanyNumber", .*It starts with: regcode;sepa;name/,
  ],
  [
    'a header that lacks a column',
    () => ground.file('x', 'CompanyName,CompanyNumber,CompanyCategory,IncorporationDate\r\n'),
    /lacks "CompanyStatus", "SICCode\.SicText_1"/,
  ],
  [
    'another delimiter',
    async () => ground.file('x', (await readFile(samplePath('gb'), 'utf8')).replaceAll(',', ';')),
    /lacks "CompanyName"/,
  ],
  [
    'another encoding',
    async () => ground.file('x', Buffer.from(await readFile(samplePath('gb'), 'utf8'), 'utf16le')),
    /^The file is not UTF-8|lacks "CompanyName"/,
  ],
  [
    'bytes that are no text, deep in the file',
    async () => {
      await writeBritishFile(ground.path('x'), 5_000);
      await appendFile(ground.path('x'), Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0d, 0x0a]));
    },
    /^The file is not UTF-8, at line 5002\.$/,
  ],
  [
    'a file that is cut off in its last row',
    async () => ground.file('x', `${britishHeader}\r\n"A","1","","","","","","","","","","Active"`),
    /^The file is cut off, in line 2\.$/,
  ],
  ['a pipe', async () => execFileSync('mkfifo', [ground.path('x')]), /is not a regular file/],
  ['a header and nothing else', () => ground.file('x', `${britishHeader}\r\n`), /^The file has no companies/],
  ['an empty file', () => ground.file('x', ''), /empty/],
  ['a file that is not there', async () => {}, /x/],
  ['an archive that is cut off', async () => ground.file('x', (await readFile(samplePath('ee'))).subarray(0, 9_000)), /./],
])('%s is refused in one line, and nothing is touched', async (_what, make, message) => {
  await make();
  const refused = await ground.import(gb, ground.path('x')).catch((error) => error);
  expect(refused).toBeInstanceOf(WrongFile);
  expect(refused.message).toMatch(message);
  expect(refused.message).not.toContain('\n');
  expect(await ground.query('SELECT FROM import_run')).toEqual([]);
  expect(await ground.query('SELECT FROM entity')).toEqual([]);
});

/** The register, held up after its first batch until the test lets it go on. */
function heldUp(register: Register) {
  const started = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const held: Register = {
    ...register,
    open: async (path) => {
      const snapshot = await register.open(path);
      async function* batches() {
        for await (const batch of snapshot.batches) {
          yield batch;
          started.resolve();
          await goOn.promise;
        }
      }
      return { ...snapshot, batches: batches() };
    },
  };
  return { held, started: started.promise, goOn: goOn.resolve };
}

test('of many rows whose numbers come again, the last ones are taken, by a first import as by a later one', async () => {
  const rows = [...britishCompanies(1_200)];
  const edition = (mark: string) => rows.map(([name, ...rest]) => [`${name} ${mark}`, ...rest]);
  const all = [...rows, ...edition('SECOND').slice(200), ...edition('THIRD').slice(600), ...edition('FOURTH').slice(600)];
  const [again, later] = [
    await britishFile('again.csv', all),
    await britishFile('later.csv', [...all, ...edition('FIFTH').slice(1_199)]),
  ];
  const names = () =>
    ground.query(`SELECT count(*) FILTER (WHERE canonical_name LIKE '% SECOND')::int AS second,
      count(*) FILTER (WHERE canonical_name LIKE '% FOURTH')::int AS fourth, count(*)::int AS total FROM entity`);

  const first = await ground.import(gb, again, { allowChange: true });
  expect(first).toMatchObject({ read: 3_400, added: 1_200, repeated: { rows: 2_200, numbers: 1_000 } });
  expect(first.repeated.examples).toHaveLength(20);
  expect(await names()).toEqual([{ second: 400, fourth: 600, total: 1_200 }]);
  expect(await ground.query('SELECT sum(size)::int AS lines FROM search_segment')).toEqual([{ lines: 1_200 }]);
  expect(await ground.import(gb, later, { allowChange: true })).toMatchObject({
    read: 3_401,
    changed: 1,
    unchanged: 1_199,
    repeated: { rows: 2_201, numbers: 1_000 },
  });
});

test('rows that are written while others are read are as if all were read first, also if their numbers come again', async () => {
  const rows = [...britishCompanies(40)] as [string, ...string[]][];
  const edition = (mark: string) => rows.map(([name, ...rest]) => [`${name} ${mark}`, ...rest]);
  // The last company vanished before.
  await ground.import(gb, await britishFile('1.csv', rows));
  await ground.import(gb, await britishFile('2.csv', rows.slice(0, -1)));
  const before = await ground.state();
  const [second, third] = [edition('SECOND'), edition('THIRD')];
  // Half of them come twice; one comes back as it was; there is a new one.
  const news = [...britishCompanies(41)].slice(40);
  const path = await britishFile('3.csv', [...second, ...third.slice(20), ...rows.slice(0, 1), ...news]);
  // So many numbers that come again would be a reason to refuse it by themselves.
  const nine = await britishFile('nine.csv', [...second, ...third.slice(32), ...rows.slice(0, 1), ...news]);
  const mergedBytes = 5_000;
  await expect(ground.import(gb, path, { mergedBytes })).rejects.toThrow(
    /^The file has 21 of its 41 companies again with other content, over 1 %/,
  );
  expect(await ground.state(), 'what was written is rolled back').toBe(before);
  await expect(ground.import(gb, nine, { mergedBytes })).rejects.toThrow(
    /^The file changes 38 of the 39 companies that are served, over 50 %, such as (?!.*(?:SECOND|THIRD))/,
  );
  expect(await ground.state(), 'what was written is rolled back').toBe(before);

  const summary = await ground.import(gb, path, { mergedBytes, allowChange: true });
  expect(summary).toMatchObject({
    read: 62,
    added: 2,
    changed: 38,
    unchanged: 1,
    removed: 0,
    repeated: { rows: 21, numbers: 21 },
  });
  const again = [...rows.slice(20), ...rows.slice(0, 1)].map(([, number]) => number);
  expect(summary.repeated.examples).toHaveLength(20);
  expect(again).toEqual(expect.arrayContaining(summary.repeated.examples));
  const names = await ground.query('SELECT canonical_name AS name FROM entity');
  const expected = [rows[0], ...second.slice(1, 20), ...third.slice(20), ...news].map((row) => row?.[0]);
  expect(names.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
  expect(await ground.query('SELECT FROM tombstone')).toEqual([]);
  expect(await ground.query('SELECT sum(size)::int AS lines FROM search_segment')).toEqual([{ lines: 41 }]);
  const changes = await ground.query(`SELECT position, type, fields -> 0 ->> 1 AS old, canonical_name AS name FROM change
    WHERE version = (SELECT max(version) FROM change) ORDER BY position`);
  expect(changes.map(({ position }) => position)).toEqual(Array.from({ length: 40 }, (_, place) => place + 1));
  expect(
    changes
      .filter(({ type }) => type !== 'updated')
      .map(({ type }) => type)
      .toSorted(),
  ).toEqual(['created', 'restored']);
  for (const { old, name } of changes.filter(({ type }) => type === 'updated'))
    expect([`${old} SECOND`, `${old} THIRD`]).toContain(name);
});

test('if the database cannot write rows while others are read, the import fails with its reason', async () => {
  await writeBritishFile(ground.path('1.csv'), 500);
  await writeBritishFile(ground.path('2.csv'), 500, { edition: 2 });
  await ground.import(gb, ground.path('1.csv'));
  const before = await ground.state();
  await ground.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''the disk is full''; END'`);
  await ground.query('CREATE TRIGGER refuse BEFORE UPDATE ON entity FOR EACH ROW EXECUTE FUNCTION refuse()');
  try {
    for (const mergedBytes of [1, 20_000, undefined])
      await expect(ground.import(gb, ground.path('2.csv'), { mergedBytes })).rejects.toThrow('the disk is full');
  } finally {
    await ground.query('DROP FUNCTION refuse CASCADE');
  }
  expect(await ground.state()).toBe(before);
});

test('a second import of the register says so and stops; other registers go on; readers see the old data whole until the end', async () => {
  await writeBritishFile(ground.path('1.csv'), 500);
  await writeBritishFile(ground.path('2.csv'), 500, { edition: 2 });
  await writeLatvianFile(ground.path('lv.csv'), 100);
  await ground.import(gb, ground.path('1.csv'));
  const before = await ground.state();

  const { held, started, goOn } = heldUp(gb);
  const running = ground.import(held, ground.path('2.csv'));
  await started;
  await expect(ground.import(gb, ground.path('2.csv'))).rejects.toThrow(ImportRunning);
  expect(await ground.state(), 'readers are neither blocked nor shown anything new').toBe(before);
  expect(await ground.import(lv, ground.path('lv.csv'))).toMatchObject({ added: 100 });
  expect(await ground.query("SELECT FROM entity WHERE register_id = 'gb'")).toHaveLength(500);
  goOn();
  expect((await running).changed).toBeGreaterThan(0);
  expect(await ground.state()).not.toBe(before);
});

test('what the code makes of a row is part of its content: a new revision goes through every record, even of the same file', async () => {
  await writeBritishFile(ground.path('gb.csv'), 20);
  await ground.import(gb, ground.path('gb.csv'));
  expect(await ground.import({ ...gb, revision: gb.revision + 1 }, ground.path('gb.csv'))).toMatchObject({
    sameFile: false,
    changed: 20,
    unchanged: 0,
  });
});

test('a server before PostgreSQL 18 notes the same changes: of any columns, to and from nothing, new and restored', async () => {
  const columns = Object.fromEntries(britishColumns.map((name, place) => [name.trim(), place]));
  const set = (row: readonly string[], cells: Record<string, string>) =>
    row.map((cell, place) => Object.entries(cells).find(([name]) => columns[name] === place)?.[1] ?? cell);
  const edits: Record<string, string>[] = [
    { CompanyName: 'ANOTHER NAME LIMITED' },
    { CompanyStatus: 'Liquidation', CompanyCategory: '' },
    { CompanyCategory: 'Private Limited Company', IncorporationDate: '' },
    { IncorporationDate: '01/02/1999', 'RegAddress.PostCode': 'ZZ1 1ZZ', 'SICCode.SicText_1': '' },
    { 'SICCode.SicText_1': '99999 - Dormant Company', 'SICCode.SicText_2': '62020 - Consultancy' },
    { 'PreviousName_1.CONDATE': '01/02/2003', 'PreviousName_1.CompanyName': 'OLD NAME', CompanyName: 'ŽLUŤOUČKÝ "KŮŇ" LTD' },
    { 'PreviousName_1.CONDATE': '', 'PreviousName_1.CompanyName': '', 'Mortgages.NumMortCharges': '7' },
    { URI: 'http://example.org/a\\b' },
    {},
  ];
  const rows = [...britishCompanies(90)];
  const changed = rows.slice(0, 80).map((row, place) => set(row, edits[place % edits.length] ?? {}));
  const changedAgain = rows.slice(5).map((row, place) => set(row, edits[(place + 3) % edits.length] ?? {}));
  const files = await Promise.all([rows, changed, changedAgain, rows].map((some, place) => britishFile(`${place}.csv`, some)));
  const noted = async (returnsOld: boolean | undefined) => {
    await ground.query('DELETE FROM entity');
    for (const table of ['change', 'change_set', 'tombstone', 'search_segment']) await ground.query(`TRUNCATE ${table}`);
    await ground.query('UPDATE register SET current_run = NULL');
    await ground.query('DELETE FROM import_run');
    for (const path of files) await ground.import(gb, path, { allowChange: true, returnsOld, mergedBytes: 30_000 });
    const listed = await ground.query(`SELECT type, number, canonical_name, fields::text, previous_run IS NULL AS "isNew"
      FROM change ORDER BY version, number`);
    return { listed, state: await ground.query('SELECT id, content_hash, search_text FROM entity ORDER BY id') };
  };
  const older = await noted(false);
  expect(new Set(older.listed.map(({ type }) => type))).toEqual(new Set(['baseline', 'updated', 'removed', 'restored']));
  expect(older.listed.length).toBeGreaterThan(200);
  expect(await noted(undefined)).toEqual(older);
});

test('each change is noted once with its own values, however the rows are divided into batches', async () => {
  const rows = [...britishCompanies(130)];
  const renamed = rows.slice(0, 120).map((row) => row.with(0, `${row[0]} GROUP`));
  // All in one statement, about 60 rows in each, and each by itself; and once as servers before PostgreSQL 18 do it.
  const ways = [{}, { mergedBytes: 120_000 }, { mergedBytes: 1 }, { mergedBytes: 120_000, returnsOld: false }];
  for (const way of ways) {
    await ground.import(gb, await britishFile('old.csv', rows), { allowChange: true });
    const path = await britishFile('new.csv', renamed);
    expect(await ground.import(gb, path, { ...way, allowChange: true })).toMatchObject({ changed: 120, removed: 10 });
    const changes = await ground.query(`SELECT position, type, number, fields::text FROM change
      WHERE version = (SELECT max(version) FROM change) ORDER BY position`);
    expect(changes.map(({ position }) => position)).toEqual(Array.from({ length: 130 }, (_, place) => place + 1));
    expect(changes.slice(0, 120)).toEqual(
      renamed.map(([name = '', number], place) => {
        const [old = ''] = rows[place] ?? [];
        const fields = [
          ['/canonicalName', old.trim(), name.trim()],
          ['/sourceData/CompanyName', old, name],
        ];
        return { position: place + 1, type: 'updated', number, fields: JSON.stringify(fields) };
      }),
    );
    expect(
      changes
        .slice(120)
        .map(({ type, number }) => `${type} ${number}`)
        .toSorted(),
    ).toEqual(
      rows
        .slice(120)
        .map((row) => `removed ${row[1]}`)
        .toSorted(),
    );
  }
});
