import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { belgianCompanies, writeBelgianFiles, writeBelgianUpdate } from '../../../scripts/samples/be.ts';
import { zipText } from '../../../scripts/samples/files.ts';
import { be } from '../../../src/registers/countries/be/register.ts';
import { lv } from '../../../src/registers/countries/lv/register.ts';
import { type Register, Removed } from '../../../src/registers/declaration/register.ts';
import { WrongFile } from '../../../src/registers/files/table.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';

let ground: ImportGround;
beforeEach(async () => {
  ground = await importGround();
});
afterEach(() => ground.close());

/** All that is served of a register, without what says when it came. */
const served = (register: string) =>
  ground.query(
    `SELECT id, number, canonical_name, status, legal_form, registered_at::text, registry, registrations, source_cells,
       (SELECT json_agg(activity ORDER BY place) FROM unnest(unlicensed) WITH ORDINALITY AS one (id, place) JOIN activity USING (id)) AS activities
     FROM entity WHERE register_id = $1 ORDER BY number`,
    [register],
  );
const full = async (edition: number) => {
  const path = ground.path(`KboOpenData_${edition}_Full.zip`);
  await writeBelgianFiles(path, 200, { edition });
  return path;
};
const update = async (edition: number) => {
  const path = ground.path(`KboOpenData_${edition}_Update.zip`);
  await writeBelgianUpdate(path, 200, { edition });
  return path;
};

test('updates lead from one full edition to another: what is served is the same, and only what changed was touched', async () => {
  await ground.import(be, await full(1));
  ground.now = new Date('2026-12-01T00:00:00Z');
  const summary = await ground.import(be, await update(2));
  const untouched = await ground.query(
    'SELECT count(*)::int FROM entity WHERE import_run_id <> (SELECT current_run FROM register)',
  );
  await ground.import(be, await update(3));
  const updated = await served('be');
  expect(summary).toMatchObject({ rejected: 0, sameFile: false });
  expect(Math.min(summary.added, summary.changed, summary.removed)).toBeGreaterThan(0);
  expect(untouched[0].count).toBeGreaterThan(150);

  const again = await ground.import(be, await full(3));
  expect(again).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: updated.length });
  expect(await served('be')).toEqual(updated);
  const companies = [...belgianCompanies(200, { edition: 3 })].filter((one) => one.enterprise[0]?.[3] !== '1');
  expect(updated.map(({ number }) => number)).toEqual(companies.map(({ number }) => number.replaceAll('.', '')).sort());
  expect((await ground.query('SELECT sum(size)::int AS size FROM search_segment'))[0].size).toBe(updated.length);
});

test('an update that is part of what is served does nothing; a gap is refused, and so is an update of nothing', async () => {
  await expect(ground.import(be, await update(2))).rejects.toThrow(/there is no data that it could be applied to/);
  await ground.import(be, await full(1));
  const before = await ground.state();
  await expect(ground.import(be, await update(3))).rejects.toThrow(
    /^Updates are missing: this one leads from edition 000286 to 000287, but 000285 is served\. Import those in between first/,
  );
  expect(await ground.state()).toBe(before);
  const path = await update(2);
  await ground.import(be, path);
  const after = await ground.state();
  expect(after).not.toBe(before);
  expect(await ground.import(be, path)).toMatchObject({ sameFile: true });
  await ground.import(be, await update(3));
  const last = await ground.state();
  expect(await ground.import(be, path), 'not the file that was imported last').toMatchObject({ sameFile: true });
  expect(await ground.state()).toBe(last);
  expect(await ground.query('SELECT edition FROM import_run ORDER BY ordinal')).toEqual(
    ['000285', '000286', '000287'].map((edition) => ({ edition })),
  );
});

test('an update of another reading, or with other columns, asks for the full edition', async () => {
  await ground.import(be, await full(1));
  const path = await update(2);
  await expect(ground.import({ ...be, revision: be.revision + 1 }, path)).rejects.toThrow(/reading of this register has changed/);
  await ground.query(`UPDATE source_layout SET columns = replace(columns::text, '"Language",', '')::json`);
  await expect(ground.import(be, path)).rejects.toThrow(
    /^denomination\.csv of the update has other columns than the served data/,
  );
});

/** A Latvian file as a delta of whole rows: the register as a publisher of dated updates would have it. */
function dated(day: string, since?: string): Register {
  return {
    ...lv,
    async open(path) {
      const snapshot = await lv.open(path);
      return {
        ...snapshot,
        edition: since ? { id: day, since } : { id: day },
        company: (row) => {
          const cells = row.cells as readonly unknown[];
          return cells[11] === 'removed' ? new Removed(String(cells[0])) : snapshot.company(row);
        },
      };
    },
  };
}
const latvian = async (name: string, ...rows: [number: string, name: string, registered?: string][]) =>
  ground.file(
    name,
    [
      'regcode;sepa;name;a;b;c;d;e;f;type;g;registered;terminated;closed',
      ...rows.map(([number, title, registered = '2020-01-01']) => `${number};;${title};;;;;;;SIA;;${registered};;`),
      '',
    ].join('\n'),
  );

test('a delta of whole records changes, adds and removes what it names, and leaves the rest', async () => {
  const many = Array.from({ length: 20 }, (_, at): [string, string] => [`4000000001${at}`, `Company ${at}`]);
  await ground.import(dated('2026-11-01'), await latvian('full.csv', ...many));
  ground.now = new Date('2026-11-02T00:00:00Z');
  const path = await latvian(
    '2.csv',
    ['40000000010', 'New name'],
    ['50000000001', 'Newcomer'],
    ['40000000011', 'gone', 'removed'],
  );
  expect(await ground.import(dated('2026-11-02', '2026-11-01'), path)).toMatchObject({
    read: 3,
    added: 1,
    changed: 1,
    removed: 1,
    unchanged: 0,
  });
  expect((await served('lv')).map(({ number }) => number)).toEqual(
    [...many.map(([number]) => number).filter((number) => number !== '40000000011'), '50000000001'].sort(),
  );
  expect(await ground.query('SELECT number FROM tombstone')).toEqual([{ number: '40000000011' }]);
  await expect(ground.import(dated('2026-11-05', '2026-11-04'), await latvian('5.csv', ['1', 'x']))).rejects.toThrow(WrongFile);
  // A removal of what is not there does nothing, and an empty update moves the edition on.
  expect(await ground.import(dated('2026-11-03', '2026-11-02'), await latvian('3.csv', ['9', 'x', 'removed']))).toMatchObject({
    removed: 0,
    added: 0,
  });
  expect(await ground.import(dated('2026-11-04', '2026-11-03'), await latvian('4.csv'))).toMatchObject({
    read: 0,
    sameFile: false,
  });
});

test('an update that would remove a fifth of the companies is refused, unless that is allowed; a full file removes by absence alone', async () => {
  const many = Array.from({ length: 20 }, (_, at): [string, string] => [`4000000001${at}`, `Company ${at}`]);
  await ground.import(dated('2026-11-01'), await latvian('full.csv', ...many));
  const path = await latvian('2.csv', ...many.slice(0, 5).map(([number]): [string, string, string] => [number, 'x', 'removed']));
  await expect(ground.import(dated('2026-11-02', '2026-11-01'), path)).rejects.toThrow(
    /removes 5 of the 20 companies that are served, over 20 %/,
  );
  await expect(ground.import(dated('2026-11-02'), path)).rejects.toThrow(/^Only an update can remove a company/);
  expect(await ground.import(dated('2026-11-02', '2026-11-01'), path, { allowShrink: true })).toMatchObject({ removed: 5 });
});

test('a bad row of a small update is rejected alone, and its company stays', async () => {
  await ground.import(dated('2026-11-01'), await latvian('full.csv', ['40000000011', 'One'], ['40000000012', 'Two']));
  const summary = await ground.import(
    dated('2026-11-02', '2026-11-01'),
    await latvian('2.csv', ['40000000011', ''], ['40000000012', 'Changed']),
  );
  expect(summary).toMatchObject({ read: 2, changed: 1, rejected: 1, removed: 0 });
  expect(await readFile(summary.rejectsFile ?? '', 'utf8')).toMatch(/the name is missing/);
  expect((await served('lv')).map(({ canonical_name }) => canonical_name)).toEqual(['One', 'Changed']);
});

test('an establishment is closed, moved to another enterprise, or added, by its own number', async () => {
  const path = await full(1);
  await ground.import(be, path);
  const holders = async () =>
    new Map(
      (await ground.query("SELECT number, registry -> 'establishments' AS units FROM entity WHERE register_id = 'be'")).map(
        ({ number, units }) => [number, units],
      ),
    );
  const [closed, moved, other] = [...belgianCompanies(200)].filter((one) => one.enterprise[0]?.[3] !== '1');
  if (!closed || !moved || !other) throw new Error('There are too few companies.');
  const unit = (company: typeof closed) => company.establishment[0]?.[0] ?? '';
  await zipText(ground.path('Update.zip'), {
    'meta.csv': () => ['"Variable","Value"\n"ExtractNumber","286"\n'],
    'code.csv': () => ['"Category","Code","Language","Description"\n'],
    'establishment_delete.csv': () => [`"EstablishmentNumber"\n"${unit(closed)}"\n"${unit(moved)}"\n"2.999.999.999"\n`],
    'establishment_insert.csv': () => [
      `"EstablishmentNumber","StartDate","EnterpriseNumber"\n"${unit(moved)}",01-01-2026,"${other.number}"\n`,
      `"2.000.000.001",01-01-2026,"${other.number}"\n"2.000.000.002",01-01-2026,"0799.999.999"\n`,
    ],
  });
  const before = await holders();
  expect(await ground.import(be, ground.path('Update.zip'))).toMatchObject({ changed: 3, added: 0, removed: 0, rejected: 0 });
  const after = await holders();
  const plain = (company: typeof closed) => company.number.replaceAll('.', '');
  expect(after.get(plain(closed))).toEqual([]);
  expect(after.get(plain(moved))).toEqual([]);
  expect(after.get(plain(other))).toEqual([unit(other), unit(moved), '2.000.000.001']);
  for (const number of [closed, moved, other].map(plain)) before.delete(number);
  for (const [number, units] of before) expect(after.get(number)).toEqual(units);
});

test('an update that names a natural person leaves nothing of them', async () => {
  await ground.import(be, await full(1));
  const before = await ground.state();
  const enterprise =
    '"EnterpriseNumber","Status","JuridicalSituation","TypeOfEnterprise","JuridicalForm","JuridicalFormCAC","StartDate"\n';
  const name = '"EntityNumber","Language","TypeOfDenomination","Denomination"\n';
  await zipText(ground.path('Update.zip'), {
    'meta.csv': () => ['"Variable","Value"\n"ExtractNumber","286"\n'],
    'code.csv': () => ['"Category","Code","Language","Description"\n'],
    'enterprise_insert.csv': () => [`${enterprise}"0799.999.911","AC","000","1",,,01-01-2026\n`],
    'denomination_delete.csv': () => ['"EntityNumber"\n"0799.999.922"\n'],
    'denomination_insert.csv': () => [
      `${name}"0799.999.911","2","001","Jan Verzonnen"\n"0799.999.922","2","001","Piet Verzonnen"\n`,
    ],
  });
  expect(await ground.import(be, ground.path('Update.zip'))).toMatchObject({ persons: 1, read: 0, added: 0, changed: 0 });
  expect(await ground.state()).toBe(before);
});
