import { z } from 'zod';
import { day, given, list, maybeGroup, text } from '../../declaration/kinds.ts';

/** Cyprus */
export const cyFields = z.object({
  typeCode: text('Type of organisation, as a code.'),
  typeText: text('Type of organisation in words.'),
  subType: text('Subtype in words.'),
  statusText: text('State in words.'),
  statusSince: day('Since when it has this state.'),
  previousNames: list('Its other names.', {
    name: given.text('The name.'),
    status: text('What kind of name it is, in words.'),
  }),
  address: maybeGroup('The registered office.', {
    street: text('Street and number.'),
    building: text('Building, floor and flat.'),
    territory: text('Post code, place and district.'),
  }),
});
