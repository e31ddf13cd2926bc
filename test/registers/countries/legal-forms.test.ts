import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { legalFormGroups } from '../../../src/company/values.ts';
import { registers } from '../../../src/registers/countries/registers.ts';
import { legalFormRows } from '../../../src/registers/declaration/legal-forms.ts';

const folder = (id: string) => new URL(`../../../src/registers/countries/${id}/`, import.meta.url);
const textOf = (file: URL) => readFileSync(file, 'utf8').trimEnd().split('\n');

/** The codes of ISO 20275 (version 1.4.1) for our countries, with their status. Moldova has none. */
const isoCodes = new Map(
  textOf(new URL('../../support/registers/elf-codes.csv', import.meta.url)).map((line) => {
    const [country, code, status] = line.split(';');
    return [`${country} ${code}`, status];
  }),
);

describe.each(registers.map((register) => [register.id, register] as const))('the table of %s', (id, register) => {
  const rows = legalFormRows(new URL('legal-forms.csv', folder(id)));

  test('has codes of the standard for its country; a code that has ended comes with a remark', () => {
    const coded = rows.flatMap(({ code, remark }) =>
      code === null ? [] : [{ code, remark, status: isoCodes.get(`${register.country.code} ${code}`) }],
    );
    expect(coded.filter(({ status, remark }) => status !== 'ACTV' && !(status === 'INAC' && remark.includes('ended')))).toEqual(
      [],
    );
  });

  test('has a group of the shared list for every form', () => {
    expect(rows.filter(({ group }) => !legalFormGroups.includes(group))).toEqual([]);
  });

  test('has every spelling once, and finds it', () => {
    const spellings = rows.flatMap((row) => row.spellings);
    expect(spellings).toEqual([...new Set(spellings)]);
    const found = rows.flatMap((row) => row.spellings.map((one) => [one, register.legalForms?.of(one)]));
    expect(found).toEqual(rows.flatMap(({ code, group, ...row }) => row.spellings.map((one) => [one, { code, group }])));
  });

  test('has every code of the published list of forms', () => {
    if (!readdirSync(folder(id)).includes('forms.csv')) return;
    const codes = textOf(new URL('forms.csv', folder(id))).map((line) => line.slice(0, line.indexOf(';')));
    expect(codes.filter((code) => !register.legalForms?.of(code))).toEqual([]);
  });
});

/** Forms of real files, as `legalForm` has them. */
const seen: Record<string, readonly string[]> = {
  au: ['APTY'],
  be: [
    'Dienstverlenende vereniging (Vlaams Gewest) / Association prestataire de services (Région flamande)',
    'Opdrachthoudende vereniging (Vlaams Gewest) / Association chargée de mission (Région flamande)',
    'Coöperatieve vennootschap van publiek recht (oud statuut) / Société coopérative de droit public (ancien statut)',
    'Coöperatieve vennootschap / Société coopérative',
  ],
  ee: ['Osaühing'],
  fi: ['Julkinen osakeyhtiö', 'Osakeyhtiö'],
  fr: ['5710', '5699'],
  gb: [
    'Private Limited Company',
    'PRI/LTD BY GUAR/NSC (Private, limited by guarantee, no share capital)',
    'Other company type',
    'Public Limited Company',
    'Limited Partnership',
    "PRI/LBG/NSC (Private, Limited by guarantee, no share capital, use of 'Limited' exemption)",
    'Limited Liability Partnership',
    'Private Unlimited Company',
    'Industrial and Provident Society',
    'Community Interest Company',
    'Royal Charter Company',
    'Old Public Company',
  ],
  ie: ['LTD - Private Company Limited by Shares'],
  jp: ['国の機関', '株式会社'],
  lt: ['Uždaroji akcinė bendrovė', 'Akcinė bendrovė', 'Viešosios įstaigos filialas'],
  lv: ['SIA', 'IK'],
  md: [
    'Societate cu răspundere limitată',
    'Întreprindere individuală',
    'Întreprindere municipală',
    'Cooperativă de producţie (inclusiv agricole)',
  ],
  no: ['AS'],
  ro: ['SRL'],
  se: ['I'],
  sk: ['Akciová spoločnosť'],
};

test.each(Object.entries(seen))('the forms of real rows of %s are known', (id, forms) => {
  const table = registers.find((register) => register.id === id)?.legalForms;
  expect(forms.filter((form) => !table?.of(form))).toEqual([]);
});

const codeOf = (id: string, form: string) => registers.find((register) => register.id === id)?.legalForms?.of(form);

test('some forms, by hand', () => {
  expect(codeOf('gb', 'Private Limited Company')).toEqual({ code: 'H0PO', group: 'limited_company' });
  // Its own code was removed from the standard in favour of this one.
  expect(codeOf('gb', 'Industrial and Provident Society')).toEqual({ code: 'XLZV', group: 'cooperative' });
  expect(codeOf('fr', '5599')).toEqual({ code: 'K65D', group: 'public_limited_company' });
  expect(codeOf('no', 'ENK')).toEqual({ code: 'EXD7', group: 'sole_trader' });
  expect(codeOf('md', 'Societate pe acţiuni')).toEqual({ code: null, group: 'public_limited_company' });
  expect(codeOf('jp', '401')).toEqual({ code: 'MXMH', group: 'branch' });
});

test('case, diacritics and punctuation do not matter, and nothing else is guessed', () => {
  // Romanian letters have a comma below or a cedilla.
  expect(codeOf('md', 'SOCIETATE PE ACȚIUNI')).toEqual(codeOf('md', 'Societate pe acţiuni'));
  expect(codeOf('ie', 'CLG-Company Limited by Guarantee (licenced company)')).toEqual({ code: 'C58S', group: 'limited_company' });
  expect(codeOf('lt', 'Asociacijos filialas')).toEqual({ code: null, group: 'branch' });
  expect(codeOf('lt', 'Filialasis')).toBeUndefined();
  expect(codeOf('gb', 'Private Limited Company of a new kind')).toBeUndefined();
  expect(codeOf('no', 'constructor')).toBeUndefined();
});
