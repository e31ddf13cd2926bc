import { expect, test } from 'vitest';
import { frenchHeader as header } from '../../../scripts/samples/fr.ts';
import { fr } from '../../../src/registers/countries/fr/register.ts';
import { naturalPerson } from '../../../src/registers/declaration/register.ts';
import { companiesIn, type Fields, only, type TextFormat, takenIn, useFolder } from '../../support/registers/register-files.ts';

const path = useFolder();
const format: TextFormat = { delimiter: ',', quote: 'needed', lineBreak: '\n' };
/** Fields by the names of their columns without the ending that most have. */
const named = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [header.includes(name) ? name : `${name}UniteLegale`, text]));
const read = (...rows: Fields[]) => companiesIn(fr, path('fr.csv'), header, rows.map(named), format);
const small: Fields = { siren: '016750697', denomination: 'HÉRON', categorieJuridique: '5710', etatAdministratif: 'A' };

test('a row becomes a company, with everything that it tells', async () => {
  expect(header).toHaveLength(35);
  const company = await read({
    siren: '016750697',
    statutDiffusion: 'O',
    dateCreation: '1967-01-01',
    sigle: 'HRN',
    identifiantAssociation: 'W123456789',
    trancheEffectifs: '31',
    anneeEffectifs: '2023',
    dateDernierTraitement: '2025-12-06T05:25:38',
    nombrePeriodes: '7',
    categorieEntreprise: 'ETI',
    anneeCategorieEntreprise: '2023',
    dateDebut: '2022-10-01',
    etatAdministratif: 'C',
    denomination: "L'HÉRON, SARL",
    denominationUsuelle1: 'CHEZ HÉRON',
    denominationUsuelle3: 'HÉRON BIS',
    categorieJuridique: '5499',
    activitePrincipale: '77.39Z',
    nomenclatureActivitePrincipale: 'NAFRev2',
    nicSiege: '00050',
    economieSocialeSolidaire: 'O',
    societeMission: 'N',
    activitePrincipaleNAF25: '77.39Y',
  });
  expect(only(company)).toEqual({
    number: '016750697',
    name: "L'HÉRON, SARL",
    status: 'dissolved',
    legalForm: '5499',
    legalFormLabel: 'Société à responsabilité limitée (sans autre indication)',
    registeredAt: '1967-01-01',
    endedAt: '2022-10-01',
    registry: {
      numberValid: true,
      administrativeStatus: 'C',
      legalFormCode: '5499',
      legalFormText: 'Société à responsabilité limitée (sans autre indication)',
      acronym: 'HRN',
      usualNames: ['CHEZ HÉRON', 'HÉRON BIS'],
      disclosure: 'O',
      associationNumber: 'W123456789',
      employeesBand: '31',
      employeesYear: 2023,
      isEmployer: null,
      sizeCategory: 'ETI',
      sizeCategoryYear: 2023,
      isSocialEconomy: true,
      isMissionCompany: false,
      periods: 7,
      periodSince: '2022-10-01',
      processedAt: '2025-12-06T05:25:38',
      endedOn: '2022-10-01',
      seatNumber: '01675069700050',
    },
    activities: [
      {
        kind: 'unlicensed',
        scheme: 'FR-NAF-2008',
        code: '77.39Z',
        label: "Location et location-bail d'autres machines, équipements et biens matériels n.c.a.",
      },
      {
        kind: 'unlicensed',
        scheme: 'FR-NAF-2025',
        code: '77.39Y',
        label: 'Location et location-bail d’autres machines, équipements et biens n.c.a.',
      },
    ],
    registrations: [{ scheme: 'FR-SIREN', number: '016750697', status: 'C', validFrom: '1967-01-01', validTo: '2022-10-01' }],
  });
});

test.each([
  [{ categorieJuridique: '1000' }],
  [{ categorieJuridique: '1000', denomination: '', nom: '[ND]' }],
  [{ categorieJuridique: '', denomination: '', nom: 'HÉRON' }],
  [{ denomination: '[ND]', sigle: '[ND]', denominationUsuelle1: '[ND]' }],
])('%j is a natural person', async (fields) => {
  expect(await takenIn(fr, path('person.csv'), header, [named({ ...small, ...fields })], format)).toEqual([naturalPerson]);
});

test('a name that is withheld is no name: the usual one or the acronym stands for it', async () => {
  const withheld = { ...small, denomination: '[ND]', sigle: 'HGR' };
  expect(only(await read(withheld)).name).toBe('HGR');
  const usual = only(await read({ ...withheld, denominationUsuelle1: '[ND]', denominationUsuelle2: 'LE HÉRON' }));
  expect(usual).toMatchObject({ name: 'LE HÉRON', registry: { acronym: 'HGR', usualNames: ['LE HÉRON'] } });
});

test('every column about persons is declared', () => {
  const columns = header.filter((column) => /^(sexe|prenom|pseudonyme|nom(Usage)?UniteLegale)/.test(column));
  expect(new Set(fr.persons?.[0]?.columns)).toEqual(new Set(columns));
});

test.each([
  ['NAFRev2', 'FR-NAF-2008'],
  ['NAFRev1', 'FR-NAF-2003'],
  ['NAF1993', 'FR-NAF-1993'],
  ['NAP', 'FR-NAP-1973'],
  ['', 'FR-NAF'],
])('activities of %j are of %s', async (nomenclatureActivitePrincipale, scheme) => {
  expect(only(await read({ ...small, activitePrincipale: '01.1A', nomenclatureActivitePrincipale })).activities).toMatchObject([
    { scheme, code: '01.1A' },
  ]);
});

test('a code has the label of its own edition, and none where its edition is not known', async () => {
  const labels = async (activitePrincipale: string, nomenclatureActivitePrincipale: string, activitePrincipaleNAF25 = '') =>
    only(await read({ ...small, activitePrincipale, nomenclatureActivitePrincipale, activitePrincipaleNAF25 })).activities.map(
      ({ label }) => label,
    );
  expect(await labels('64.20Z', 'NAFRev2', '64.21Y')).toEqual(['Activités des sociétés holding', 'Activités de société holding']);
  expect(await labels('14.1A', 'NAFRev1')).toEqual(['Extraction de pierres ornementales et de construction']);
  expect(await labels('14.1A', 'NAF1993')).toEqual(['Extraction de pierres pour la construction']);
  expect(await labels('01.00', 'NAP')).toEqual(['Cultures générales']);
  for (const edition of ['NAFRev1', 'NAF1993', 'NAP', '']) expect(await labels('64.20Z', edition)).toEqual([null]);
  expect(await labels('00.00Z', 'NAFRev2')).toEqual([null]);
});

test('placeholders and emptied units are nothing', async () => {
  expect(only(await read({ ...small, dateCreation: '1900-01-01', activitePrincipale: '[ND]' }))).toMatchObject({
    registeredAt: null,
    activities: [],
  });
  expect(await read({ ...small, denomination: '', unitePurgee: 'true' })).toEqual([]);
  expect(only(await read({ ...small, siren: '016750698' })).registry).toMatchObject({ numberValid: false });
});

test('older editions have 33 columns, and columns may come in another order', async () => {
  const fewer = header.filter((column) => !/societeMission|NAF25/.test(column)).reverse();
  expect(only(await companiesIn(fr, path('older.csv'), fewer, [named(small)], format))).toMatchObject({
    name: 'HÉRON',
    registry: { isMissionCompany: null },
  });
});
