import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Lookup } from '../../src/companies/lookup/lookup.ts';
import { IdentifierReads } from '../../src/identifiers/index.ts';
import { DataVersion } from '../../src/records/data-version.ts';
import { Records } from '../../src/records/records.ts';
import { registers } from '../../src/registers/countries/registers.ts';
import { samples } from '../../src/registers/import/samples.ts';
import { openScanner, type Scanner } from '../../src/search/engine/scanner.ts';
import { createSearch, type Search } from '../../src/search/search.ts';
import { type ImportGround, importGround } from '../support/imports.ts';
import { writtenOf } from '../support/registers/examples.ts';

interface Record {
  id: string;
  register: string;
  country: string;
  number: string;
  registrations: { scheme: string; number: string }[];
}

/** Tries so many records of each register. */
export function testNumbers(tried: number): void {
  let ground: ImportGround;
  let pool: pg.Pool;
  let scanner: Scanner;
  let search: Search;
  let lookup: Lookup;
  let records: Record[];
  beforeAll(async () => {
    ground = await importGround();
    for (const { register, path } of samples) await ground.import(register, path);
    pool = new pg.Pool({ connectionString: ground.url });
    scanner = openScanner({ databaseUrl: ground.url });
    const version = new DataVersion(pool);
    search = createSearch({ pool, version, counter: scanner, registers });
    lookup = new Lookup({
      pool,
      version,
      counter: scanner,
      records: new Records(pool, version),
      identifiers: new IdentifierReads(pool),
      registers,
    });
    records = (await ground.query(
      'SELECT id, register_id AS register, country_code AS country, number, registrations FROM entity ORDER BY id',
    )) as Record[];
  });
  afterAll(async () => {
    await scanner.close();
    await pool.end();
    await ground.close();
  });

  const found = async (filter: Parameters<Search['find']>[0]) =>
    (await search.find(filter, 1, 100, 'test')).items.map(({ id }) => id);
  const someOf = (register: string) => records.filter((record) => record.register === register).slice(0, tried);

  test.each(
    registers.map(({ id }) => id),
  )('%s: a number is found as people write it, in `q` and in `number`', async (register) => {
    const some = someOf(register).filter(({ number }) => number.length > 3);
    expect(some.length).toBeGreaterThan(3);
    for (const { id, country, number } of some)
      for (const typed of writtenOf(register, number)) {
        expect(await found({ number: typed }), `number ${typed}`).toContain(id);
        expect(await found({ number: typed, country }), `number ${typed}, country`).toContain(id);
        expect(await found({ q: typed, country }), `q ${typed}, country`).toContain(id);
        expect((await search.find({ q: typed }, 1, 100, 'test')).total, `q ${typed}`).toBeGreaterThan(0);
        expect(await found({ q: typed }), `q ${typed}`).toContain(id);
      }
  });

  test.each(
    registers.map(({ id }) => id),
  )('%s: a look-up of many finds what `number` finds in the country, in one pass', async (register) => {
    const keys = someOf(register).flatMap(({ country, number, registrations }) =>
      [number, ...writtenOf(register, number), ...registrations.map((one) => one.number)].flatMap((typed) => [
        { country, number: typed },
        { country, number: `${typed}1` },
      ]),
    );
    const results = await lookup.find(keys, [], 'test');
    for (const [place, key] of keys.entries()) {
      const ids = await found(key);
      const expected = ids.length === 0 ? 'not_found' : ids.length === 1 ? 'found' : 'ambiguous';
      expect([results[place]?.status, results[place]?.record?.id], JSON.stringify(key)).toEqual([
        expected,
        ids.length === 1 ? ids[0] : undefined,
      ]);
    }
  });

  test.each(
    registers.map(({ id }) => id),
  )('%s: every number among the registrations is found by `number`, whole', async (register) => {
    for (const { id, country, registrations } of someOf(register))
      for (const { scheme, number } of registrations) {
        expect(await found({ number }), `${scheme} ${number}`).toContain(id);
        expect(await found({ number: number.toLowerCase(), country }), `${scheme} ${number}`).toContain(id);
        if (number.length > 4) expect(await found({ number: number.slice(0, -1), country })).not.toContain(id);
      }
  });

  test('the numbers beside the national one are many, and no fragment finds them', async () => {
    const others = records.flatMap(({ id, number, registrations }) =>
      registrations
        .filter((one) => one.number !== number && !['RO-CUI', 'AU-ABN', 'SK-ICO', 'FI-PRO'].includes(one.scheme))
        .map((one) => ({ ...one, id })),
    );
    expect(new Set(others.map(({ scheme }) => scheme))).toEqual(new Set(['EE-KMKR', 'EUID', 'SK-RPO', 'SK-SOURCE-REGISTER']));
    for (const { id, scheme, number } of others.filter(({ scheme }) => scheme === 'EE-KMKR').slice(0, 20)) {
      expect(await found({ q: number.slice(2, -1) }), `${scheme} ${number}`).not.toContain(id);
      // As a whole, and with the letters of the country, it is meant.
      expect(await found({ q: number })).toContain(id);
      expect(await found({ number: number.slice(2) })).toContain(id);
    }
  });

  test('zeros that a register does not have are forgiven in Ireland, Cyprus and Moldova, elsewhere where the country is named', async () => {
    const [irish] = someOf('ie') as [Record];
    for (const typed of [`0${irish.number}`, `00${irish.number}`.slice(-7)]) {
      expect(await found({ number: typed }), typed).toEqual([irish.id]);
      expect(await found({ q: typed }), typed).toContain(irish.id);
    }
    expect(await found({ number: `000000${irish.number}`, country: 'IE' })).toEqual([irish.id]);
    expect(await found({ q: `000000${irish.number}`, country: 'IE' })).toEqual([irish.id]);
    // Eight digits are a British number.
    expect(await found({ number: irish.number.padStart(8, '0') })).toEqual([]);
    const [moldovan] = someOf('md').filter(({ number }) => number.length === 13) as [Record];
    expect(await found({ number: `0${moldovan.number}`, country: 'MD' })).toEqual([moldovan.id]);
    const [french] = someOf('fr') as [Record];
    expect(await found({ number: `00${french.number}`, country: 'FR' })).toEqual([french.id]);
    expect(await found({ number: `00${french.number}` })).toEqual([]);
  });

  test('what only looks like a number of some register finds what it found before', async () => {
    for (const q of ['3-5', '2000-2001', 'ro 12', '24/7', '007', 'no 1', '1 000']) {
      const fragment = q.toLowerCase();
      const [{ count }] = (await ground.query('SELECT count(*)::int FROM entity WHERE search_text LIKE $1', [
        `%${fragment}%`,
      ])) as [{ count: number }];
      expect((await search.find({ q }, 1, 100, 'test')).total, q).toBe(count);
    }
  });

  test('a number that is asked for gives those that have it, and nobody else', async () => {
    for (const { number, country, register } of registers.flatMap(({ id }) => someOf(id).slice(0, 8))) {
      const ids = new Set(await found({ number }));
      const plain = (text: string) =>
        text
          .replaceAll(/[\s.\-/]/g, '')
          .replace(/^0+/, '')
          .toUpperCase();
      const having = records.filter(({ registrations, number: own }) =>
        [own, ...registrations.map((one) => one.number)].some((one) => plain(one).replace(country, '') === plain(number)),
      );
      expect(ids.size, `${register} ${number}`).toBeGreaterThan(0);
      for (const id of ids)
        expect(
          having.map((record) => record.id),
          `${register} ${number}`,
        ).toContain(id);
    }
  });
}
