/** France: the legal units of Sirene. Every tenth row is a natural person, which no import may keep. */
import type { Entry, RegisterOptions } from './editions.ts';
import { zipText } from './files.ts';
import { commaLine, inventedCompany, stemOf, tableOf, withLuhn } from './invented.ts';
import { french, isoDay } from './words.ts';

export const frenchHeader = (
  'siren,statutDiffusionUniteLegale,unitePurgeeUniteLegale,dateCreationUniteLegale,sigleUniteLegale,sexeUniteLegale,' +
  'prenom1UniteLegale,prenom2UniteLegale,prenom3UniteLegale,prenom4UniteLegale,prenomUsuelUniteLegale,pseudonymeUniteLegale,' +
  'identifiantAssociationUniteLegale,trancheEffectifsUniteLegale,anneeEffectifsUniteLegale,dateDernierTraitementUniteLegale,' +
  'nombrePeriodesUniteLegale,categorieEntreprise,anneeCategorieEntreprise,dateDebut,etatAdministratifUniteLegale,' +
  'nomUniteLegale,nomUsageUniteLegale,denominationUniteLegale,denominationUsuelle1UniteLegale,denominationUsuelle2UniteLegale,' +
  'denominationUsuelle3UniteLegale,categorieJuridiqueUniteLegale,activitePrincipaleUniteLegale,' +
  'nomenclatureActivitePrincipaleUniteLegale,nicSiegeUniteLegale,economieSocialeSolidaireUniteLegale,societeMissionUniteLegale,' +
  'caractereEmployeurUniteLegale,activitePrincipaleNAF25UniteLegale'
).split(',');

const kinds = {
  salt: 0xf4,
  sound: french,
  forms: ['5499', '5710', '5599', '6540', '9220'] as const,
  states: ['A', 'C'] as const,
  oddNames: ["L'*", '* & FILS', '"*", *', '100% *', '*_*', 'ÉÈÇ *', '1', '* - *'],
};

const fields = (known: Record<string, string>): string[] => frenchHeader.map((column) => known[column] ?? '');

function frenchUnit(entry: Entry, seed: number): string[] {
  const { index, random, form, state, name, formerName, registered, ended } = inventedCompany(entry, seed, kinds);
  const [activity, newActivity] = random.pick([
    ['62.01Z', '62.10Y'],
    ['56.10A', '56.11Y'],
    ['68.20B', '68.20Y'],
  ] as const);
  return fields({
    siren: withLuhn(`9${stemOf(index, seed)}`),
    statutDiffusionUniteLegale: 'O',
    dateCreationUniteLegale: random.chance(0.05) ? '1900-01-01' : isoDay(registered),
    sigleUniteLegale: random.chance(0.2) ? name.slice(0, 3).toUpperCase() : '',
    trancheEffectifsUniteLegale: random.pick(['NN', '00', '11', '12']),
    anneeEffectifsUniteLegale: '2023',
    dateDernierTraitementUniteLegale: '2025-12-06T05:25:38',
    nombrePeriodesUniteLegale: '3',
    categorieEntreprise: 'PME',
    anneeCategorieEntreprise: '2023',
    dateDebut: isoDay(ended),
    etatAdministratifUniteLegale: state,
    denominationUniteLegale: name.toUpperCase(),
    denominationUsuelle1UniteLegale: random.chance(0.1) ? formerName : '',
    categorieJuridiqueUniteLegale: form,
    activitePrincipaleUniteLegale: activity,
    nomenclatureActivitePrincipaleUniteLegale: 'NAFRev2',
    nicSiegeUniteLegale: '00011',
    economieSocialeSolidaireUniteLegale: 'N',
    activitePrincipaleNAF25UniteLegale: newActivity,
  });
}

/** A person who belongs to nobody. */
const person = (index: number): string[] =>
  fields({
    siren: withLuhn(`8${stemOf(index, 7)}`),
    statutDiffusionUniteLegale: 'P',
    sexeUniteLegale: '[ND]',
    prenom1UniteLegale: '[ND]',
    nomUniteLegale: '[ND]',
    etatAdministratifUniteLegale: 'A',
    categorieJuridiqueUniteLegale: '1000',
    dateDebut: '2020-01-01',
  });

export const frenchUnits = (count: number, options: RegisterOptions = {}): Generator<string[]> =>
  tableOf(count, options, frenchUnit, [0, frenchHeader.indexOf('denominationUniteLegale')]);

export async function writeFrenchFile(path: string, count: number, options: RegisterOptions = {}): Promise<void> {
  await zipText(path, { 'StockUniteLegale_utf8.csv': lines });
  function* lines(): Generator<string> {
    yield commaLine(frenchHeader);
    let rows = 0;
    for (const row of frenchUnits(count, options)) {
      yield commaLine(row);
      if (++rows % 10 === 0) yield commaLine(person(rows));
    }
  }
}
