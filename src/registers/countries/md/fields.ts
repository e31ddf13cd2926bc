import { z } from 'zod';
import { day, decimal, flag, given, integer, maybeList, text } from '../../declaration/kinds.ts';

/** Moldova. Lists of people are null where their text cannot be parsed surely: the text is then beside them. */
export const mdFields = z.object({
  idnoValid: flag('Whether the check digit of the number is right; null for old numbers, which have none.'),
  statusText: text('State in words, in the oldest files alone.'),
  liquidatedOn: day('When it was liquidated.'),
  address: text('The address in one line.'),
  territoryCode: text('Code of the territory (CUATM).'),
  directors: maybeList('Who runs it. Null where the text is not surely a list.', {
    name: given.text('The name.'),
    role: text('The office, in words.'),
  }),
  directorsText: text('The directors as a text, where it is not surely a list.'),
  founders: maybeList('Who founded it. Null where the text is not surely a list.', {
    name: given.text('The name.'),
    share: decimal('Share of the capital in per cent.'),
  }),
  foundersText: text('The founders as a text, where it is not surely a list.'),
  memberCount: integer('How many members it has, where the register tells their number in the place of names.'),
  beneficiaries: maybeList('Who benefits in the end. Null where the text is not surely a list.', {
    name: given.text('The name.'),
    country: given.text('Country, in three letters (ISO 3166-1 alpha-3).'),
  }),
  beneficiariesText: text('The beneficiaries as a text, where it is not surely a list.'),
});
