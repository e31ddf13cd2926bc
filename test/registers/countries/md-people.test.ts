import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beneficiariesOf, directorsOf, foundersOf, membersOf, rolesIn } from '../../../src/registers/countries/md/people.ts';

/** What a name may be made of, Romanian and foreign; nothing of it is a separator of the lists. */
const word = fc.string({ unit: fc.constantFrom(...'ABCDEGHIMNOPRSTUVXĂÂÎŞŢȘȚÉЖ'), minLength: 2, maxLength: 10 });
const person = fc
  .array(word, { minLength: 2, maxLength: 3 })
  .map((words) => words.join(' '))
  .filter((name) => !/(?<!\p{L})(?:SA|SC|II|ÎI|GŢ|GȚ|TOTAL|MEMBRII?)(?!\p{L})/u.test(name));
const firm = word.map((name) => `"${name} & Co" S.R.L.`);
const anybody = fc.oneof(person, firm);
const role = fc.constantFrom('Administrator', 'Lichidator', 'Comitet', 'Datele lipsesc', 'Direcţie de conducere');
/** In hundredths of a per cent, as the register counts. */
const share = fc.integer({ min: 0, max: 10_000 });
const written = (hundredths: number) => `${Math.floor(hundredths / 100)},${String(hundredths % 100).padStart(2, '0')}%`;

describe('directors', () => {
  test('names with roles come back as they were', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ name: anybody, role }), { minLength: 1 }), (directors) => {
        expect(directorsOf(directors.map(({ name, role }) => `${name} [${role}]`).join(', '))).toEqual(directors);
      }),
    );
  });

  test('names alone come back as they were', () => {
    fc.assert(
      fc.property(fc.array(person, { minLength: 1 }), (names) => {
        expect(directorsOf(names.join(', '))).toEqual(names.map((name) => ({ name, role: null })));
      }),
    );
  });

  test.each([
    ['CEBAN ANA [Administrator]', [{ name: 'CEBAN ANA', role: 'Administrator' }]],
    ['CEBAN ANA []', [{ name: 'CEBAN ANA', role: null }]],
    [
      '  CEBAN   ANA[ Administrator ] ,\nRUSU ION [Comitet]',
      [
        { name: 'CEBAN ANA', role: 'Administrator' },
        { name: 'RUSU ION', role: 'Comitet' },
      ],
    ],
    ['CEBAN ANA [Administrator, Lichidator]', [{ name: 'CEBAN ANA', role: 'Administrator, Lichidator' }]],
    [
      "D'ALBA ANA-MARIA, RUSU I.",
      [
        { name: "D'ALBA ANA-MARIA", role: null },
        { name: 'RUSU I.', role: null },
      ],
    ],
    ['Ceban Ana', [{ name: 'Ceban Ana', role: null }]],
    ['"ALFA, BETA" S.R.L.', undefined],
    ['ALFA INVEST, SA', undefined],
    ['CEBAN ANA, RUSU ION [Administrator]', undefined],
    ['CEBAN ANA [Administrator], RUSU ION', undefined],
    ['CEBAN ANA [Administrator]; RUSU ION [Comitet]', undefined],
    ['CEBAN ANA [Administrator', undefined],
    ['CEBAN ANA Administrator]', undefined],
    ['CEBAN ANA [[Administrator]]', undefined],
    ['[Administrator]', undefined],
    ['CEBAN ANA [Administrator], ', undefined],
    ['CEBAN ANA, ', undefined],
    [',', undefined],
    ['TOTAL 3 MEMBRI', undefined],
  ])('%j', (text, directors) => {
    expect(directorsOf(text)).toEqual(directors);
  });
});

test.each([
  ['CEBAN ANA [Administrator], RUSU ION [Lichidator]', 'Administrator; Lichidator'],
  ['CEBAN ANA, RUSU ION [Lichidator', 'Lichidator'],
  ['CEBAN ANA', ''],
])('the roles in %j', (text, roles) => {
  expect(rolesIn(text)).toBe(roles);
});

describe('founders', () => {
  test('names with shares come back as they were', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ name: anybody, share }), { minLength: 1 }), (founders) => {
        const text = founders.map(({ name, share }) => `${name} (${written(share)})`).join(', ');
        expect(foundersOf(text)).toEqual(founders.map(({ name, share }) => ({ name, share: share / 100 })));
      }),
    );
  });

  test('a joint stake is never one founder, nor two', () => {
    fc.assert(
      fc.property(fc.array(anybody, { minLength: 2, maxLength: 4 }), share, (names, share) => {
        expect(foundersOf(`${names.join(', ')} (${written(share)})`)).toBeUndefined();
      }),
    );
  });

  test.each([
    [
      'CEBAN ANA (40,00%), RUSU ION (30,50%), "ALFA" S.A. (29,5%)',
      [
        { name: 'CEBAN ANA', share: 40 },
        { name: 'RUSU ION', share: 30.5 },
        { name: '"ALFA" S.A.', share: 29.5 },
      ],
    ],
    ['STATUL (100,00%)', [{ name: 'STATUL', share: 100 }]],
    ['ALFA (CIPRU) LTD (100%)', [{ name: 'ALFA (CIPRU) LTD', share: 100 }]],
    ['CEBAN ANA (0,00%)', [{ name: 'CEBAN ANA', share: 0 }]],
    ['CEBAN  ANA\n(12.5 %)', [{ name: 'CEBAN ANA', share: 12.5 }]],
    [' Consiliul Orăşenesc Cătina ', [{ name: 'Consiliul Orăşenesc Cătina', share: null }]],
    [
      'CEBAN ANA, RUSU ION',
      [
        { name: 'CEBAN ANA', share: null },
        { name: 'RUSU ION', share: null },
      ],
    ],
    ['CEBAN ANA, RUSU ION (25,00%)', undefined],
    ['CEBAN ANA, RUSU ION (25,00%), MORARU OLEG (75,00%)', undefined],
    ['DUPONT JEAN, MARIE, LOUIS (100,00%)', undefined],
    ['ALFA SRL, IDNO 1003600000008\nMD-2028, CHIŞINĂU. (100,00%)', undefined],
    ['CEBAN ANA (50,00%), RUSU ION', undefined],
    ['CEBAN ANA (50,00%) RUSU ION (50,00%)', undefined],
    ['CEBAN ANA (150,00%)', undefined],
    ['CEBAN ANA (-5,00%)', undefined],
    ['CEBAN ANA 50,00%', undefined],
    ['100% ALFA SRL', undefined],
    ['(50,00%)', undefined],
    ['Consiliul Cătina, Consiliul Bujor', undefined],
    ['STATUL MOLDOVA, RUSU ION', undefined],
    ['TOTAL 71 MEMBRI', undefined],
    ['TOTAL 71 MEMBRI (100,00%)', undefined],
    ['MEMBRII ASOCIAŢIEI', undefined],
    ['COLECTIVUL DE MUNCĂ, RUSU ION', undefined],
    ['DUPONT JEAN, MARIE', undefined],
  ])('%j', (text, founders) => {
    expect(foundersOf(text)).toEqual(founders);
  });
});

test.each([
  ['TOTAL 71 MEMBRI', 71],
  ['Total  2 membri', 2],
  ['TOTAL MEMBRI', undefined],
  ['TOTAL 71 MEMBRI, RUSU ION', undefined],
  ['71', undefined],
])('the members in %j are %j', (text, count) => {
  expect(membersOf(text)).toBe(count);
});

describe('beneficiaries', () => {
  test('names with countries come back as they were', () => {
    const country = fc.constantFrom('MDA', 'ROU', 'UKR');
    fc.assert(
      fc.property(fc.array(fc.record({ name: person, country }), { minLength: 1 }), (beneficiaries) => {
        expect(beneficiariesOf(beneficiaries.map(({ name, country }) => `${name} (${country})`).join(', '))).toEqual(
          beneficiaries,
        );
      }),
    );
  });

  test.each([
    'CEBAN ANA',
    'CEBAN ANA (Moldova)',
    'CEBAN, ANA (MDA)',
    'CEBAN ANA (MDA) RUSU ION (ROU)',
    'CEBAN ANA (MDA),',
  ])('%j stays text', (text) => {
    expect(beneficiariesOf(text)).toBeUndefined();
  });
});

describe('whatever the cell holds', () => {
  const piece = fc.oneof(
    fc.string(),
    anybody,
    fc.constantFrom(', ', ' [', ']', ' (40,00%)', '(', ')', '%', ' ', '\n', 'TOTAL 7 MEMBRI'),
  );
  const cell = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
  /** The letters of a text, in their order: no parse may lose one or move it. */
  const letters = (...texts: (string | null)[]) => texts.join('').replaceAll(/[^\p{L}\p{N}]/gu, '');
  const digits = (text: string) => text.replaceAll(/\((\s*\d[\d,.]*)\s*%\)/g, '');

  test('nothing is thrown, and a parse is either whole or none', () => {
    fc.assert(
      fc.property(cell, (text) => {
        const directors = directorsOf(text);
        if (directors) expect(letters(...directors.flatMap(({ name, role }) => [name, role]))).toBe(letters(text));
        const founders = foundersOf(text);
        if (founders) expect(letters(...founders.map(({ name }) => name))).toBe(letters(digits(text)));
        const beneficiaries = beneficiariesOf(text);
        if (beneficiaries) expect(letters(...beneficiaries.flatMap(({ name, country }) => [name, country]))).toBe(letters(text));
        for (const list of [directors, founders, beneficiaries]) {
          for (const { name } of list ?? []) expect(name).toMatch(/^\S(?:.*\S)?$/);
        }
        rolesIn(text);
        membersOf(text);
      }),
      { numRuns: 3_000 },
    );
  });

  test.each([' ', '(', '[', 'A ', '(1', 'A,', ' ('])('a cell full of %j is read', (fill) => {
    for (const start of ['', 'CEBAN ANA (1,00%),', 'CEBAN ANA [x],']) {
      const text = `${start}${fill.repeat(32_767 / fill.length)}x%`;
      for (const parse of [directorsOf, foundersOf, beneficiariesOf, membersOf]) expect(() => parse(text)).not.toThrow();
    }
  });
});
