import { z } from 'zod';
import { day, group, numberValid, text } from '../../declaration/kinds.ts';

/** Czechia */
export const czFields = z.object({
  numberValid,
  legalFormCode: text('Legal form, as a code.'),
  legalFormText: text('Legal form in words.'),
  registerFormCode: text('Legal form in the register of persons (ROS), as a code.'),
  ceasedOn: day('When the unit ceased.'),
  ceasedHow: text('How it ceased, as a code.'),
  updatedOn: day('When the register last changed the unit.'),
  employeesBand: text('Size by number of employees, as a code.'),
  sectorCode: text('Institutional sector, as a code.'),
  address: group('The seat.', {
    street: text('Street.'),
    houseNumberType: text('Kind of house number, as a code.'),
    houseNumber: text('House number.'),
    orientationNumber: text('Number in the street.'),
    district: text('Part of the municipality.'),
    municipality: text('Municipality.'),
    postCode: text('Post code.'),
    full: text('The address in one line.'),
    addressPointCode: text('Code of the address in the register of addresses (RÚIAN).'),
    municipalityCode: text('Code of the municipality.'),
    regionCode: text('Code of the district (okres).'),
  }),
});
