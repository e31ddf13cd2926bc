import { z } from 'zod';
import { day, given, list, maybeGroup, numberValid, text } from '../../declaration/kinds.ts';

const named = {
  name: given.text('The name.'),
  from: day('Since when it is registered.'),
};
const address = {
  street: text('Street.'),
  buildingNumber: text('Number of the building.'),
  entrance: text('Entrance.'),
  apartment: text('Apartment.'),
  poBox: text('Post-office box.'),
  postCode: text('Post code.'),
  city: text('Town, in Finnish if the register has it.'),
  citySwedish: text('Town in Swedish.'),
  municipalityCode: text('Code of the municipality.'),
  country: text('Country, if it is not Finland.'),
  freeText: text('An address that is not split, such as a foreign one.'),
};

/** Finland */
export const fiFields = z.object({
  numberValid,
  businessIdRegisteredOn: day('When the business ID was given.'),
  euId: text('The European identifier (EUID).'),
  tradeRegisterStatus: text('State in the trade register, as a code.'),
  businessIdStatus: text('State of the business ID, as a code.'),
  endedOn: day('When it ended.'),
  legalFormCode: text('Legal form, as a code.'),
  legalFormText: text('Legal form in words.'),
  parallelNames: list('Names in other languages.', named),
  auxiliaryNames: list('Names of parts of the business.', named),
  previousNames: list('Names that it had before.', { ...named, until: day('Until when.') }),
  situations: list('Liquidation, bankruptcy and restructuring.', {
    type: text('`SELTILA`, `KONK` or `SANE`.'),
    from: day('Since when.'),
    until: day('Until when.'),
  }),
  visitingAddress: maybeGroup('Where it is.', address),
  postalAddress: maybeGroup('Where it receives post.', address),
  website: text('Its web site.'),
  entries: list('Entries in the registers of the authorities.', {
    register: text('The register, as a code.'),
    authority: text('The authority, as a code.'),
    type: text('What the entry says, as a code.'),
    text: text('What the entry says in words.'),
    from: day('Since when.'),
    until: day('Until when.'),
  }),
  modifiedAt: text('When the register last changed the record, as it writes it.'),
});
