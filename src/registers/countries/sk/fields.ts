import { z } from 'zod';
import { day, flag, given, group, list, maybeGroup, text } from '../../declaration/kinds.ts';

const named = {
  name: given.text('The name.'),
  from: day('Since when.'),
  until: day('Until when; null for one that is in use.'),
};

/** Slovakia */
export const skFields = z.object({
  rpoId: text('Id of the record in the register (RPO).'),
  ico: text('The identification number (IČO).'),
  numberValid: flag('Whether the check digit of the identification number is right; null if there is none.'),
  legalFormCode: text('Legal form, as a code.'),
  legalFormText: text('Legal form in words.'),
  legalStatusCode: text('Legal status, as a code.'),
  legalStatusText: text('Legal status in words.'),
  endedOn: day('When it ended.'),
  previousNames: list('Names that it had before.', named),
  alternativeNames: list('Further names.', named),
  address: maybeGroup('The seat.', {
    street: text('Street.'),
    registerNumber: text('Number in the register of buildings.'),
    buildingNumber: text('Number in the street.'),
    postCode: text('Post code.'),
    municipality: text('Municipality.'),
    country: text('Country.'),
    countryCode: text('Country, as a code.'),
    from: day('Since when it has this address.'),
  }),
  sourceRegister: group('The register that keeps the entity.', {
    code: text('Which, as a code.'),
    name: text('Its name.'),
  }),
  registrationOffice: text('The office that registered it.'),
  registrationNumber: text('Its number there.'),
  businessObjects: list('What it may do, by its entry.', {
    text: text('In words.'),
    from: day('Since when.'),
  }),
  modifiedOn: day('When the register last changed the record.'),
});
