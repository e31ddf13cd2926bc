import { z } from 'zod';
import { addressFrom, joined, type StoredFields } from '../../declaration/addresses.ts';
import { valueIn } from '../../declaration/columns.ts';
import { day, group, numberValidBy, text } from '../../declaration/kinds.ts';
import { labelsIn } from '../../declaration/labels.ts';
import { isCzechoslovakNumber } from '../../declaration/numbers.ts';

/** The code list of legal forms (ČSÚ 56), with forms that are no longer in force. */
export const forms = labelsIn('cz/forms');

/** Czechia */
export const czFields = z.object({
  numberValid: numberValidBy('ICO', isCzechoslovakNumber),
  legalFormCode: text('Legal form, as a code.', 'FORMA'),
  legalFormText: text('Legal form in words.', 'FORMA', valueIn(forms)),
  registerFormCode: text('Legal form in the register of persons (ROS), as a code.', 'ROSFORMA'),
  ceasedOn: day('When the unit ceased.', 'DDATZAN'),
  ceasedHow: text('How it ceased, as a code.', 'ZPZAN'),
  updatedOn: day('When the register last changed the unit.', 'DDATPAKT'),
  employeesBand: text('Size by number of employees, as a code.', 'KATPO'),
  sectorCode: text('Institutional sector, as a code.', 'CISS2010'),
  address: group('The seat.', {
    street: text('Street.', 'ULICE_TEXT'),
    houseNumberType: text('Kind of house number, as a code.', 'TYPCDOM'),
    houseNumber: text('House number.', 'CDOM'),
    orientationNumber: text('Number in the street.', 'COR'),
    district: text('Part of the municipality.', 'COBCE_TEXT'),
    municipality: text('Municipality.', 'OBEC_TEXT'),
    postCode: text('Post code.', 'PSC'),
    full: text('The address in one line.', 'TEXTADR'),
    addressPointCode: text('Code of the address in the register of addresses (RÚIAN).', 'KODADM'),
    municipalityCode: text('Code of the municipality.', 'ICZUJ'),
    regionCode: text('Code of the district (okres).', 'OKRESLAU'),
  }),
});

/** A place without street names numbers the houses of the municipality, or of a part of it. */
export function czechAddress({ address }: StoredFields<typeof czFields>) {
  if (!address) return null;
  const { street, district, municipality, houseNumber, orientationNumber } = address;
  const number = [houseNumber, orientationNumber].filter(Boolean).join('/');
  const place = street ?? (number === '' ? null : (district ?? municipality));
  return addressFrom({
    lines: [joined(place, number), place === street && district !== municipality ? district : null],
    postalCode: address.postCode,
    locality: municipality,
    country: address.municipalityCode ? 'CZ' : null,
    raw: address.full,
  });
}
