import { z } from 'zod';
import { addressFrom, type StoredFields } from '../../declaration/addresses.ts';
import { day, given, list, maybeGroup, text } from '../../declaration/kinds.ts';

/** Cyprus */
export const cyFields = z.object({
  typeCode: text('Type of organisation, as a code.', 'ORGANISATION_TYPE_CODE'),
  typeText: text('Type of organisation in words.', 'ORGANISATION_TYPE'),
  subType: text('Subtype in words.', 'ORGANISATION_SUB_TYPE'),
  statusText: text('State in words.', 'ORGANISATION_STATUS'),
  statusSince: day('Since when it has this state.', 'ORGANISATION_STATUS_DATE'),
  previousNames: list('Its other names.', {
    name: given.text('The name.'),
    status: text('What kind of name it is, in words.'),
  }),
  address: maybeGroup('The registered office.', {
    street: text('Street and number.', 'STREET'),
    building: text('Building, floor and flat.', 'BUILDING'),
    territory: text('Post code, place and district.', 'TERRITORY'),
  }),
});

/** Post code, place and district are one text of the register, so they are a line. */
export function cypriotAddress({ address }: StoredFields<typeof cyFields>) {
  return address ? addressFrom({ lines: [address.street, address.building, address.territory] }) : null;
}
