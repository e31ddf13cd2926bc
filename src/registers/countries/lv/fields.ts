import { z } from 'zod';
import { day, flag, group, text } from '../../declaration/kinds.ts';

/** Latvia */
export const lvFields = z.object({
  legalFormCode: text('Legal form, as a code.'),
  legalFormText: text('Legal form in words.'),
  registerCode: text('The register that it is entered in, as a code.'),
  registerText: text('That register in words.'),
  nameBeforeQuotes: text('The part of the name before the quotes.'),
  nameInQuotes: text('The part in the quotes.'),
  nameAfterQuotes: text('The part after the quotes.'),
  withoutQuotes: flag('Whether the name has no quotes to split it at.'),
  sepaCreditorId: text('Creditor identifier for SEPA.'),
  closureCode: text('`L` if it was liquidated, `R` if it was reorganized.'),
  terminatedOn: day('When it ended.'),
  reregistrationTerm: day('By when it had to be registered again.'),
  address: group('The seat.', {
    full: text('The address in one line.'),
    postCode: text('Post code.'),
    addressId: text('Id of the address in the register of addresses.'),
    regionId: text('Id of the region there.'),
    cityId: text('Id of the town there.'),
    territoryCode: text('Code of the territory (ATVK).'),
  }),
});
