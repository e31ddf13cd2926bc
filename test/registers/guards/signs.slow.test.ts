import { describe, expect, test } from 'vitest';
import { britishHeader } from '../../../scripts/samples/gb.ts';
import { swedishCompanies, swedishHeader } from '../../../scripts/samples/se.ts';
import { gb } from '../../../src/registers/countries/gb/register.ts';
import { se } from '../../../src/registers/countries/se/register.ts';
import {
  expectRefused,
  file,
  ground,
  incorporated,
  mojibake,
  nameColumn,
  numberColumn,
  type Row,
  rows,
  swapped,
  useImportGround,
  withCell,
} from './signs-ground.ts';

/* Files that are damaged in ways that lose no rows: each is judged by its own sign. */

useImportGround();

describe('what was taken without a word', () => {
  test('names that are shifted by one row', () => {
    const shifted = rows.map((row, place) =>
      place < 300 ? row.with(nameColumn, rows[(place + 1) % 300]?.[nameColumn] ?? '') : row,
    );
    return expectRefused(
      shifted,
      /changes the name and nothing else of (?:29\d|300) of the 1000 .*, over 5 %, such as \w{8}; \w{8}; \w{8}: .*--allow-change\./,
      { allowChange: true },
    );
  });

  test('letters of a wrong encoding', async () => {
    const accented = rows.map((row, place) => (place < 200 ? row.with(nameColumn, `CAFÉ ${place} LIMITED`) : row));
    await ground.import(gb, await file(accented));
    const path = await file(accented.map((row, place) => (place < 30 ? withCell(row, nameColumn, mojibake) : row)));
    await expect(ground.import(gb, path)).rejects.toThrow(
      /brings letters of a wrong encoding to 30 of the 1000 .*, over 0\.5 %, such as \w{8}; \w{8}; \w{8}: .*--allow-change\./,
    );
    expect(await ground.import(gb, path, { allowChange: true })).toMatchObject({ changed: 30 });
  });

  test('letters of a wrong encoding in a first file, too', async () => {
    const path = await file(rows.map((row, place) => (place < 30 ? row.with(nameColumn, mojibake(`CAFÉ ${place}`)) : row)));
    await expect(ground.import(gb, path)).rejects.toThrow(
      /^30 of 1000 companies have names in a wrong encoding, over 1 %, such as/,
    );
    expect(await ground.import(gb, path, { allowChange: true })).toMatchObject({ added: 1_000 });
  });

  test('numbers that come again with other content, in a first file and in a later one', async () => {
    const conflicting = [...rows, ...rows.slice(0, 400).map((row) => withCell(row, nameColumn, (name) => `${name} II`))];
    const path = await file(conflicting);
    const message = /^The file has 400 of its 1000 companies again with other content, over 1 %, such as \w{8};/;
    await expect(ground.import(gb, path)).rejects.toThrow(message);
    await ground.import(gb, await file([...rows, ...rows.slice(0, 400)]));
    await expect(ground.import(gb, path)).rejects.toThrow(message);
    expect(await ground.import(gb, path, { allowChange: true })).toMatchObject({ changed: 400 });
  });

  test('a company counts once, however often it comes again, and nine are few', async () => {
    const again = (count: number) =>
      ['II', 'III'].flatMap((mark) => rows.slice(0, count).map((row) => withCell(row, nameColumn, (name) => `${name} ${mark}`)));
    await expect(ground.import(gb, await file([...again(11), ...rows]))).rejects.toThrow(
      /^The file has 11 of its 1000 companies/,
    );
    expect(await ground.import(gb, await file([...again(9), ...rows]))).toMatchObject({ added: 1_000, repeated: { rows: 18 } });
  });

  test('names, and days, inside the rows of a register of several files', async () => {
    const swedish = [...swedishCompanies(300)];
    const [identity, name, registered, address] = [0, 3, 8, 10];
    const companies = new Set(swedish.slice(0, 30).map((row) => row[identity]));
    const changed = (change: (row: string[]) => string[]) =>
      swedish.map((row) => (companies.has(row[identity]) ? change(row) : row));
    const swedishFile = (all: readonly Row[]) =>
      ground.file(
        'bolagsverket_bulkfil.txt',
        [swedishHeader.join(';'), ...all.map((row) => `"${row.join('";"')}"`), ''].join('\n'),
      );
    await ground.import(se, await swedishFile(swedish));
    const renamed = (row: string[]) => row.with(name, `Ny ${row[name]}`);
    await expect(ground.import(se, await swedishFile(changed(renamed)))).rejects.toThrow(
      /changes the name and nothing else of 30 of the 300 .* differ only in bolagsverket_bulkfil\.organisationsnamn\.$/,
    );
    const otherDays = (row: string[]) => row.with(registered, '2001-07-31').with(name, `Ny ${row[name]}`);
    expect(await ground.import(se, await swedishFile(changed(otherDays)))).toMatchObject({ changed: 30 });
    await ground.import(se, await swedishFile(changed((row) => row.with(registered, '2001-07-03'))), { allowChange: true });
    const american = changed((row) => row.with(registered, '2001-03-07'));
    await expect(ground.import(se, await swedishFile(american))).rejects.toThrow(/swaps day and month of 30 of the 300/);
    // The column of addresses is not kept, because it may name persons, but the address is.
    const moved = changed((row) =>
      row.with(registered, '2001-07-03').with(name, `Ny ${row[name]}`).with(address, 'Gatan 1$$ORT$12345$SE-LAND'),
    );
    expect(await ground.import(se, await swedishFile(moved))).toMatchObject({ changed: 30 });
  });
});

describe('what was refused with a reason that misleads', () => {
  test('lost leading zeros', () =>
    expectRefused(
      rows.map((row) => withCell(row, numberColumn, (number) => number.replace(/^0+/, ''))),
      /drops leading zeros of \d+ of the 1000 .*, over 1 %.*Of the changed ones: in \d+ of them leading zeros are missing \(\s*CompanyNumber\)/,
      { allowChange: true },
    ));

  test('American dates', () =>
    expectRefused(
      rows.map((row) => withCell(row, incorporated, swapped)),
      /changes \d+ of the 1000 .*Of the changed ones: in \d+ of them day and month are swapped \(IncorporationDate\)/,
      { allowChange: true },
    ));

  test('small letters', () =>
    expectRefused(
      rows.map((row) => withCell(row, nameColumn, (name) => name.toLowerCase())),
      /Of the changed ones: in \d+ of them only capital and small letters differ \(CompanyName\); \d+ of them differ only in CompanyName\.$/,
      { allowChange: true },
    ));

  test('a column that is swapped with another', () =>
    expectRefused(
      rows.map((row) => row.with(4, row[6] ?? '').with(6, row[4] ?? '')),
      /Of the changed ones: .*differ only in RegAddress\.AddressLine1, RegAddress\.PostTown/,
      { allowChange: true },
    ));

  test('a header in small letters changes nothing', async () => {
    await ground.import(gb, await file(rows));
    expect(await ground.import(gb, await file(rows, britishHeader.toLowerCase()))).toMatchObject({
      changed: 0,
      unchanged: 1_000,
    });
    expect(await ground.import(gb, await file(rows.toReversed()))).toMatchObject({ changed: 0, unchanged: 1_000 });
  });

  test('new columns with values are taken, and hide no other change', async () => {
    await ground.import(gb, await file(rows));
    const wider = rows.map((row) => [...row, 'new']);
    expect(await ground.import(gb, await file(wider, `${britishHeader},Extra`))).toMatchObject({ changed: 1_000 });
    const renamed = rows.map((row) => [...withCell(row, nameColumn, (name) => `${name} II`), 'new', 'newer']);
    await expect(ground.import(gb, await file(renamed, `${britishHeader},Extra,More`))).rejects.toThrow(
      /changes 1000 of the 1000/,
    );
  });
});

test('how much a register usually changes is known from its earlier editions', async () => {
  const edition = (place: number) => rows.slice(0, 1_000 - place * 10);
  for (let place = 0; place < 4; place++) await ground.import(gb, await file(edition(place)));
  // 1 % went with each edition, so 8 % are many.
  await expect(ground.import(gb, await file(edition(11)))).rejects.toThrow(/lacks 80 of the 970 .*, over 5 %/);
});

test('of a small register 10 % may go, though nothing ever went', async () => {
  const few = rows.slice(0, 200);
  for (let place = 0; place < 5; place++) await ground.import(gb, await file([...few, ...rows.slice(900, 900 + place)]));
  expect(await ground.import(gb, await file(few.slice(16)))).toMatchObject({ removed: 20 });
  await expect(ground.import(gb, await file(few.slice(36)))).rejects.toThrow(/lacks 20 of the 184 .*, over 10 %/);
});
