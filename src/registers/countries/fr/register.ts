import { integerOf, orNull, type Reader, record } from '../../declaration/columns.ts';
import { yearFirst } from '../../declaration/dates.ts';
import { dayInName } from '../../declaration/file-date.ts';
import { labelsIn } from '../../declaration/labels.ts';
import { legalFormsIn } from '../../declaration/legal-forms.ts';
import { plainNames } from '../../declaration/names.ts';
import { inThrees, isLuhn, plainNumber } from '../../declaration/numbers.ts';
import { type Activity, naturalPerson, type Register } from '../../declaration/register.ts';
import { States } from '../../declaration/states.ts';
import { textRegister } from '../../layouts/text-register.ts';
import { frFields } from './fields.ts';

/** The classifications of activities, by the name in the column beside the code. */
const editions = new Map([
  ['NAFRev2', 'FR-NAF-2008'],
  ['NAFRev1', 'FR-NAF-2003'],
  ['NAF1993', 'FR-NAF-1993'],
  ['NAP', 'FR-NAP-1973'],
]);

/** INSEE's list of legal categories (level III), with the categories of its earlier editions. */
const forms = labelsIn(new URL('./forms.csv', import.meta.url));

/** INSEE's lists of sub-classes. The copy of NAF 2025 cuts the label of 43.21H, so it is left out. */
const subclasses = new Map(
  ['nap-1973', 'naf-1993', 'naf-2003', 'naf-2008', 'naf-2025'].map((list) => [
    `FR-${list.toUpperCase()}`,
    labelsIn(new URL(`./${list}.csv`, import.meta.url)),
  ]),
);

/** The file says nothing about liquidation and insolvency. */
const states = new States({ active: { A: 'active' }, dissolved: { C: 'ceased' } });

/** Filled only for natural persons; withheld values are [ND]. */
const personColumns = [
  'sexeUniteLegale',
  'prenom1UniteLegale',
  'prenom2UniteLegale',
  'prenom3UniteLegale',
  'prenom4UniteLegale',
  'prenomUsuelUniteLegale',
  'pseudonymeUniteLegale',
  'nomUniteLegale',
  'nomUsageUniteLegale',
];

/** France: the legal units of Sirene. Their file has no addresses, and most of its rows are natural persons. */
export const fr: Register = textRegister(
  {
    id: 'fr',
    country: { code: 'FR', name: 'France', nativeName: 'France' },
    name: 'Sirene',
    scheme: 'FR-SIREN',
    licence: 'Licence Ouverte 2.0',
    sourceUrl: 'https://www.data.gouv.fr/datasets/base-sirene-des-entreprises-et-de-leurs-etablissements-siren-siret/',
    updateFrequency: 'monthly',
    downloads: [{ url: 'https://files.data.gouv.fr/insee-sirene/StockUniteLegale_utf8.zip', type: 'zip' }],
    dated: [dayInName, 'packed', 'downloaded'],
    revision: 4,
    fields: frFields,
    legalForms: legalFormsIn(new URL('./legal-forms.csv', import.meta.url)),
    classifications: {
      ...{ 'FR-NAP-1973': null, 'FR-NAF-1993': '1', 'FR-NAF-2003': '1.1', 'FR-NAF-2008': '2', 'FR-NAF-2025': '2.1' },
      'FR-NAF': null,
    },
    otherNames: ({ usualNames, acronym }) => [...plainNames('trading', usualNames), ...plainNames('alternative', [acronym])],
    registeredAt: 'the day on which the unit was created; null for 1 January 1900, which stands for an unknown one',
    states: states.list,
    hasPersons: true,
    persons: [{ columns: personColumns }],
    lei: { authorities: ['RA000189', 'RA000192', 'RA001129'] },
    normalizeNumber: sirenOf,
    written: inThrees,
  },
  { delimiter: ',' },
  (columns) => {
    const number = columns.need('siren');
    const name = columns.need('denominationUniteLegale');
    const form = columns.need('categorieJuridiqueUniteLegale');
    const state = columns.need('etatAdministratifUniteLegale');
    const created = columns.need('dateCreationUniteLegale');
    const since = columns.need('dateDebut');
    const personName = columns.need('nomUniteLegale');
    const activity = columns.need('activitePrincipaleUniteLegale');
    const edition = columns.need('nomenclatureActivitePrincipaleUniteLegale');
    // Not every edition has the classification of 2025.
    const newActivity = columns.maybe('activitePrincipaleNAF25UniteLegale');
    const purged = columns.maybe('unitePurgeeUniteLegale');
    const usualNames = [1, 2, 3].map((n) => columns.maybe(`denominationUsuelle${n}UniteLegale`));
    const acronym = columns.maybe('sigleUniteLegale');
    const usualNamesOf: Reader<string[]> = (cells) =>
      usualNames.map((read) => published(read(cells))).filter((one) => one !== '');
    const text = (column: string) => columns.read(column, orNull);
    const details = record({
      administrativeStatus: text('etatAdministratifUniteLegale'),
      legalFormCode: text('categorieJuridiqueUniteLegale'),
      legalFormText: columns.read('categorieJuridiqueUniteLegale', (code) => forms.get(code) ?? null),
      acronym: columns.read('sigleUniteLegale', (text) => orNull(published(text))),
      usualNames: (cells) => usualNamesOf(cells),
      disclosure: text('statutDiffusionUniteLegale'),
      associationNumber: text('identifiantAssociationUniteLegale'),
      employeesBand: text('trancheEffectifsUniteLegale'),
      employeesYear: columns.read('anneeEffectifsUniteLegale', integerOf),
      isEmployer: columns.read('caractereEmployeurUniteLegale', yesOrNo),
      sizeCategory: text('categorieEntreprise'),
      sizeCategoryYear: columns.read('anneeCategorieEntreprise', integerOf),
      isSocialEconomy: columns.read('economieSocialeSolidaireUniteLegale', yesOrNo),
      isMissionCompany: columns.read('societeMissionUniteLegale', yesOrNo),
      periods: columns.read('nombrePeriodesUniteLegale', integerOf),
      periodSince: columns.read('dateDebut', yearFirst),
      processedAt: text('dateDernierTraitementUniteLegale'),
    });
    const seat = columns.maybe('nicSiegeUniteLegale');
    return (cells) => {
      const code = form(cells);
      if (code.startsWith('1') || (personName(cells) !== '' && name(cells) === '')) return naturalPerson;
      // An emptied unit keeps only its number.
      if (purged(cells) === 'true' && name(cells) === '') return undefined;
      // A company that objects to publication has [ND] instead of its name.
      const isWithheld = name(cells) === withheld;
      const knownName = isWithheld ? usualNamesOf(cells)[0] || published(acronym(cells)) : name(cells);
      if (isWithheld && knownName === '') return naturalPerson;
      const registeredAt = creationDay(created(cells));
      const isOver = state(cells) === 'C';
      const siren = number(cells);
      const endedOn = isOver ? yearFirst(since(cells)) : null;
      return {
        number: siren,
        name: knownName,
        ...states.of(state(cells)),
        legalForm: orNull(code),
        legalFormLabel: forms.get(code) ?? null,
        registeredAt,
        endedAt: endedOn,
        registry: {
          numberValid: isSiren(siren),
          ...details(cells),
          endedOn,
          seatNumber: orNull(seat(cells) && siren + seat(cells)),
        },
        activities: [
          ...activityOf(activity(cells), editions.get(edition(cells)) ?? 'FR-NAF'),
          ...activityOf(newActivity(cells), 'FR-NAF-2025'),
        ],
        registrations: [
          { scheme: 'FR-SIREN', number: siren, status: orNull(state(cells)), validFrom: registeredAt, validTo: endedOn },
        ],
      };
    };
  },
);

/** The VAT number has the country and two more characters before it. */
function sirenOf(typed: string): string {
  return plainNumber(typed)
    .replace(/^FR[0-9A-Z]{2}(?=\d{9}$)/, '')
    .padStart(9, '0');
}

const isSiren = (number: string): boolean => /^\d{9}$/.test(number) && isLuhn(number);

/** The publisher writes this instead of a text that it withholds. */
const withheld = '[ND]';
const published = (text: string): string => (text === withheld ? '' : text);

/** 1 January 1900 means: unknown. */
const creationDay = (text: string): string | null => (text === '1900-01-01' ? null : yearFirst(text));

const yesOrNo = (text: string): boolean | null => (text === 'O' ? true : text === 'N' ? false : null);

const activityOf = (code: string, scheme: string): Activity[] =>
  published(code) === '' ? [] : [{ kind: 'unlicensed', scheme, code, label: subclasses.get(scheme)?.get(code) ?? null }];
