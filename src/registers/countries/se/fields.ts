import { z } from 'zod';
import { day, given, list, maybeGroup, numberValid, text } from '../../declaration/kinds.ts';

/** Sweden */
export const seFields = z.object({
  numberValid,
  legalFormCode: text('Legal form, as a code.'),
  legalFormText: text('Legal form in words.'),
  registrationCountry: text('The country that it is registered in.'),
  nameSince: day('Since when it has its name.'),
  otherNames: list('Further names.', {
    name: given.text('The name.'),
    type: given.text('What kind of name it is, as a word of the register.'),
    since: day('Since when.'),
  }),
  deregisteredOn: day('When it was removed from the register.'),
  deregistrationReason: text('Why, as a code.'),
  proceedings: list('Current proceedings.', {
    code: given.text('Which, as a code.'),
    since: day('Since when.'),
  }),
  business: text('What it does, in its own words.'),
  address: maybeGroup('Where it receives post.', {
    street: text('Street and number, or box.'),
    postCode: text('Post code.'),
    postTown: text('Post town.'),
    country: text('Country.'),
  }),
});
