import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeBritishFile } from '../../../scripts/samples/gb.ts';
import { companyLookup } from '../../../src/companies/lookup/lookup.ts';
import { facetNames, legalFormGroups, type Sort, statuses } from '../../../src/company/values.ts';
import { wordsOf } from '../../../src/company/words.ts';
import { IdentifierReads } from '../../../src/identifiers/index.ts';
import { DataVersion } from '../../../src/records/data-version.ts';
import { DerivedFields } from '../../../src/records/derived-fields.ts';
import { companyRecords } from '../../../src/records/records.ts';
import { gb } from '../../../src/registers/countries/gb/register.ts';
import { registers } from '../../../src/registers/countries/registers.ts';
import { samples } from '../../../src/registers/import/samples.ts';
import { Candidates } from '../../../src/search/candidates.ts';
import { clickhouseSql, openClickHouse } from '../../../src/search/clickhouse/clickhouse.ts';
import { type ClickHouseCounter, clickhouseCounter } from '../../../src/search/clickhouse/clickhouse-counter.ts';
import { indexCopyIn } from '../../../src/search/clickhouse/index-copy.ts';
import { createTables } from '../../../src/search/clickhouse/tables.ts';
import type { Counter } from '../../../src/search/counter.ts';
import { openScanner, type Scanner } from '../../../src/search/engine/scanner.ts';
import type { Filter } from '../../../src/search/filter.ts';
import { createSearch, type Search } from '../../../src/search/search.ts';
import { type ImportGround, importGround, usualSamples } from '../../support/imports.ts';
import { hasClickHouse, TestClickHouse } from '../../support/servers/clickhouse.ts';

/** The long form is run by hand: SEARCH_RUNS=10000. */
const runs = Number(process.env['SEARCH_RUNS'] ?? 60);
const timeLimit = Math.max(120_000, runs * 500);

interface Sample {
  name: string;
  number: string;
  /** Another of its registrations. */
  other: string | null;
  country: string;
  form: string | null;
  registry: object;
  code: string | null;
  locality: string | null;
  activity: string | null;
  registered: string | null;
  updated: Date;
}

describe.skipIf(!hasClickHouse)('one ClickHouse server', () => {
  let server: TestClickHouse;
  let ground: ImportGround;
  let pool: pg.Pool;
  let scanner: Scanner;
  let counter: ClickHouseCounter;
  let records: Sample[];
  let inMemory: Search;
  let inClickHouse: Search;

  beforeAll(async () => {
    [server, ground] = await Promise.all([TestClickHouse.start(), importGround()]);
    const indexCopy = indexCopyIn(openClickHouse(server.url));
    const ofOtherScripts = samples.filter(({ register }) => ['cy', 'jp', 'sk'].includes(register.id));
    for (const [index, { register, path }] of [...usualSamples, ...ofOtherScripts].entries()) {
      ground.now = new Date(Date.UTC(2026, 10, 1 + (index % 3)));
      if (register.id !== 'gb') await ground.import(register, path, { indexCopy });
    }
    await writeBritishFile(ground.path('gb.csv'), 2_000);
    await ground.import(gb, ground.path('gb.csv'), { indexCopy });
    await ground.backdate();
    pool = new pg.Pool({ connectionString: ground.url });
    scanner = openScanner({ databaseUrl: ground.url });
    counter = clickhouseCounter({
      clickhouse: openClickHouse(server.url),
      pool,
      logger: { warn: () => {} },
      now: () => performance.now(),
      onRefusal: () => {},
    });
    const searchBy = (one: Counter) => createSearch({ pool, version: new DataVersion(pool), counter: one, registers });
    [inMemory, inClickHouse] = [searchBy(scanner), searchBy(counter)];
    records = (await ground.query(
      `SELECT canonical_name AS name, number, registrations -> 1 ->> 'number' AS other, country_code AS country, legal_form AS form, registered_at::text AS registered,
         (SELECT imported_at FROM import_run WHERE import_run.id = import_run_id) AS updated, registry, (SELECT coalesce(code, label) FROM activity WHERE id = (unlicensed || licensed)[1]) AS activity
       FROM entity ORDER BY id`,
    )) as Sample[];
    const derived = new DerivedFields(registers);
    for (const one of records) {
      one.code = derived.legalForm({ countryCode: one.country, legalForm: one.form }).legalFormCode;
      one.locality = derived.address({ countryCode: one.country, registry: one.registry })?.locality ?? null;
    }
  });
  afterAll(async () => {
    await scanner?.close();
    await counter?.close();
    await pool?.end();
    await ground?.close();
    await server?.stop();
  });

  test('a look-up of many finds in ClickHouse what it finds in memory', async () => {
    const lookupBy = (one: Counter) => {
      const version = new DataVersion(pool);
      return companyLookup({
        pool,
        version,
        counter: one,
        records: companyRecords(pool, version),
        identifiers: new IdentifierReads(pool),
        registers,
      });
    };
    const some = records.filter((_, place) => place % Math.ceil(records.length / 40) === 0);
    const keys = some.flatMap(({ country, number, other }) => [
      { country, number },
      { country: country === 'GB' ? 'NO' : 'GB', number },
      { country, number: other ?? `${number}1` },
    ]);
    const answer = async (counter: Counter) =>
      (await lookupBy(counter).find(keys, [], 'test')).map(({ status, record }) => [status, record?.number]);
    const found = await answer(counter);
    expect(found.filter(([status]) => status === 'found').length).toBeGreaterThanOrEqual(some.length);
    expect(found).toEqual(await answer(scanner));
  });

  test('candidates for a match are the same, where they are few', async () => {
    const version = await new DataVersion(pool).current();
    const words = ['trading', 'services'].map((text) => ({ text, meant: [] }));
    const queries = records.slice(0, 40).flatMap(({ name, country }) => {
      const [text = 'x', other = 'y'] = wordsOf(name).toSorted((one, another) => another.length - one.length);
      return [{ words: [{ text: `${other}xx`, meant: [text] }] }, { words: [{ text, meant: [] }, ...words], country }];
    });
    for (const query of queries) {
      const [inOrder, others] = await Promise.all(
        [scanner, counter].map(async (one) => {
          const found = await new Candidates(pool, one).find([query], 10_000, version, 'test');
          return found.map(({ id }) => id).sort();
        }),
      );
      expect(others).toEqual(inOrder);
    }
  });

  const anyRecord = fc.nat().map((place) => records[place % records.length] as Sample);
  const cut = (text: string) =>
    fc
      .tuple(fc.nat(), fc.integer({ min: 1, max: 10 }))
      .map(([start, length]) => [...text].slice(start % text.length, (start % text.length) + length).join(''));
  const fragment = fc.oneof(
    anyRecord.chain(({ name }) => cut(name)),
    anyRecord.chain(({ number }) => cut(number)),
    anyRecord.map(({ name }) => name),
    anyRecord.map(({ number }) => `${number.slice(0, 3)} ${number.slice(3, 6)} ${number.slice(6)}`),
    anyRecord.map(({ number, country }) => country + number),
    fc.constantFrom(
      'a',
      'e',
      ' ',
      '%',
      '_',
      '\\',
      '"',
      "'",
      '.',
      '(',
      ')',
      '[',
      '*',
      '?',
      '$',
      '^',
      '&',
      'ltd',
      'ș',
      '🏢',
      '–',
      '“',
    ),
    fc.constantFrom("' OR 1 = 1 --", "\\'); DROP TABLE search_document", '(a+)+$', '\u200f', 'x'.repeat(200), 'ü'.repeat(200)),
    fc.string({ maxLength: 6, unit: 'binary' }).filter((text) => !text.includes('\0')),
  );
  const filters: fc.Arbitrary<Filter> = fc.record(
    {
      q: fragment,
      country: fc.constantFrom('MD', 'gb', 'NO', 'ZZ'),
      countries: fc.subarray(['md', 'GB', 'NO', 'FR'], { minLength: 1 }),
      legalForm: anyRecord.map(({ form }) => form ?? 'none'),
      legalFormCode: anyRecord.map(({ code }) => code ?? '9LJA'),
      legalFormGroup: fc.constantFrom(...legalFormGroups),
      nace: fc.constantFrom('A', 'C', 'J', 'G', '46', '62', '47.1', '62.10', '99'),
      postalCode: fc.constantFrom('1', '10', '101', 'LV1', 'SW', 'B1', '0150', '13513', 'sw1a 1'),
      locality: anyRecord.map(({ locality }) => locality ?? 'London'),
      activity: anyRecord.map(({ activity }) => activity ?? '0111'),
      activityType: fc.constantFrom('unlicensed' as const, 'licensed' as const),
      activityScheme: fc.constantFrom('MD-CAEM-2', 'MD-LICENSED', 'NO-SN', 'UK-SIC-2007'),
      status: fc.constantFrom(...statuses),
      registeredFrom: anyRecord.map(({ registered }) => registered ?? '0001-01-01'),
      registeredTo: anyRecord.map(({ registered }) => registered ?? '9999-12-31'),
      updatedSince: anyRecord.map(({ updated }) => updated),
      number: anyRecord.chain(({ number, other }) => fc.constantFrom(number, other ?? number)),
    },
    { requiredKeys: [] },
  );
  /** Most have few conditions, so that something is found. */
  const fewFilters = fc.tuple(filters, fc.array(fc.nat(), { minLength: 1, maxLength: 2 })).map(([filter, chosen]): Filter => {
    const entries = Object.entries(filter);
    const kept = new Set(chosen.map((place) => place % Math.max(1, entries.length)));
    return Object.fromEntries(entries.filter(([name], place) => kept.has(place) || name === 'activityType'));
  });

  test(
    'pages are those of the memory, whatever is asked',
    async () => {
      const anySort = fc.constantFrom<Sort>('name', 'name', 'registeredAt', '-registeredAt', '-updatedAt');
      await fc.assert(
        fc.asyncProperty(
          fewFilters,
          anySort,
          fc.nat(),
          fc.integer({ min: 1, max: 100 }),
          async (filter, sort, depth, pageSize) => {
            const { total } = await inMemory.find(filter, 1, 1, 'test');
            const page = 1 + (depth % (Math.ceil(total / pageSize) + 1));
            const [expected, found] = await Promise.all(
              [inMemory, inClickHouse].map((search) => search.find(filter, page, pageSize, 'test', sort)),
            );
            expect(found).toEqual(expected);
          },
        ),
        { numRuns: runs },
      );
    },
    timeLimit,
  );

  test(
    'words and fragments of all names find what the memory finds, but for mistakes and relevance',
    async () => {
      const words = fc
        .tuple(
          anyRecord,
          fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 3 }),
          fc.constantFrom(' ', '', '-', ' & '),
        )
        .map(([{ name }, chosen, between]) => {
          const all = wordsOf(name);
          return chosen.map(([place, size]) => [...(all[place % all.length] ?? 'a')].slice(0, size).join('')).join(between);
        })
        .filter((q) => wordsOf(q).length > 0);
      await fc.assert(
        fc.asyncProperty(
          words,
          fc.constantFrom('words', 'words', 'fragment'),
          fc.constantFrom('current', 'all'),
          fc.constantFrom(undefined, 'GB', 'JP'),
          async (q, mode, names, country) => {
            const filter = { q, mode, names, country } as const;
            const expected = await inMemory.find(filter, 1, 20, 'test', 'name');
            const found = await inClickHouse.find(filter, 1, 20, 'test');
            expect([q, found]).toEqual([q, expected.isFuzzy ? { ...expected, items: [], total: 0, isFuzzy: false } : expected]);
          },
        ),
        { numRuns: Math.ceil(runs / 2) },
      );
      const refused = { code: 'invalid_request', status: 400 };
      await expect(inClickHouse.find({ q: 'a', mode: 'words', fuzzy: true }, 1, 1, 'test')).rejects.toMatchObject(refused);
      await expect(inClickHouse.find({ q: 'a', mode: 'words' }, 1, 1, 'test', 'relevance')).rejects.toMatchObject(refused);
    },
    timeLimit,
  );

  test('a table of an older version gets the columns of names, at its end', async () => {
    const usual = openClickHouse(server.url);
    await usual.everywhere(clickhouseSql`CREATE DATABASE older`);
    const url = new URL(server.url);
    url.pathname = '/older';
    const older = openClickHouse(url.href);
    await older.everywhere(clickhouseSql`CREATE TABLE search_document (segment FixedString(16), document UInt16, text String,
      day UInt32, status UInt8, country UInt16, legal_form UInt32, run UInt32, unlicensed Array(UInt32), licensed Array(UInt32))
      ENGINE = MergeTree ORDER BY (segment, document)`);
    await createTables(older);
    await createTables(older);
    const columns = clickhouseSql`SELECT name, type FROM system.columns WHERE database = currentDatabase()
      AND table = 'search_document' FORMAT TSV`;
    expect(String(await older.read(columns))).toBe(String(await usual.read(columns)));
    await Promise.all([usual.close(), older.close()]);
  });

  test(
    'facets are those of the memory',
    async () => {
      const names = fc.subarray([...facetNames], { minLength: 1 });
      await fc.assert(
        fc.asyncProperty(fewFilters, names, fc.integer({ min: 1, max: 100 }), async (filter, some, size) => {
          const [expected, found] = await Promise.all(
            [inMemory, inClickHouse].map((search) => search.facets(filter, some, size, 'test')),
          );
          expect(found).toEqual(expected);
        }),
        { numRuns: Math.ceil(runs / 3) },
      );
    },
    timeLimit,
  );

  test(
    'suggestions for one word are the first ones of the memory, which goes on with words in any order',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fragment,
          fc.constantFrom(undefined, 'MD', 'gb'),
          fc.integer({ min: 1, max: 25 }),
          async (q, country, limit) => {
            // Several words are looked for word by word in the memory, and as a text in ClickHouse, which has no words.
            fc.pre(wordsOf(q).length < 2);
            const [expected, found] = await Promise.all(
              [inMemory, inClickHouse].map((search) => search.suggest({ q, country }, limit, 'test')),
            );
            expect(found).toEqual(expected?.slice(0, found?.length));
          },
        ),
        { numRuns: Math.ceil(runs / 3) },
      );
    },
    timeLimit,
  );
});
