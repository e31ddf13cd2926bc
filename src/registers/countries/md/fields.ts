import { z } from 'zod';
import { addressFrom, type StoredFields } from '../../declaration/addresses.ts';
import { day, decimal, flag, given, integer, maybeList, text } from '../../declaration/kinds.ts';

/** Moldova. A list of people is null if its text cannot be parsed reliably: then another field has the text. */
export const mdFields = z.object({
  idnoValid: flag('Whether the check digit of the number is right; null for old numbers, which have none.'),
  statusText: text('State in words, only in the oldest files.', 'Statutul'),
  liquidatedOn: day('When it was liquidated.'),
  address: text('The address in one line.', 'Adresa'),
  territoryCode: text('Code of the territory (CUATM).', 'Codul unităţii administrativ-teritoriale'),
  directors: maybeList('Who runs it. Null if the text cannot be parsed reliably.', {
    name: given.text('The name.'),
    role: text('The office, in words.'),
  }),
  directorsText: text('The directors as a text, if it cannot be parsed reliably.'),
  founders: maybeList('Who founded it. Null if the text cannot be parsed reliably.', {
    name: given.text('The name.'),
    share: decimal('Share of the capital in per cent.'),
  }),
  foundersText: text('The founders as a text, if it cannot be parsed reliably.'),
  memberCount: integer('How many members it has, if the register states their number instead of names.'),
  beneficiaries: maybeList('The beneficial owners. Null if the text cannot be parsed reliably.', {
    name: given.text('The name.'),
    country: given.text('Country, in three letters (ISO 3166-1 alpha-3).'),
  }),
  beneficiariesText: text('The beneficial owners as a text, if it cannot be parsed reliably.'),
});

/** The register has one text, and the code of a territory of Moldova. */
export const moldovanAddress = ({ address, territoryCode }: StoredFields<typeof mdFields>) =>
  addressFrom({ raw: address, country: territoryCode ? 'MD' : null });
