import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { norwegianHeader } from '../../../scripts/samples/no.ts';
import { no } from '../../../src/registers/countries/no/register.ts';
import { companiesOf } from '../../support/imports.ts';
import { companiesIn, type Fields, only, type TextFormat, textOf, useFolder } from '../../support/registers/register-files.ts';

const path = useFolder();
const format: TextFormat = { delimiter: ',', quote: 'all', lineBreak: '\n' };

/** What the edition of 2026 has beside the 54 columns of 2024, each behind the column that it follows. */
const additions: Record<string, string[]> = {
  antallAnsatte: ['registreringsdatoAntallAnsatteEnhetsregisteret', 'registreringsdatoantallansatteNAVAaregisteret'],
  hjemmeside: ['epostadresse', 'telefon', 'mobil'],
  registrertIMvaRegisteret: [
    'registreringsdatoMerverdiavgiftsregisteret',
    'registreringsdatoMerverdiavgiftsregisteretEnhetsregisteret',
  ],
  frivilligMvaRegistrertBeskrivelser: ['registreringsdatoFrivilligMerverdiavgiftsregisteret'],
  registrertIFrivillighetsregisteret: ['registreringsdatoFrivillighetsregisteret'],
  registrertIForetaksregisteret: ['registreringsdatoForetaksregisteret'],
  registrertIStiftelsesregisteret: ['registrertIPartiregisteret', 'registreringsdatoPartiregisteret'],
  aktivitet: [
    'paategninger',
    'underUtenlandskInsolvensbehandlingDato',
    'underRekonstruksjonsforhandlingDato',
    'fravalgRevisjonDato',
    'fravalgRevisjonBeslutningsDato',
    'erIKonsern',
    ...['belop', 'antallAksjer', 'type', 'bundet', 'valuta', 'innbetalt', 'fulltInnbetalt', 'innfortDato'].map(
      (name) => `kapital.${name}`,
    ),
    'registreringsnummerIHjemlandet',
    'utenlandskRegisterNavn',
    ...['land', 'poststed', 'adresse'].map((name) => `utenlandskRegisterAdresse.${name}`),
    'underlagtLovgivningLand',
    'underlagtLovgivningLandKode',
    ...['kode', 'beskrivelse', 'beskrivelseBokmaal'].map((name) => `foretaksformIHjemlandet.${name}`),
  ],
};
const header = norwegianHeader.flatMap((name) => [name, ...(additions[name] ?? [])]);

const small: Fields = {
  organisasjonsnummer: '810000001',
  navn: 'GRÅHEGRE AS',
  'organisasjonsform.kode': 'AS',
  konkurs: 'false',
  underAvvikling: 'false',
  underTvangsavviklingEllerTvangsopplosning: 'false',
};
const rich: Fields = {
  ...small,
  navn: 'GRÅHEGRE, "FISK" & SJØMAT AS',
  'organisasjonsform.beskrivelse': 'Aksjeselskap',
  'naeringskode1.kode': '43.210',
  'naeringskode1.beskrivelse': 'Elektrisk installasjonsarbeid',
  'naeringskode2.kode': '03.211',
  'naeringskode2.beskrivelse': 'Produksjon av matfisk',
  'hjelpeenhetskode.kode': '70.100',
  'hjelpeenhetskode.beskrivelse': 'Hovedkontortjenester',
  harRegistrertAntallAnsatte: 'true',
  antallAnsatte: '11',
  hjemmeside: 'www.hegre.example',
  'postadresse.adresse': 'Postboks 32',
  'postadresse.poststed': 'HEGRA',
  'postadresse.postnummer': '0301',
  'postadresse.kommune': 'STJØRDAL',
  'postadresse.kommunenummer': '0501',
  'postadresse.land': 'Norge',
  'postadresse.landkode': 'NO',
  'forretningsadresse.adresse': 'c/o HEGRE REGNSKAP AS/nHegrevegen 6',
  'forretningsadresse.poststed': 'HEGRA',
  'forretningsadresse.postnummer': '7520',
  'forretningsadresse.kommune': 'STJØRDAL',
  'forretningsadresse.kommunenummer': '5035',
  'forretningsadresse.land': 'Norge',
  'forretningsadresse.landkode': 'NO',
  'institusjonellSektorkode.kode': '2100',
  'institusjonellSektorkode.beskrivelse': 'Private aksjeselskaper mv.',
  sisteInnsendteAarsregnskap: '2025',
  registreringsdatoenhetsregisteret: '1995-02-19',
  stiftelsesdato: '1977-06-15',
  registrertIMvaRegisteret: 'true',
  frivilligMvaRegistrertBeskrivelser: 'Utleier av bygg eller anlegg',
  registrertIFrivillighetsregisteret: 'false',
  registrertIForetaksregisteret: 'true',
  registrertIStiftelsesregisteret: 'false',
  overordnetEnhet: '810000009',
  maalform: 'Bokmål',
  vedtektsdato: '2023-12-29',
  vedtektsfestetFormaal: 'Fiske,\n"handel" og annet.',
  aktivitet: 'Fiske.',
};
const richer: Fields = {
  ...rich,
  epostadresse: 'post@hegre.example',
  telefon: '22 00 00 00',
  mobil: '900 00 000',
  registreringsdatoMerverdiavgiftsregisteret: '1996-01-01',
  registreringsdatoFrivillighetsregisteret: '2010-01-01',
  registreringsdatoForetaksregisteret: '1995-03-01',
  registrertIPartiregisteret: 'false',
  fravalgRevisjonDato: '2018-06-01',
  erIKonsern: 'true',
  'kapital.belop': '100000.50',
  'kapital.antallAksjer': '1000',
  'kapital.type': 'Aksjekapital',
  'kapital.valuta': 'NOK',
  'kapital.innbetalt': '100000.50',
  'kapital.innfortDato': '2018-04-12',
  registreringsnummerIHjemlandet: '00012345',
  utenlandskRegisterNavn: 'COMPANIES HOUSE',
  underlagtLovgivningLand: 'Storbritannia',
  underlagtLovgivningLandKode: 'GB',
  'foretaksformIHjemlandet.kode': 'LTD',
  'foretaksformIHjemlandet.beskrivelse': 'Private limited company',
};

const read = (columns: readonly string[], ...rows: Fields[]) => companiesIn(no, path('no.csv'), columns, rows, format);
const readOne = async (fields: Fields) => only(await read(header, { ...small, ...fields }));

const expected = {
  number: '810000001',
  name: 'GRÅHEGRE, "FISK" & SJØMAT AS',
  status: 'active',
  legalForm: 'AS',
  legalFormLabel: 'Aksjeselskap',
  // On 19 February 1995 the register took older ones over: that is no day of registration.
  registeredAt: '1977-06-15',
  endedAt: null,
  registry: {
    legalFormCode: 'AS',
    legalFormText: 'Aksjeselskap',
    bankrupt: false,
    windingUp: false,
    forcedWindingUp: false,
    deletedOn: null,
    auxiliaryUnitCode: '70.100',
    auxiliaryUnitText: 'Hovedkontortjenester',
    employees: 11,
    hasRegisteredEmployees: true,
    website: 'www.hegre.example',
    email: 'post@hegre.example',
    phone: '22 00 00 00',
    mobile: '900 00 000',
    businessAddress: {
      lines: ['c/o HEGRE REGNSKAP AS', 'Hegrevegen 6'],
      postTown: 'HEGRA',
      postCode: '7520',
      municipality: 'STJØRDAL',
      municipalityCode: '5035',
      country: 'Norge',
      countryCode: 'NO',
    },
    postalAddress: {
      lines: ['Postboks 32'],
      postTown: 'HEGRA',
      postCode: '0301',
      municipality: 'STJØRDAL',
      municipalityCode: '0501',
      country: 'Norge',
      countryCode: 'NO',
    },
    sectorCode: '2100',
    sectorText: 'Private aksjeselskaper mv.',
    lastAccountsYear: 2025,
    foundedOn: '1977-06-15',
    articlesOn: '2023-12-29',
    purpose: 'Fiske,\n"handel" og annet.',
    activity: 'Fiske.',
    language: 'Bokmål',
    parent: '810000009',
    inVatRegister: true,
    vatRegisteredOn: '1996-01-01',
    voluntaryVatReason: 'Utleier av bygg eller anlegg',
    inVoluntaryRegister: false,
    voluntaryRegisteredOn: '2010-01-01',
    inBusinessRegister: true,
    businessRegisteredOn: '1995-03-01',
    inFoundationRegister: false,
    inPartyRegister: false,
    inGroup: true,
    capital: {
      amount: 100_000.5,
      currency: 'NOK',
      shares: 1_000,
      type: 'Aksjekapital',
      paidIn: 100_000.5,
      registeredOn: '2018-04-12',
    },
    home: {
      registerName: 'COMPANIES HOUSE',
      registrationNumber: '00012345',
      legalFormCode: 'LTD',
      legalFormText: 'Private limited company',
      lawCountry: 'Storbritannia',
      lawCountryCode: 'GB',
    },
    auditWaivedOn: '2018-06-01',
    bankruptOn: null,
    windingUpOn: null,
    reconstructionOn: null,
    foreignInsolvencyOn: null,
    dissolvedForMissingManagerOn: null,
    dissolvedForMissingAuditorOn: null,
    dissolvedForMissingAccountsOn: null,
    dissolvedForIncompleteBoardOn: null,
    woundUpForMissingDeletionOn: null,
  },
  activities: [
    { kind: 'unlicensed', scheme: 'NO-SN', code: '43.210', label: 'Elektrisk installasjonsarbeid' },
    { kind: 'unlicensed', scheme: 'NO-SN', code: '03.211', label: 'Produksjon av matfisk' },
  ],
  registrations: [{ scheme: 'NO-BRC', number: '810000001', status: null, validFrom: '1995-02-19', validTo: null }],
};

test('a row of 90 columns becomes a company, with everything that it tells', async () => {
  expect(header).toHaveLength(90);
  expect(await read(header, richer)).toEqual([expected]);
});

test('a row of 54 columns tells less of it', async () => {
  expect(norwegianHeader).toHaveLength(54);
  const nothing = (fields: Record<string, unknown>) => Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
  const { capital, home } = expected.registry;
  expect(await read(norwegianHeader, rich)).toEqual([
    {
      ...expected,
      registry: {
        ...expected.registry,
        email: null,
        phone: null,
        mobile: null,
        vatRegisteredOn: null,
        voluntaryRegisteredOn: null,
        businessRegisteredOn: null,
        inPartyRegister: null,
        inGroup: null,
        capital: nothing(capital),
        home: nothing(home),
        auditWaivedOn: null,
      },
    },
  ]);
});

const conditions: [Fields, string, Record<string, unknown>][] = [
  [{}, 'active', { bankrupt: false, windingUp: false, forcedWindingUp: false }],
  [{ konkurs: 'true', konkursdato: '2026-01-02' }, 'insolvent', { bankrupt: true, bankruptOn: '2026-01-02' }],
  [{ underAvvikling: 'true', underAvviklingDato: '2026-01-02' }, 'winding_up', { windingUp: true, windingUpOn: '2026-01-02' }],
  [{ konkurs: 'true', underAvvikling: 'true' }, 'insolvent', { bankrupt: true, windingUp: true }],
  [{ underTvangsavviklingEllerTvangsopplosning: 'true' }, 'winding_up', { forcedWindingUp: true }],
  [
    { underTvangsavviklingEllerTvangsopplosning: 'true', tvangsopplostPgaManglendeDagligLederDato: '2026-01-02' },
    'winding_up',
    { dissolvedForMissingManagerOn: '2026-01-02' },
  ],
  [{ tvangsopplostPgaManglendeRevisorDato: '2026-01-02' }, 'active', { dissolvedForMissingAuditorOn: '2026-01-02' }],
  [{ tvangsopplostPgaManglendeRegnskapDato: '2026-01-02' }, 'active', { dissolvedForMissingAccountsOn: '2026-01-02' }],
  [{ tvangsopplostPgaMangelfulltStyreDato: '2026-01-02' }, 'active', { dissolvedForIncompleteBoardOn: '2026-01-02' }],
  [{ tvangsavvikletPgaManglendeSlettingDato: '2026-01-02' }, 'active', { woundUpForMissingDeletionOn: '2026-01-02' }],
  [{ underRekonstruksjonsforhandlingDato: '2026-01-02' }, 'insolvent', { reconstructionOn: '2026-01-02' }],
  [{ underUtenlandskInsolvensbehandlingDato: '2026-01-02' }, 'insolvent', { foreignInsolvencyOn: '2026-01-02' }],
  [{ konkurs: '', underAvvikling: '' }, 'active', { bankrupt: null, windingUp: null }],
];
test.each(conditions)('%j is %s', async (fields, status, registry) => {
  expect(await readOne(fields)).toMatchObject({ status, registry });
});

test('a day of deletion, where an edition has it, is the end', async () => {
  const row = { ...small, slettedato: '2026-01-02', konkurs: 'true' };
  expect(only(await read([...header, 'slettedato'], row))).toMatchObject({
    status: 'dissolved',
    registry: { deletedOn: '2026-01-02' },
    registrations: [{ validTo: '2026-01-02' }],
  });
});

test.each([
  ['Hegrevegen 6', ['Hegrevegen 6']],
  ['c/o HEGRE AS/nHegrevegen 6/n2. etasje', ['c/o HEGRE AS', 'Hegrevegen 6', '2. etasje']],
  ['c/o HEGRE AS\nHegrevegen 6', ['c/o HEGRE AS', 'Hegrevegen 6']],
  ['/nHegrevegen 6/n/n', ['Hegrevegen 6']],
  ['', []],
])('the address %j has the lines %j', async (text, lines) => {
  expect((await readOne({ 'forretningsadresse.adresse': text })).registry).toMatchObject({ businessAddress: { lines } });
});

test('an activity may stand anywhere among the three, and lack its text', async () => {
  expect((await readOne({ 'naeringskode3.kode': '00.000' })).activities).toEqual([
    { kind: 'unlicensed', scheme: 'NO-SN', code: '00.000', label: null },
  ]);
});

describe('the layout', () => {
  test('may have its columns in another order, in another case, and more of them', async () => {
    const other = ['noeNytt', ...header.toReversed().map((name) => name.replace('registeret', 'Registeret'))];
    const row = Object.fromEntries(
      Object.entries(richer).map(([name, value]) => [name.replace('registeret', 'Registeret'), value]),
    );
    expect(await read(other, { ...row, noeNytt: '1' })).toEqual([expected]);
  });

  test('is published gzipped', async () => {
    await writeFile(path('enheter.csv.gz'), gzipSync(textOf(header, [richer], format)));
    expect(await companiesOf(no, path('enheter.csv.gz'))).toEqual([expected]);
  });
});
