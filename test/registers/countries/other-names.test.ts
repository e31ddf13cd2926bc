import { expect, test } from 'vitest';
import { type OtherName, otherNamesOf } from '../../../src/company/other-names.ts';
import { registers } from '../../../src/registers/countries/registers.ts';

const other = (kind: OtherName['kind'], name: string, more: Partial<OtherName> = {}): OtherName => ({
  name,
  kind,
  language: null,
  from: null,
  to: null,
  ...more,
});

/** National fields of each register that has other names, as its reader makes them, and the names that follow. */
const cases: Record<string, { name: string; registry: object; others: OtherName[] }> = {
  au: {
    name: 'HERON PTY LTD',
    registry: { previousNames: [{ name: 'EGRET PTY LTD', from: null, until: null }] },
    others: [other('previous', 'EGRET PTY LTD')],
  },
  be: {
    name: 'Molen van Gent',
    registry: {
      names: [
        { name: 'Molen van Gent', language: 'nl', type: 'name' },
        { name: 'Moulin de Gand', language: 'fr', type: 'name' },
        { name: 'MvG', language: 'nl', type: 'abbreviation' },
        { name: 'De Molen', language: null, type: 'commercial' },
        { name: 'Mill', language: 'en', type: 'branch' },
        { name: '', language: 'de', type: 'name' },
      ],
    },
    others: [
      other('alternative', 'Moulin de Gand', { language: 'fr' }),
      other('alternative', 'MvG', { language: 'nl' }),
      other('trading', 'De Molen'),
      other('trading', 'Mill', { language: 'en' }),
    ],
  },
  cy: {
    name: 'ΑΛΚΥΩΝ ΛΤΔ',
    registry: { previousNames: [{ name: 'ΑΛΚΥΟΝΙΣ ΛΤΔ', status: 'Προηγούμενο' }] },
    others: [other('previous', 'ΑΛΚΥΟΝΙΣ ΛΤΔ')],
  },
  fi: {
    name: 'Haikara Oyj',
    registry: {
      parallelNames: [{ name: 'Haikara Abp', from: '1997-09-01' }],
      auxiliaryNames: [{ name: 'Lintumylly', from: null }],
      previousNames: [{ name: 'Oy Haikara Ab', from: '1966-06-10', until: '1997-08-31' }],
    },
    others: [
      other('alternative', 'Haikara Abp', { from: '1997-09-01' }),
      other('trading', 'Lintumylly'),
      other('previous', 'Oy Haikara Ab', { from: '1966-06-10', to: '1997-08-31' }),
    ],
  },
  fr: {
    name: 'SOCIETE DES HERONS',
    registry: { usualNames: ['LE HERON', 'LE HERON'], acronym: 'SDH' },
    others: [other('trading', 'LE HERON'), other('alternative', 'SDH')],
  },
  gb: {
    name: 'HERON LIMITED',
    registry: { previousNames: [{ name: 'EGRET LIMITED', until: '2011-07-15' }] },
    others: [other('previous', 'EGRET LIMITED', { to: '2011-07-15' })],
  },
  jp: {
    name: '青鷺図書館',
    registry: { englishName: 'Heron Library', nameReading: 'アオサギトショカン' },
    others: [
      other('transliterated', 'Heron Library', { language: 'en' }),
      other('reading', 'アオサギトショカン', { language: 'ja' }),
    ],
  },
  se: {
    name: 'Häger AB',
    registry: {
      otherNames: [
        { name: 'Heron Ltd', type: 'FORNAMN_FRSPRAK', since: '2001-02-03' },
        { name: 'Häger Bygg', type: 'SARS_FORNAMN', since: null },
      ],
    },
    others: [other('alternative', 'Heron Ltd', { from: '2001-02-03' }), other('trading', 'Häger Bygg')],
  },
  sk: {
    name: 'VOLAVKA, a.s.',
    registry: {
      previousNames: [{ name: 'VOLAVKA s.r.o.', from: '1992-04-29', until: '1998-11-29' }],
      alternativeNames: [
        { name: 'HERON', from: '2000-01-01', until: null },
        { name: '', from: null, until: null },
      ],
    },
    others: [
      other('alternative', 'HERON', { from: '2000-01-01' }),
      other('previous', 'VOLAVKA s.r.o.', { from: '1992-04-29', to: '1998-11-29' }),
    ],
  },
};

test('each register with other names gives their kind, language and days; no other register has any', () => {
  expect(registers.filter(({ otherNames }) => otherNames).map(({ id }) => id)).toEqual(Object.keys(cases));
  for (const register of registers) {
    const { name = '', registry = {}, others = [] } = cases[register.id] ?? {};
    expect(otherNamesOf(register, { canonicalName: name, registry }), register.id).toEqual(others);
  }
});

test('fields that an earlier reading lacks or that an erasure made null give no names', () => {
  for (const register of registers) {
    const fields = Object.keys(register.fields.shape);
    for (const registry of [{}, Object.fromEntries(fields.map((field) => [field, null]))])
      expect(otherNamesOf(register, { canonicalName: 'a', registry }), register.id).toEqual([]);
  }
});

test('the current name is never among the other names, though a register repeats it', () => {
  for (const register of registers) {
    const { registry = {}, others = [] } = cases[register.id] ?? {};
    for (const { name } of others)
      expect(otherNamesOf(register, { canonicalName: name, registry }).map((one) => one.name)).not.toContain(name);
  }
});
