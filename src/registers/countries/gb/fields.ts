import { z } from 'zod';
import { addressFrom, countryNames, labelled, type StoredFields } from '../../declaration/addresses.ts';
import { day, given, group, integer, list, text } from '../../declaration/kinds.ts';

/** United Kingdom */
export const gbFields = z.object({
  companyCategory: text('Category of the company in words.', 'CompanyCategory'),
  companyStatus: text('State of the company in words.', 'CompanyStatus'),
  dissolvedOn: day('When it was dissolved.', 'DissolutionDate'),
  countryOfOrigin: text('The country that it comes from.', 'CountryOfOrigin'),
  uri: text('Address of the record of the company in linked data.', 'URI'),
  address: group('The registered office.', {
    careOf: text('In whose care.', 'RegAddress.CareOf'),
    poBox: text('Post-office box.', 'RegAddress.POBox'),
    line1: text('First line.', 'RegAddress.AddressLine1'),
    line2: text('Second line.', 'RegAddress.AddressLine2'),
    postTown: text('Post town.', 'RegAddress.PostTown'),
    county: text('County.', 'RegAddress.County'),
    country: text('Country.', 'RegAddress.Country'),
    postCode: text('Post code.', 'RegAddress.PostCode'),
  }),
  accounts: group('Its accounts.', {
    referenceDay: integer('Day of the month on which its financial year ends.', 'Accounts.AccountRefDay'),
    referenceMonth: integer('Month in which its financial year ends.', 'Accounts.AccountRefMonth'),
    nextDueOn: day('When the next ones are due.', 'Accounts.NextDueDate'),
    lastMadeUpOn: day('The end of the period of the last one.', 'Accounts.LastMadeUpDate'),
    category: text('Kind of the last ones, in words.', 'Accounts.AccountCategory'),
  }),
  returns: group('Annual returns, which ended in 2016.', {
    nextDueOn: day('When the next one was due.', 'Returns.NextDueDate'),
    lastMadeUpOn: day('The end of the period of the last one.', 'Returns.LastMadeUpDate'),
  }),
  confirmationStatement: group('Confirmation statements.', {
    nextDueOn: day('When the next one is due.', 'ConfStmtNextDueDate'),
    lastMadeUpOn: day('The end of the period of the last one.', 'ConfStmtLastMadeUpDate'),
  }),
  mortgages: group('Charges upon its property.', {
    charges: integer('How many there are.', 'Mortgages.NumMortCharges'),
    outstanding: integer('How many are outstanding.', 'Mortgages.NumMortOutstanding'),
    partSatisfied: integer('How many are satisfied in part.', 'Mortgages.NumMortPartSatisfied'),
    satisfied: integer('How many are satisfied.', 'Mortgages.NumMortSatisfied'),
  }),
  limitedPartnership: group('Of a limited partnership.', {
    generalPartners: integer('How many general partners it has.', 'LimitedPartnerships.NumGenPartners'),
    limitedPartners: integer('How many limited partners it has.', 'LimitedPartnerships.NumLimPartners'),
  }),
  previousNames: list('Names that it had before, up to ten.', {
    name: given.text('The name.'),
    until: day('Until when.'),
  }),
});

const countryOf = countryNames(['en'], {
  England: 'GB',
  'England & Wales': 'GB',
  Wales: 'GB',
  Scotland: 'GB',
  'Northern Ireland': 'GB',
  'Great Britain': 'GB',
  UK: 'GB',
  'United States of America': 'US',
  USA: 'US',
  'Republic of Ireland': 'IE',
  Eire: 'IE',
  'Virgin Islands, British': 'VG',
  'Isle of Man, British': 'IM',
});

/** The registered office, without the c/o line, which often names a person. */
export function britishAddress({ address }: StoredFields<typeof gbFields>) {
  if (!address) return null;
  const { poBox } = address;
  return addressFrom({
    lines: [/^p\.?\s?o\b/i.test(poBox ?? '') ? poBox : labelled('PO Box', poBox), address.line1, address.line2],
    postalCode: address.postCode,
    locality: address.postTown,
    region: address.county,
    country: countryOf(address.country),
  });
}
