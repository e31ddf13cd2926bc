import { z } from 'zod';
import { day, given, list, maybeGroup, maybeList, numberValid, text, texts } from '../../declaration/kinds.ts';

/** Belgium */
export const beFields = z.object({
  numberValid,
  enterpriseNumber: given.text('The number as the register writes it, with dots.'),
  stateCode: text('`AC` for an active enterprise.'),
  situationCode: text('Juridical situation, as a code.'),
  situationText: text('Juridical situation in Dutch and French.'),
  legalFormCode: text('Legal form, as a code.'),
  transitionalFormCode: text('The legal form that applies until the statutes follow the code of 2019.'),
  transitionalFormText: text('That form in Dutch and French.'),
  names: list('All names.', {
    name: given.text('The name.'),
    language: text('`fr`, `nl`, `de` or `en`.'),
    type: given.text('`name`, `abbreviation`, `commercial` or `branch`; any other code of the register unchanged.'),
  }),
  address: maybeGroup('The seat.', {
    countryNl: text('Country in Dutch, if it is not Belgium.'),
    countryFr: text('Country in French, if it is not Belgium.'),
    postCode: text('Post code.'),
    municipalityNl: text('Municipality in Dutch.'),
    municipalityFr: text('Municipality in French.'),
    streetNl: text('Street in Dutch.'),
    streetFr: text('Street in French.'),
    houseNumber: text('House number.'),
    box: text('Box.'),
    extra: text('What else the address says.'),
    struckOffOn: day('When the register struck the address off.'),
  }),
  contacts: maybeList('Contact details. Null if they were erased.', {
    type: given.text('`TEL`, `EMAIL` or `WEB`.'),
    value: given.text('The number or address.'),
  }),
  establishments: texts('Numbers of its establishments.'),
  branches: texts('Ids of its branches, of foreign entities.'),
});
