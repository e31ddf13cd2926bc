import { z } from 'zod';
import { day, given, group, integer, list, text } from '../../declaration/kinds.ts';

/** United Kingdom */
export const gbFields = z.object({
  companyCategory: text('Category of the company in words.'),
  companyStatus: text('State of the company in words.'),
  dissolvedOn: day('When it was dissolved.'),
  countryOfOrigin: text('The country that it comes from.'),
  uri: text('Address of the record of the company in linked data.'),
  address: group('The registered office.', {
    careOf: text('In whose care.'),
    poBox: text('Post-office box.'),
    line1: text('First line.'),
    line2: text('Second line.'),
    postTown: text('Post town.'),
    county: text('County.'),
    country: text('Country.'),
    postCode: text('Post code.'),
  }),
  accounts: group('Its accounts.', {
    referenceDay: integer('Day of the month on which its financial year ends.'),
    referenceMonth: integer('Month in which its financial year ends.'),
    nextDueOn: day('When the next ones are due.'),
    lastMadeUpOn: day('The end of the period of the last one.'),
    category: text('Kind of the last ones, in words.'),
  }),
  returns: group('Annual returns, which ended in 2016.', {
    nextDueOn: day('When the next one was due.'),
    lastMadeUpOn: day('The end of the period of the last one.'),
  }),
  confirmationStatement: group('Confirmation statements.', {
    nextDueOn: day('When the next one is due.'),
    lastMadeUpOn: day('The end of the period of the last one.'),
  }),
  mortgages: group('Charges upon its property.', {
    charges: integer('How many there are.'),
    outstanding: integer('How many are outstanding.'),
    partSatisfied: integer('How many are satisfied in part.'),
    satisfied: integer('How many are satisfied.'),
  }),
  limitedPartnership: group('Of a limited partnership.', {
    generalPartners: integer('How many general partners it has.'),
    limitedPartners: integer('How many limited partners it has.'),
  }),
  previousNames: list('Names that it had before, up to ten.', {
    name: given.text('The name.'),
    until: day('Until when.'),
  }),
});
