import { orNull, type Reader, record, tableOf, valueIn } from '../../declaration/columns.ts';
import { yearFirst } from '../../declaration/dates.ts';
import { registryOf } from '../../declaration/kinds.ts';
import { activitiesOf, labelsIn } from '../../declaration/labels.ts';
import { plainNames } from '../../declaration/names.ts';
import { inThrees, plainNumber } from '../../declaration/numbers.ts';
import { naturalPerson, type Register } from '../../declaration/register.ts';
import { statesOf } from '../../declaration/states.ts';
import { textRegister } from '../../layouts/text-register.ts';
import { forms, frFields, published, withheld } from './fields.ts';

/** The classifications of activities, by the name in the column beside the code. */
const editions = tableOf({ NAFRev2: 'FR-NAF-2008', NAFRev1: 'FR-NAF-2003', NAF1993: 'FR-NAF-1993', NAP: 'FR-NAP-1973' });

/** INSEE's lists of sub-classes. The copy of NAF 2025 cuts the label of 43.21H, so it is left out. */
const subclasses = new Map(
  ['nap-1973', 'naf-1993', 'naf-2003', 'naf-2008', 'naf-2025'].map((list) => [
    `FR-${list.toUpperCase()}`,
    labelsIn(`fr/${list}`),
  ]),
);

/** The file says nothing about liquidation and insolvency. */
const states = statesOf('fr');

/** Filled only for natural persons; withheld values are [ND]. */
const personColumns = [
  ...['sexe', 'prenom1', 'prenom2', 'prenom3', 'prenom4', 'prenomUsuel', 'pseudonyme', 'nom', 'nomUsage'],
].map((column) => `${column}UniteLegale`);

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
    revision: 4,
    fields: frFields,
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
    const since = columns.need('dateDebut', yearFirst);
    const personName = columns.need('nomUniteLegale');
    const activity = columns.need('activitePrincipaleUniteLegale');
    const edition = columns.need('nomenclatureActivitePrincipaleUniteLegale');
    // Not every edition has the classification of 2025.
    const newActivity = columns.maybe('activitePrincipaleNAF25UniteLegale');
    const purged = columns.maybe('unitePurgeeUniteLegale');
    const acronym = columns.read('sigleUniteLegale', published);
    const seat = columns.maybe('nicSiegeUniteLegale');
    const usual = [1, 2, 3].map((n) => columns.read(`denominationUsuelle${n}UniteLegale`, published));
    const usualNames: Reader<string[]> = (cells) => usual.map((read) => read(cells)).filter((one) => one !== '');
    const endedOn: Reader<string | null> = (cells) => (state(cells) === 'C' ? since(cells) : null);
    // A company that objects to publication has [ND] instead of its name.
    const nameOf: Reader<string> = (cells) => (name(cells) === withheld ? usualNames(cells)[0] || acronym(cells) : name(cells));
    const entry = record({
      number,
      name: nameOf,
      state: columns.read('etatAdministratifUniteLegale', states.of),
      stateText: columns.text('etatAdministratifUniteLegale'),
      legalForm: columns.text('categorieJuridiqueUniteLegale'),
      legalFormLabel: columns.read('categorieJuridiqueUniteLegale', valueIn(forms)),
      registeredAt: columns.need('dateCreationUniteLegale', creationDay),
      endedAt: endedOn,
      registry: registryOf(columns, frFields, {
        usualNames,
        endedOn,
        seatNumber: (cells) => orNull(seat(cells) && number(cells) + seat(cells)),
      }),
      activities: (cells) => [
        ...activityOf(activity(cells), editions.get(edition(cells)) ?? 'FR-NAF'),
        ...activityOf(newActivity(cells), 'FR-NAF-2025'),
      ],
    });
    return (cells) => {
      if (form(cells).startsWith('1') || (personName(cells) !== '' && name(cells) === '')) return naturalPerson;
      // An emptied unit keeps only its number.
      if (purged(cells) === 'true' && name(cells) === '') return undefined;
      return name(cells) === withheld && nameOf(cells) === '' ? naturalPerson : entry(cells);
    };
  },
);

/** The VAT number has the country and two more characters before it. */
function sirenOf(typed: string): string {
  return plainNumber(typed)
    .replace(/^FR[0-9A-Z]{2}(?=\d{9}$)/, '')
    .padStart(9, '0');
}

/** 1 January 1900 means: unknown. */
const creationDay = (text: string): string | null => (text === '1900-01-01' ? null : yearFirst(text));

const activityOf = (code: string, scheme: string) => activitiesOf(scheme, published(code), subclasses.get(scheme));
