import { z } from 'zod';
import { maybeGroup, text } from '../../declaration/kinds.ts';

/** Estonia */
export const eeFields = z.object({
  statusCode: text('State, as a letter.'),
  statusText: text('State in words.'),
  legalForm: text('Legal form in words.'),
  legalFormSubtype: text('Subtype of the legal form in words.'),
  vatNumber: text('The number for value added tax.'),
  address: maybeGroup('The address.', {
    full: text('The normalized address in one line.'),
    business: text('The address as the business entered it.'),
    location: text('Street and house in the address.'),
    municipalityCode: text('Code of the settlement (EHAK).'),
    municipality: text('Settlement, municipality and county.'),
    postCode: text('Post code.'),
    addressId: text('Id of the address in the address system (ADS).'),
    addressObjectId: text('Id of the building or site in the address system.'),
  }),
  link: text('The page of the company in the register.'),
});
