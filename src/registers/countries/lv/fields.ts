import { z } from 'zod';
import { addressFrom, type StoredFields } from '../../declaration/addresses.ts';
import { oneIsTrue } from '../../declaration/columns.ts';
import { day, flag, group, text } from '../../declaration/kinds.ts';

/** For places, 0 means none. */
const placeOf = (id: string): string | null => (id === '' || id === '0' ? null : id);

/** Latvia */
export const lvFields = z.object({
  legalFormCode: text('Legal form, as a code.', 'type'),
  legalFormText: text('Legal form in words.', 'type_text'),
  registerCode: text('The register that it is entered in, as a code.', 'regtype'),
  registerText: text('That register in words.', 'regtype_text'),
  nameBeforeQuotes: text('The part of the name before the quotes.', 'name_before_quotes'),
  nameInQuotes: text('The part in the quotes.', 'name_in_quotes'),
  nameAfterQuotes: text('The part after the quotes.', 'name_after_quotes'),
  withoutQuotes: flag('Whether the name has no quotes to split it at.', 'without_quotes', oneIsTrue),
  sepaCreditorId: text('Creditor identifier for SEPA.', 'sepa'),
  closureCode: text('`L` if it was liquidated, `R` if it was reorganized.', 'closed'),
  terminatedOn: day('When it ended.', 'terminated'),
  reregistrationTerm: day('By when it had to be registered again.', 'reregistration_term'),
  address: group('The seat.', {
    full: text('The address in one line.', 'address'),
    postCode: text('Post code.', 'index'),
    addressId: text('Id of the address in the register of addresses.', 'addressid', placeOf),
    regionId: text('Id of the region there.', 'region', placeOf),
    cityId: text('Id of the town there.', 'city', placeOf),
    territoryCode: text('Code of the territory (ATVK).', 'atvk', placeOf),
  }),
});

/** The register has one text, a post code, and codes of places. */
export function latvianAddress({ address }: StoredFields<typeof lvFields>) {
  if (!address) return null;
  return addressFrom({ postalCode: address.postCode, country: address.territoryCode ? 'LV' : null, raw: address.full });
}
