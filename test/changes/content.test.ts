import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cursorOf, placeOf } from '../../src/changes/cursor.ts';
import { before, type Content, differencesOf, isSame } from '../../src/company/content/content.ts';
import { Personal } from '../../src/company/personal/personal.ts';
import { parseLossless } from '../../src/kernel/lossless-json.ts';
import { dayInName, fileDateOf } from '../../src/registers/declaration/file-date.ts';

const value = fc.oneof(
  fc.constant(null),
  fc.string(),
  fc.integer(),
  fc.array(fc.string(), { maxLength: 2 }),
  fc.jsonValue({ maxDepth: 1 }),
);
const fields = fc.dictionary(fc.oneof(fc.constantFrom('a', 'b', 'c/d', 'e~f', '1', '__proto__'), fc.string()), value, {
  maxKeys: 5,
});
const content: fc.Arbitrary<Content> = fc.record({
  countryCode: fc.constantFrom('GB', 'MD'),
  canonicalName: fc.string(),
  status: fc.constantFrom('active', 'dissolved'),
  legalForm: fc.option(fc.string()),
  registeredAt: fc.option(fc.constant('2004-09-27')),
  endedAt: fc.option(fc.constant('2020-01-31')),
  legalFormLabel: fc.option(fc.constantFrom('Aktiebolag', 'Družstvo')),
  endKind: fc.option(fc.constantFrom('merged', 'struck_off')),
  registry: fields,
  sourceData: fields,
  registrations: fc.array(fields, { maxLength: 2 }),
});
/** As it comes out of the database. */
const stored = <Value>(one: Value): Value => JSON.parse(JSON.stringify(one));

test('two values are the same if their JSON is', () => {
  const day = (time: number) => new Date(time * 86_400_000);
  const odd = fc.constantFrom(
    day(1),
    day(2),
    {},
    [],
    parseLossless('12345678901234567890'),
    parseLossless('12345678901234567891'),
  );
  const one = fc.oneof(fc.jsonValue({ maxDepth: 2 }), odd, fc.tuple(odd, odd), fc.dictionary(fc.constantFrom('a', 'b'), odd));
  const pair = fc.oneof(
    fc.tuple(one, one),
    one.map((same) => [same, parseLossless(JSON.stringify(same))] as const),
  );
  fc.assert(fc.property(pair, ([old, now]) => isSame(old, now) === (JSON.stringify(old) === JSON.stringify(now))));
});

describe('what differs between two contents', () => {
  test('leads back from the later to the earlier, to the byte', () => {
    fc.assert(
      fc.property(content, content, (one, other) => {
        const [old, now] = [stored(one), stored(other)];
        const changes = stored(differencesOf(old, now));
        expect(JSON.stringify(before(now, changes))).toBe(JSON.stringify(old));
        expect(differencesOf(old, old)).toEqual([]);
      }),
    );
  });

  test('is told field by field while the fields are the same ones, and else as a whole', () => {
    const base = stored(fc.sample(content, 1)[0] as Content);
    const old = { ...base, registry: { a: 1, b: { c: 2 } } };
    expect(differencesOf(old, { ...base, registry: { a: 1, b: { c: 3 } } })).toEqual([['/registry/b', { c: 2 }, { c: 3 }]]);
    const other = { b: { c: 2 }, a: 1 };
    expect(differencesOf(old, { ...base, registry: other })).toEqual([['/registry', old.registry, other]]);
  });
});

describe('cursors', () => {
  const place = fc.record({
    version: fc.nat(999_999_999),
    position: fc.nat(999_999_999),
    epoch: fc.nat(0xffffffff).map((number) => number.toString(16).padStart(8, '0')),
  });

  test('come back as they were given', () => {
    fc.assert(fc.property(place, (one) => void expect(placeOf(cursorOf(one))).toEqual(one)));
  });

  test('nothing else is one', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.base64String(), fc.string({ minLength: 1_000 })),
        (text) => void expect(placeOf(text)).toBeUndefined(),
      ),
    );
    fc.assert(fc.property(place, (one) => void expect(placeOf(`${cursorOf(one)}=`)).toBeUndefined()));
  });
});

describe('personal fields', () => {
  const personal = new Personal({ persons: [{ columns: ['Lista fondatorilor'], fields: ['/registry/founders'] }] });
  const anybody = { number: '1', legalForm: null };
  const columns = ['Nume', 'LISTA  FONDATORILOR (cu indicarea cotei %)'];

  test('are found in every layout, and leave nothing behind', () => {
    const whole = {
      ...(stored(fc.sample(content, 1)[0]) as Content),
      registry: { founders: ['ADA'], address: 'x' },
      sourceData: { [columns[0] ?? '']: 'n', [columns[1] ?? '']: 'ADA' },
    };
    const { registry, sourceData } = personal.without(whole);
    expect([registry, sourceData]).toEqual([{ address: 'x' }, { Nume: 'n' }]);
  });

  test('an erased one is null, in its place', () => {
    const part = { registry: { founders: ['ADA'], address: 'x' } };
    expect(personal.erased(part, anybody)).toEqual({ registry: { founders: null, address: 'x' } });
    expect(personal.erasedCells(columns, ['n', 'ADA'], anybody)).toEqual(['n', null]);
  });

  test('deep in a typed field, they leave the rest of it', () => {
    const deep = new Personal({ persons: [{ fields: ['/registry/address/careOf'] }] });
    const whole = {
      ...(stored(fc.sample(content, 1)[0]) as Content),
      registry: { address: { careOf: 'ADA', town: 'x' }, careOf: 'y' },
    };
    expect(deep.without(whole).registry).toEqual({ address: { town: 'x' }, careOf: 'y' });
    expect(deep.erased(whole, anybody).registry).toEqual({ address: { careOf: null, town: 'x' }, careOf: 'y' });
    expect(deep.without({ ...whole, registry: { address: null } }).registry).toEqual({ address: null });
  });

  test('of several files, a file or a column of one', () => {
    const several = new Personal({ persons: [{ columns: ['contact', 'firm/WEB'] }] });
    const layout = ['number', { part: 'contact', columns: ['value'] }, { part: 'firm', columns: ['NAME', 'WEB'] }];
    expect(several.erasedCells(layout, ['1', [['ADA']], [['A', 'x']]], anybody)).toEqual(['1', [], [['A', null]]]);
    const source = { number: '1', contact: [{ value: 'ADA' }], firm: [{ NAME: 'A', WEB: 'x' }] };
    const whole = { ...(stored(fc.sample(content, 1)[0]) as Content), sourceData: source };
    expect(several.without(whole).sourceData).toEqual({ number: '1', firm: [{ NAME: 'A' }] });
  });

  test('of a JSON file, a field of its object', () => {
    const one = new Personal({ persons: [{ columns: ['bodies'] }] });
    expect(one.erasedCells([], { bodies: [{ name: 'ADA' }], tags: ['x'] }, anybody)).toEqual({ bodies: null, tags: ['x'] });
    const whole = {
      ...(stored(fc.sample(content, 1)[0]) as Content),
      sourceData: { bodies: [{ name: 'ADA' }], tags: ['x', null] },
    };
    expect(one.without(whole).sourceData).toEqual({ tags: ['x', null] });
  });

  test('a pointer elsewhere is a mistake of the register', () => {
    for (const pointer of ['/status', '/registry', '/registry/', 'registry/directors'])
      expect(() => new Personal({ persons: [{ fields: [pointer] }] })).toThrow('/registry/directors');
  });
});

test.each([
  ['BasicCompanyDataAsOneFile-2026-11-01.zip', '2026-11-01'],
  ['company_2026.09.14.xlsx', '2026-09-14'],
  ['20260914.csv', '2026-09-14'],
  ['register.csv', null],
  ['v2026-13-45.csv', null],
  ['1202609140.csv', null],
])('the day in the name of %s is %s', async (file, day) => {
  expect((await fileDateOf([dayInName], [{ name: file, path: file }], undefined)) ?? null).toBe(day);
});
