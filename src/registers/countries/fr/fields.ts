import { z } from 'zod';
import { day, flag, integer, numberValid, text, texts } from '../../declaration/kinds.ts';

/** France */
export const frFields = z.object({
  numberValid,
  administrativeStatus: text('`A` for an active unit, `C` for one that has ceased.'),
  legalFormCode: text('Legal form, as a code of four digits.'),
  legalFormText: text('Legal form in words.'),
  acronym: text('Acronym.'),
  usualNames: texts('Names by which it is known, up to three.'),
  disclosure: text('`O` if the unit is public, `P` if parts of it are withheld.'),
  associationNumber: text('Number in the register of associations (RNA).'),
  employeesBand: text('Size by number of employees, as a code.'),
  employeesYear: integer('The year that this size is of.'),
  isEmployer: flag('Whether it has employees.'),
  sizeCategory: text('`PME`, `ETI` or `GE`: small or medium, middle, or large.'),
  sizeCategoryYear: integer('The year that this category is of.'),
  isSocialEconomy: flag('Whether it belongs to the social economy.'),
  isMissionCompany: flag('Whether it is a company with a mission.'),
  periods: integer('How many periods the register has of it.'),
  periodSince: day('Since when the present period lasts.'),
  processedAt: text('When the register last worked on it, as it writes it.'),
  endedOn: day('When it ceased.'),
  seatNumber: text('Number of the establishment that is its seat (SIRET).'),
});
