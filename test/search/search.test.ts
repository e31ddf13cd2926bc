import { availableParallelism } from 'node:os';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { writeBritishFile } from '../../scripts/samples/gb.ts';
import { separator } from '../../src/company/search-text.ts';
import { type FacetName, facetNames, legalFormGroups, type Sort, statuses } from '../../src/company/values.ts';
import { wordsOfNormalized } from '../../src/company/words.ts';
import { isUnreachable } from '../../src/database/outage.ts';
import { DataVersion } from '../../src/records/data-version.ts';
import { DerivedFields } from '../../src/records/derived-fields.ts';
import { gb } from '../../src/registers/countries/gb/register.ts';
import { registers } from '../../src/registers/countries/registers.ts';
import { samples } from '../../src/registers/import/samples.ts';
import { openScanner, type Scanner } from '../../src/search/engine/scanner.ts';
import type { Filter } from '../../src/search/filter.ts';
import { createSearch, type Search } from '../../src/search/search.ts';
import { type ImportGround, importGround, usualSamples } from '../support/imports.ts';
import { DatabaseProxy } from '../support/servers/proxy.ts';
import { wordsModel } from './words-model.ts';

/** An activity of a record. */
interface Term {
  code: string | null;
  label: string | null;
  scheme: string;
}

/** A record as the plain scan sees it. */
interface Plain {
  id: string;
  key: Buffer;
  text: string;
  others: string[];
  number: string;
  country: string;
  form: string | null;
  name: string;
  status: string;
  registered: string | null;
  updated: Date;
  activities: Record<'unlicensed' | 'licensed', Term[]>;
  /** As the record's fields have them. */
  group: string | null;
  code: string | null;
  nace: string[];
  postalCode: string;
  locality: string;
}

/** `random.slow.test.ts` asks more. The long form is run by hand: SEARCH_RUNS=10000. */
const runs = Number(process.env['SEARCH_RUNS'] ?? 60);
const timeLimit = Math.max(120_000, runs * 500);

let ground: ImportGround;
let pool: pg.Pool;
let scanner: Scanner;
let search: Search;
let records: Plain[];

/** Cyrillic letters that are not the same as those without their mark. */
const otherLetters = /[иу]\u0306|і\u0308|[гк]\u0301/g;

/**
 * Written apart from the code under test: marks and case away, and the few letters that have no mark to take away. What else is
 * normalized is in test/company/normalization.test.ts.
 */
const plainly = (text: string) =>
  [
    ...text
      .normalize('NFKC')
      .toLowerCase()
      .normalize('NFD')
      .replaceAll(otherLetters, (letter) => letter.normalize('NFC')),
  ]
    .filter((character) => !/[\u0300-\u036f]|\p{DI}/u.test(character))
    .map(
      (character) =>
        ({ ø: 'o', đ: 'd', ð: 'd', ł: 'l', ħ: 'h', ŧ: 't', ı: 'i', æ: 'ae', œ: 'oe', ß: 'ss', þ: 'th', ς: 'σ' })[character] ??
        character,
    )
    .join('')
    .normalize('NFC')
    .replaceAll(/\p{Cc}+/gu, ' ');

beforeAll(async () => {
  ground = await importGround();
  // Some at the same moment, some at others, and not in the order of the imports.
  const days: Record<string, string> = { ee: '2026-11-03', lv: '2026-11-01', md: '2026-11-03', no: '2026-10-30' };
  for (const { register, path } of usualSamples) {
    ground.now = new Date(`${days[register.id]}T10:00:00.123Z`);
    if (register.id !== 'gb') await ground.import(register, path);
  }
  ground.now = new Date('2026-11-02T00:00:00Z');
  for (const { register, path } of samples) if (['cy', 'jp'].includes(register.id)) await ground.import(register, path);
  await writeBritishFile(ground.path('gb.csv'), 3_000);
  await ground.import(gb, ground.path('gb.csv'));
  await ground.backdate();
  pool = new pg.Pool({ connectionString: ground.url });
  scanner = openScanner({
    databaseUrl: ground.url,
    readInPlaceBytes: 20_000,
    threads: Math.max(2, availableParallelism()),
    loadAloneSegments: 0,
  });
  search = createSearch({ pool, version: new DataVersion(pool), counter: scanner, registers });
  const terms = new Map(
    (await ground.query('SELECT id, code, label, scheme FROM activity')).map(({ id, ...term }): [number, Term] => [
      id,
      term as Term,
    ]),
  );
  const rows = await ground.query(
    `SELECT id, canonical_name AS name, number, country_code AS country, legal_form AS form, status,
       registered_at::text AS registered, unlicensed, licensed,
       (SELECT imported_at FROM import_run WHERE import_run.id = import_run_id) AS updated,
       other_names_text AS others, registry FROM entity`,
  );
  const derived = new DerivedFields(registers);
  records = rows.map(({ unlicensed, licensed, others, registry, ...row }) => ({
    ...row,
    ...derivedOf(
      derived,
      row,
      [...unlicensed, ...licensed].map((id: number) => terms.get(id) as Term),
    ),
    ...addressOf(derived.address({ countryCode: row.country, registry })),
    key: Buffer.from(plainly(row.name)),
    text: plainly(row.name),
    others: others?.split(separator) ?? [],
    number: plainly(row.number),
    activities: {
      unlicensed: unlicensed.map((id: number) => terms.get(id)),
      licensed: licensed.map((id: number) => terms.get(id)),
    },
  }));
  records.sort((a, b) => Buffer.compare(a.key, b.key) || (a.id < b.id ? -1 : 1));
});
afterAll(async () => {
  await scanner.close();
  await pool.end();
  await ground.close();
});

/** What the record shows: the index is made of other columns. */
function derivedOf(derived: DerivedFields, { country, form }: Pick<Plain, 'country' | 'form'>, terms: Term[]) {
  const { legalFormCode: code, legalFormGroup: group } = derived.legalForm({ countryCode: country, legalForm: form });
  const { all } = derived.activities({ all: terms }) as { all: { nace: { codes: string[] } | null }[] };
  return { code, group, nace: all.flatMap(({ nace }) => nace?.codes ?? []) };
}

const plainCode = (code: string) => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
const addressOf = (address: { postalCode: string | null; locality: string | null } | null) => ({
  postalCode: plainCode(address?.postalCode ?? ''),
  locality: plainly(address?.locality ?? '').trim(),
});

function matching(filter: Filter): Plain[] {
  const { q, country, countries, legalForm, activity, activityType, activityScheme } = filter;
  const { status, registeredFrom, registeredTo, updatedSince, number, legalFormCode, legalFormGroup, nace } = filter;
  const { postalCode, locality } = filter;
  const isOfScheme = ({ scheme }: Term) => !activityScheme || scheme === activityScheme;
  const isValue = ({ code, label }: Term) => (code ?? label) === activity;
  const all = records.flatMap(({ activities }) => [...activities.unlicensed, ...activities.licensed]);
  // In a scheme a value goes before a label.
  const byValue = activityScheme && all.some((term) => isOfScheme(term) && isValue(term));
  const isMeant = (term: Term) => isValue(term) || (!byValue && (term.code === activity || term.label === activity));
  const fragment = plainly((q ?? '').trim());
  return records
    .filter((record) => record.text.includes(fragment) || record.number.includes(fragment))
    .filter((record) => !country || record.country === country.toUpperCase())
    .filter((record) => !countries || countries.some((code) => record.country === code.toUpperCase()))
    .filter((record) => !legalForm || record.form === legalForm)
    .filter((record) => !legalFormCode || record.code === legalFormCode.toUpperCase())
    .filter((record) => !legalFormGroup || record.group === legalFormGroup)
    .filter((record) => !postalCode || record.postalCode.startsWith(plainCode(postalCode)))
    .filter((record) => !locality || record.locality === plainly(locality).trim())
    .filter((record) => !nace || record.nace.some(isIn(nace.toUpperCase())))
    .filter(
      ({ activities: { [activityType ?? 'unlicensed']: terms } }) =>
        (!activity && !activityScheme) || terms.some((term) => isOfScheme(term) && (!activity || isMeant(term))),
    )
    .filter((record) => !status || record.status === status)
    .filter((record) => !registeredFrom || (record.registered && record.registered >= registeredFrom))
    .filter((record) => !registeredTo || (record.registered && record.registered <= registeredTo))
    .filter((record) => !updatedSince || record.updated >= updatedSince)
    .filter(
      (record) =>
        !number || record.number === plainly(number.replaceAll(/[ .]/g, '')).padStart(record.country === 'GB' ? 8 : 0, '0'),
    );
}

/** Finds the records that have all words, by the model, with their scores. */
function wordMatches() {
  const named = new Map(
    records.map((record) => [record, { ...record, name: record.text, isActive: record.status === 'active' }]),
  );
  const model = wordsModel([...named.values()]);
  return (q: string, isFuzzy: boolean, hasOthers: boolean, rest: Filter): (Plain & { score: number })[] => {
    const scoreIn = model({ q: plainly(q), isFuzzy }, hasOthers);
    return matching(rest).flatMap((record) => {
      const score = scoreIn(named.get(record) as NonNullable<ReturnType<typeof named.get>>);
      return score === undefined ? [] : [{ ...record, score }];
    });
  };
}

const scan = (filter: Filter): string[] => matching(filter).map(({ id }) => id);

/** Words are searched elsewhere. */
type PlainSort = Exclude<Sort, 'relevance'>;

/** Sorting is stable, so what is equal stays in the order of the names. */
function sorted(found: Plain[], sort: PlainSort): Plain[] {
  const compare: Record<PlainSort, (a: Plain, b: Plain) => number> = {
    name: () => 0,
    registeredAt: (a, b) =>
      (a.registered ?? '9') < (b.registered ?? '9') ? -1 : Number((a.registered ?? '9') > (b.registered ?? '9')),
    '-registeredAt': (a, b) =>
      (a.registered ?? '0') > (b.registered ?? '0') ? -1 : Number((a.registered ?? '0') < (b.registered ?? '0')),
    '-updatedAt': (a, b) => b.updated.getTime() - a.updated.getTime(),
  };
  return found.toSorted(compare[sort]);
}

const anyRecord = fc.nat().map((place) => records[place % records.length] as Plain);
const cut = (text: string) =>
  fc
    .tuple(fc.nat(), fc.integer({ min: 1, max: 12 }))
    .map(([start, length]) => [...text].slice(start % text.length, (start % text.length) + length).join(''));
const fragment = fc.oneof(
  anyRecord.chain(({ name }) => cut(name)),
  anyRecord.chain(({ name }) => cut(plainly(name).toUpperCase())),
  anyRecord.chain(({ number }) => cut(number)),
  fc.constantFrom(
    '',
    ' ',
    '%',
    '_',
    '\\',
    '%%',
    'a',
    'e',
    'ab',
    'li',
    'ș',
    'ţ',
    'LIMITED',
    'limited',
    'ltd',
    '  ltd',
    'Ø',
    '"',
    "'",
    ',',
    '1',
    '00',
    'x\u0001y',
    '\u0301',
    '🏢',
    'ΛΤΔ',
    'λτδ',
    'ς',
    'Σ',
    '株式',
    'ガス',
    'ｶﾞ',
    'Ａ',
    '\u200f',
  ),
  fc.string({ maxLength: 6 }),
);
const filters: fc.Arbitrary<Filter> = fc.record(
  {
    q: fragment,
    country: fc.constantFrom('MD', 'md', 'GB', 'no', 'ZZ'),
    countries: fc.subarray(['md', 'GB', 'NO', 'FR'], { minLength: 1 }),
    legalForm: anyRecord.map(({ form }) => form ?? 'none'),
    legalFormCode: anyRecord.chain(({ code }) => fc.constantFrom(code ?? '9LJA', (code ?? '9LJA').toLowerCase())),
    legalFormGroup: fc.constantFrom(...legalFormGroups),
    nace: fc.oneof(
      anyRecord
        .chain(({ nace }) => fc.nat().map((place) => nace[place % nace.length] ?? '62'))
        .chain((code) =>
          fc.constantFrom(code, code.slice(0, 4), code.slice(0, 2), sectionOf(code), sectionOf(code).toLowerCase()),
        ),
      fc.constantFrom('J', 'G', '46', '99'),
    ),
    postalCode: anyRecord
      .chain(({ postalCode }) => fc.integer({ min: 1, max: 9 }).map((size) => postalCode.slice(0, size) || 'SW1A'))
      .chain((code) => fc.constantFrom(code, code.toLowerCase(), `${code.slice(0, 2)} ${code.slice(2)}-`)),
    locality: anyRecord.chain(({ locality }) =>
      fc.constantFrom(locality || 'London', ` ${locality.toUpperCase() || 'nowhere'}`, `${locality}x`),
    ),
    activity: anyRecord.chain(({ activities: { unlicensed, licensed } }) => {
      const { code, label } = unlicensed[0] ?? licensed[0] ?? { code: '0111', label: null };
      return fc.constantFrom(code ?? label ?? '', label ?? code ?? '');
    }),
    activityScheme: anyRecord.map(({ activities: { unlicensed, licensed } }) => (unlicensed[0] ?? licensed[0])?.scheme ?? 'NONE'),
    activityType: fc.constantFrom('unlicensed' as const, 'licensed' as const),
    status: fc.constantFrom(...statuses),
    registeredFrom: anyRecord.map(({ registered }) => registered ?? '0001-01-01'),
    registeredTo: anyRecord.map(({ registered }) => registered ?? '9999-12-31'),
    updatedSince: anyRecord.chain(({ updated }) =>
      fc.integer({ min: -1, max: 1 }).map((more) => new Date(updated.getTime() + more)),
    ),
    number: anyRecord.chain(({ number, country }) =>
      fc.constantFrom(
        number,
        number.toUpperCase(),
        `${number.slice(0, 2)} ${number.slice(2, 4)}.${number.slice(4)}`,
        country === 'GB' ? number.replace(/^0+(?=\d+$)/, '') : number,
      ),
    ),
  },
  { requiredKeys: [] },
);
/** Most have two or three conditions at most, so that something is found. */
const fewFilters = fc.tuple(filters, fc.array(fc.nat(), { minLength: 1, maxLength: 3 })).map(([filter, chosen]): Filter => {
  const entries = Object.entries(filter);
  const kept = new Set(chosen.map((place) => place % Math.max(1, entries.length)));
  return Object.fromEntries(entries.filter(([name], place) => kept.has(place) || name === 'activityType'));
});
const anySort = fc.constantFrom<PlainSort>('name', 'registeredAt', '-registeredAt', '-updatedAt');

test(
  'search finds what a plain scan finds: totals, order and pages, whatever is asked',
  async () => {
    await fc.assert(
      fc.asyncProperty(fewFilters, anySort, fc.nat(), fc.integer({ min: 1, max: 100 }), async (filter, sort, depth, pageSize) => {
        const expected = sorted(matching(filter), sort).map(({ id }) => id);
        const page = 1 + (depth % (Math.ceil(expected.length / pageSize) + 1));
        const { items, total } = await search.find(filter, page, pageSize, 'test', sort);
        expect(total).toBe(expected.length);
        expect(items.map(({ id }) => id)).toEqual(expected.slice((page - 1) * pageSize, page * pageSize));
      }),
      { numRuns: runs },
    );
  },
  timeLimit,
);

/** Words of a name: some of them, cut, swapped, or misspelt. */
const typedWords = anyRecord
  .map(({ text, others }) => [text, ...others])
  .chain((names) =>
    fc
      .tuple(
        fc.nat(),
        fc.array(fc.tuple(fc.nat(), fc.constantFrom('', '', 'cut', 'swap', 'drop', 'join')), { minLength: 1, maxLength: 3 }),
      )
      .map(([which, chosen]) => {
        const words = (names[which % names.length] ?? '').match(/[\p{L}\p{M}]+|&/gu) ?? ['a'];
        const some = chosen.map(([place, how]) => {
          const letters = [...(words[place % words.length] ?? '')];
          const middle = letters.length >> 1;
          if (how === 'cut') return letters.slice(0, middle + 1).join('');
          if (how === 'swap') return letters.toSpliced(middle, 2, letters[middle + 1] ?? '', letters[middle] ?? '').join('');
          if (how === 'drop') return letters.toSpliced(middle, 1).join('');
          return how === 'join' ? letters.join('') + (words[(place + 1) % words.length] ?? '') : letters.join('');
        });
        return some.join(' ');
      }),
  );

test(
  'words find what a plain model finds: totals, scores, other names, mistakes, filters, orders and facets',
  async () => {
    const one = openScanner({ databaseUrl: ground.url, threads: 1, readInPlaceBytes: 0 });
    const searches = [search, createSearch({ pool, version: new DataVersion(pool), counter: one, registers })];
    const scoresOf = wordMatches();
    await fc.assert(
      fc.asyncProperty(
        fc.record({ q: typedWords, rest: fewFilters, names: fc.constantFrom('current', 'all'), fuzzy: fc.boolean() }),
        fc.constantFrom<Sort | undefined>(undefined, 'relevance', 'name', '-registeredAt'),
        fc.nat(),
        fc.constantFrom(...searches),
        async ({ q, rest, names, fuzzy }, sort, depth, searching) => {
          fc.pre(/[\p{L}&]/u.test(q));
          const { q: _fragment, ...others } = rest;
          const exact = scoresOf(q, fuzzy, names === 'all', others);
          const isFuzzy = fuzzy || exact.length === 0;
          const found = isFuzzy && !fuzzy ? scoresOf(q, true, names === 'all', others) : exact;
          const expected =
            (sort ?? 'relevance') === 'relevance' ? found.sort((a, b) => b.score - a.score) : sorted(found, sort as PlainSort);
          const page = 1 + (depth % (Math.ceil(expected.length / 10) + 1));
          const filter = { ...others, q, mode: 'words', names, fuzzy } as const;
          const answer = await searching.find(filter, page, 10, 'test', sort);
          expect([q, answer.total, answer.isFuzzy]).toEqual([q, expected.length, fuzzy || (isFuzzy && expected.length > 0)]);
          expect(answer.items.map(({ id }) => id)).toEqual(expected.slice((page - 1) * 10, page * 10).map(({ id }) => id));
          expect((await searching.facets(filter, ['status'], 5, 'test')).total).toBe(expected.length);
        },
      ),
      // The example once met memory that had been used before, and was counted too often.
      { numRuns: runs / 10, examples: [[{ q: 'fokr', rest: {}, names: 'current', fuzzy: true }, 'name', 0, search]] },
    );
    await one.close();
  },
  timeLimit,
);

test('relevance needs words, ends at position 10,000, and a query without a word is refused', async () => {
  const refused = (filter: Filter, page: number, sort?: Sort | 'relevance') => search.find(filter, page, 100, 'test', sort);
  const invalid = { code: 'invalid_request', status: 400 };
  await expect(refused({ q: 'limited' }, 1, 'relevance')).rejects.toMatchObject(invalid);
  await expect(refused({ q: 'limited', mode: 'words' }, 101)).rejects.toMatchObject(invalid);
  await expect(refused({ q: '"()"', mode: 'words' }, 1)).rejects.toMatchObject(invalid);
  expect((await refused({ q: 'limited', mode: 'words' }, 101, 'name')).items).toEqual([]);
  expect((await refused({ mode: 'words' }, 1)).items).toEqual((await refused({}, 1)).items);
});

/** The values of a record, for each facet. */
const valuesOf: Record<FacetName, (record: Plain) => (string | null)[]> = {
  status: ({ status }) => [status],
  legalForm: ({ form }) => [form],
  country: ({ country }) => [country],
  registeredYear: ({ registered }) => [registered?.slice(0, 4) ?? null],
  activity: () => [],
  legalFormGroup: ({ group }) => [group],
  legalFormCode: ({ code }) => [code],
  nace: ({ nace }) => orNone(nace.flatMap((one) => (one.length > 1 ? one.slice(0, 2) : []))),
  naceSection: ({ nace }) => orNone(nace.map(sectionOf)),
};
/** Each once; null if there is none. */
const orNone = (values: string[]): (string | null)[] => (values.length > 0 ? [...new Set(values)] : [null]);
/** The sections of NACE Rev. 2.1 by their first division, as Regulation (EU) 2023/137 has them. */
const sectionStarts = '01A05B10C35D36E41F46G49H55I58J61K64L68M69N77O84P85Q86R90S94T97U99V'.match(/\d\d\w/g) ?? [];
const sectionOf = (code: string): string =>
  /^\d/.test(code) ? (sectionStarts.findLast((start) => start.slice(0, 2) <= code.slice(0, 2))?.[2] ?? '') : code;
const isIn = (wanted: string) => (code: string) => (wanted.length === 1 ? sectionOf(code) === wanted : code.startsWith(wanted));

test(
  'facets count what a plain scan counts, and add up',
  async () => {
    const someFacets = fc.subarray(
      facetNames.filter((name) => name !== 'activity'),
      { minLength: 1 },
    );
    await fc.assert(
      fc.asyncProperty(fewFilters, someFacets, fc.integer({ min: 1, max: 100 }), async (filter, names, size) => {
        const found = matching(filter);
        const { total, facets } = await search.facets(filter, names, size, 'test');
        expect(total).toBe(found.length);
        for (const { name, values, other, missing } of facets) {
          const counts = Map.groupBy(
            found.flatMap((record) => valuesOf[name](record)),
            (value) => value,
          );
          expect(missing).toBe(counts.get(null)?.length ?? 0);
          counts.delete(null);
          const expected = [...counts.values()].map(({ length }) => length).sort((a, b) => b - a);
          expect(values.map(({ count }) => count)).toEqual(expected.slice(0, size));
          for (const { value, count } of values) expect(count).toBe(counts.get(value)?.length);
          const all = expected.reduce((sum, count) => sum + count, 0);
          expect(values.reduce((sum, { count }) => sum + count, 0) + other).toBe(all);
          if (!name.startsWith('nace')) expect(all + missing).toBe(total);
        }
        expect(facets.map(({ name }) => name)).toEqual(names);
      }),
      { numRuns: runs / 2 },
    );
  },
  timeLimit,
);

test.each(['unlicensed', 'licensed'] as const)('a record counts once for each of its %s activities', async (activityType) => {
  for (const filter of [{}, { q: 'an' }, { country: 'MD' }]) {
    const found = matching(filter);
    const { facets } = await search.facets({ ...filter, activityType }, ['activity'], 100, 'test');
    expect(facets[0]?.values.length).toBeGreaterThan(3);
    for (const { value, scheme, count } of facets[0]?.values ?? []) {
      const having = found.filter(({ activities: { [activityType]: terms } }) =>
        terms.some((term) => (term.code ?? term.label) === value && term.scheme === scheme),
      );
      expect([scheme, value, having.length]).toEqual([scheme, value, count]);
    }
    expect(facets[0]?.missing).toBe(found.filter(({ activities }) => activities[activityType].length === 0).length);
  }
});

test(
  'an activity of a facet counts what the filter finds with its value and scheme, whatever else is asked',
  async () => {
    await fc.assert(
      fc.asyncProperty(fewFilters, fc.integer({ min: 1, max: 5 }), async (filter, size) => {
        const { facets } = await search.facets(filter, ['activity'], size, 'test');
        const { activity, ...others } = filter;
        for (const { value, scheme, count } of facets[0]?.values ?? []) {
          const narrowed = { ...others, activity: value, activityScheme: scheme };
          const { total } = await search.find(narrowed, 1, 1, 'test');
          const having = activity ? Math.min(total, count) : total;
          expect([scheme, value, count]).toEqual([scheme, value, having]);
        }
      }),
      { numRuns: runs / 2 },
    );
  },
  timeLimit,
);

const someCountries = fc.constantFrom<Filter>(
  {},
  { country: 'MD' },
  { country: 'gb' },
  { country: 'ZZ' },
  { countries: ['no', 'MD'] },
);

/** The records whose name or number has a text, the best suggestions first. */
function withText(q: string, where: Filter): Plain[] {
  const normalized = plainly(q.trim());
  const begins = (text: string) =>
    text.startsWith(normalized) ||
    [...text.matchAll(/[^\p{L}\p{N}\p{M}・]/gu)].some(({ index }) => text.startsWith(normalized, index + 1));
  const rank = ({ text, number, status }: Plain) =>
    (begins(text) || begins(number) ? 0 : 4) + (status === 'active' ? 0 : 2) + (text.startsWith(normalized) ? 0 : 1);
  return matching({ q, ...where }).toSorted((a, b) => rank(a) - rank(b));
}

test(
  'suggestions for one word are the best of a plain scan, in their order, with the places in the name',
  async () => {
    await fc.assert(
      fc.asyncProperty(fragment, someCountries, fc.integer({ min: 1, max: 25 }), async (q, where, limit) => {
        const normalized = plainly(q.trim());
        fc.pre(normalized !== '' && wordsOfNormalized(normalized).length < 2);
        const expected = withText(q, where).slice(0, limit);
        const found = await search.suggest({ q, ...where }, limit, 'test');
        // Names with the word in another spelling, or in another name, come after those that contain the text.
        expect(found.slice(0, expected.length).map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
        expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
        expect(found.length).toBeLessThanOrEqual(limit);
        for (const { canonicalName, ranges } of found.slice(0, expected.length)) {
          for (const { start, end } of ranges) expect(plainly(canonicalName.slice(start, end))).toContain(normalized);
          if (plainly(canonicalName).includes(normalized)) expect(ranges.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: runs },
    );
  },
  timeLimit,
);

test(
  'suggestions for several words begin with them, then have all of them; else the text; else typing mistakes',
  async () => {
    const scoresOf = wordMatches();
    const best = (q: string, isFuzzy: boolean, where: Filter): Plain[] =>
      scoresOf(q, isFuzzy, true, where).sort((a, b) => b.score - a.score);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fragment, typedWords),
        someCountries,
        fc.integer({ min: 1, max: 25 }),
        async (q, where, limit) => {
          const normalized = plainly(q.trim());
          // A number comes before all names.
          fc.pre(wordsOfNormalized(normalized).length > 1 && !/\p{N}/u.test(normalized));
          const text = withText(q, where);
          const exact = [...text.filter((one) => one.text.startsWith(normalized)), ...best(q, false, where)];
          const expected = [exact, text, best(q, true, where)].find((some) => some.length > 0) ?? [];
          const found = await search.suggest({ q, ...where }, limit, 'test');
          const ids = [...new Set(expected.map(({ id }) => id))].slice(0, limit);
          expect([q, found.map(({ id }) => id)]).toEqual([q, ids]);
        },
      ),
      { numRuns: Math.ceil(runs / 8) },
    );
  },
  timeLimit,
);

test.each([
  {},
  { q: 'a' },
  { q: 'limited' },
  { country: 'GB' },
  { legalForm: 'Private Limited Company' },
  { q: 'trading' },
])('walking all pages of %j meets every match once', async (filter) => {
  const met: string[] = [];
  const pageSize = 97;
  for (let page = 1; ; page++) {
    const { items } = await search.find(filter, page, pageSize, 'test');
    if (items.length === 0) break;
    met.push(...items.map(({ id }) => id));
  }
  expect(met).toEqual(scan(filter));
  expect(met.length).toBeGreaterThan(10);
});

test('short queries make room for each other among long ones, and all find what they find alone', async () => {
  const counter = openScanner({
    databaseUrl: ground.url,
    threads: Math.max(2, availableParallelism()),
    readInPlaceBytes: 20_000,
  });
  const together = createSearch({ pool, version: new DataVersion(pool), counter, registers });
  const names = records.slice(0, 20).map(({ text }) => text.slice(0, 8).trim());
  const asked = ['a', 'e', 'li', 'an', 'er', 'o'].flatMap((q, place) => [q, ...names.slice(3 * place, 3 * place + 3)]);
  const found = await Promise.all(asked.map((q) => together.find({ q }, 1, 1, q.length > 2 ? 'patient' : 'impatient')));
  expect(found.map(({ total }) => total)).toEqual(asked.map((q) => matching({ q }).length));
  await counter.close();
});

test('a page far past the end is empty, with the true total', async () => {
  const { items, total } = await search.find({}, 2 ** 31 - 1, 100, 'test');
  expect([items, total]).toEqual([[], records.length]);
});

test('what was found once is not looked for again, and not twice at the same time', async () => {
  const fresh = createSearch({ pool, version: new DataVersion(pool), counter: scanner });
  const before = pool.listenerCount('error');
  let queries = 0;
  const query = pool.query.bind(pool);
  Object.assign(pool, { query: (...args: Parameters<typeof query>) => [queries++, query(...args)][1] });
  const answers = await Promise.all(Array.from({ length: 20 }, () => fresh.find({ q: 'limited' }, 1, 25, 'test')));
  const once = queries;
  await fresh.find({ q: 'LIMITED ' }, 1, 25, 'test');
  expect(queries).toBe(once);
  expect(new Set(answers.map(({ total }) => total)).size).toBe(1);
  expect(pool.listenerCount('error')).toBe(before);
  Reflect.deleteProperty(pool, 'query');
});

test('an import that ends is seen, and an answer is of one version alone', async () => {
  const other = await importGround();
  await writeBritishFile(other.path('1.csv'), 3_000);
  await writeBritishFile(other.path('2.csv'), 3_000, { edition: 2 });
  await other.import(gb, other.path('1.csv'));
  const otherPool = new pg.Pool({ connectionString: other.url });
  const version = new DataVersion(otherPool);
  const otherScanner = openScanner({ databaseUrl: other.url });
  const found = createSearch({ pool: otherPool, version, counter: otherScanner });
  const idsOf = async () => (await other.query('SELECT id FROM entity')).map(({ id }) => id).sort();
  const walk = async () => (await found.find({}, 1, 100_000, 'test')).items.map(({ id }) => id).sort();
  const old = await idsOf();
  expect(await walk()).toEqual(old);
  await other.import(gb, other.path('2.csv'));
  const current = await idsOf();
  expect(current).not.toEqual(old);
  // Until the version is asked for, the old answer stands whole; from then on the new one.
  expect(await walk()).toEqual(old);
  await version.refresh();
  expect(await walk()).toEqual(current);
  const [{ count } = { count: 0 }] = await other.query(`SELECT count(*)::int FROM entity WHERE canonical_name ILIKE '%limited%'`);
  expect((await found.find({ q: 'limited' }, 1, 1, 'test')).total).toBe(count);
  await otherScanner.close();
  await otherPool.end();
  await other.close();
});

/** All that hold a fragment, as the threads count them. */
async function countOf(some: Scanner, q: string, version: string): Promise<number> {
  const query = { fragment: { bytes: Buffer.from(q) }, ranges: [] };
  const { counts } = await some.answer({ query, facetCounts: [] }, version, 'test');
  return counts.reduce((sum, count) => sum + count, 0);
}

test('a database that goes away while names are read fails the search, and its return mends it', async () => {
  const proxy = await DatabaseProxy.before(ground.url);
  const away = openScanner({ databaseUrl: proxy.url });
  const version = await new DataVersion(pool).current();
  await proxy.vanish();
  const failure = await countOf(away, 'a', version).catch((error) => error);
  expect(isUnreachable(failure)).toBe(true);
  await proxy.comeBack();
  expect(await countOf(away, 'a', version)).toBe(scan({ q: 'a' }).length);
  await proxy.vanish();
  // What is in memory needs no database.
  expect(await countOf(away, 'e', version)).toBe(scan({ q: 'e' }).length);
  await away.close();
});

test('a search thread that ends fails what it was asked, and the next query starts anew', async () => {
  const ended = openScanner({ databaseUrl: ground.url, threads: 2, readInPlaceBytes: 0 });
  const version = await new DataVersion(pool).current();
  const asked = countOf(ended, 'a', version);
  await vi.waitUntil(() => ended.isRunning, { timeout: 60_000, interval: 0 });
  await Promise.all([expect(asked).rejects.toThrow('ended'), ended.close()]);
  expect(await countOf(ended, 'a', version)).toBe(scan({ q: 'a' }).length);
  await ended.close();
});
