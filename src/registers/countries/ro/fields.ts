import { z } from 'zod';
import { flag, given, group, list, text } from '../../declaration/kinds.ts';

/** Romania */
export const roFields = z.object({
  fiscalCode: text('The fiscal code (CUI).'),
  fiscalCodeValid: flag('Whether the check digit of the fiscal code is right.'),
  euid: text('The European identifier (EUID).'),
  legalFormCode: text('Legal form, as a code.'),
  statuses: list('All its states.', {
    code: given.text('The state, as a code.'),
    text: text('The state in words.'),
  }),
  address: group('The seat.', {
    country: text('Country.'),
    county: text('County.'),
    locality: text('Locality.'),
    street: text('Street.'),
    number: text('Number in the street.'),
    block: text('Block.'),
    staircase: text('Staircase.'),
    floor: text('Floor.'),
    apartment: text('Apartment.'),
    sector: text('Sector of Bucharest.'),
    more: text('What else the address says.'),
    postCode: text('Post code, with its leading zero.'),
  }),
  web: text('Its web site; some write a telephone number or an e-mail address.'),
  parentCountry: text('Country of the company above it.'),
});
