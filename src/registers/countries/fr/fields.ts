import { z } from 'zod';
import { orNull, valueIn } from '../../declaration/columns.ts';
import { day, flag, integer, numberValidBy, text, texts } from '../../declaration/kinds.ts';
import { labelsIn } from '../../declaration/labels.ts';
import { isLuhn } from '../../declaration/numbers.ts';

/** INSEE's list of legal categories (level III), with the categories of its earlier editions. */
export const forms = labelsIn('fr/forms');

/** The publisher writes this instead of a text that it withholds. */
export const withheld = '[ND]';
export const published = (text: string): string => (text === withheld ? '' : text);

const isSiren = (number: string): boolean => /^\d{9}$/.test(number) && isLuhn(number);

const yesOrNo = (text: string): boolean | null => (text === 'O' ? true : text === 'N' ? false : null);

/** France */
export const frFields = z.object({
  numberValid: numberValidBy('siren', isSiren),
  administrativeStatus: text('`A` for an active unit, `C` for one that has ceased.', 'etatAdministratifUniteLegale'),
  legalFormCode: text('Legal form, as a code of four digits.', 'categorieJuridiqueUniteLegale'),
  legalFormText: text('Legal form in words.', 'categorieJuridiqueUniteLegale', valueIn(forms)),
  acronym: text('Acronym.', 'sigleUniteLegale', (text) => orNull(published(text))),
  usualNames: texts('Names by which it is known, up to three.'),
  disclosure: text('`O` if the unit is public, `P` if parts of it are withheld.', 'statutDiffusionUniteLegale'),
  associationNumber: text('Number in the register of associations (RNA).', 'identifiantAssociationUniteLegale'),
  employeesBand: text('Size by number of employees, as a code.', 'trancheEffectifsUniteLegale'),
  employeesYear: integer('The year that this size is of.', 'anneeEffectifsUniteLegale'),
  isEmployer: flag('Whether it has employees.', 'caractereEmployeurUniteLegale', yesOrNo),
  sizeCategory: text('`PME`, `ETI` or `GE`: small or medium, middle, or large.', 'categorieEntreprise'),
  sizeCategoryYear: integer('The year that this category is of.', 'anneeCategorieEntreprise'),
  isSocialEconomy: flag('Whether it belongs to the social economy.', 'economieSocialeSolidaireUniteLegale', yesOrNo),
  isMissionCompany: flag('Whether it is a company with a mission.', 'societeMissionUniteLegale', yesOrNo),
  periods: integer('How many periods the register has of it.', 'nombrePeriodesUniteLegale'),
  periodSince: day('Since when the present period lasts.', 'dateDebut'),
  processedAt: text('When the register last worked on it, as it writes it.', 'dateDernierTraitementUniteLegale'),
  endedOn: day('When it ceased.'),
  seatNumber: text('Number of the establishment that is its seat (SIRET).'),
});
