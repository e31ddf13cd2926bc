import { z } from 'zod';
import { valueIn } from '../../declaration/columns.ts';
import { day, flag, given, list, numberValidBy, text } from '../../declaration/kinds.ts';
import { labelsIn } from '../../declaration/labels.ts';
import { weightedSum } from '../../declaration/numbers.ts';

/** The types of ASIC's data dictionary for the company dataset. */
export const types = labelsIn('au/forms');

function isCompanyNumber(number: string): boolean {
  if (!/^\d{9}$/.test(number)) return false;
  return (10 - (weightedSum(number, [8, 7, 6, 5, 4, 3, 2, 1]) % 10)) % 10 === Number(number[8]);
}

/** Zeros mean that it has none. */
export const businessNumberOf = (text: string): string | null => (/^0*$/.test(text) ? null : text);

/** The check reduces the first digit by one. */
function isBusinessNumber(text: string): boolean | null {
  const number = businessNumberOf(text);
  if (number === null || !/^\d{11}$/.test(number)) return number === null ? null : false;
  return (weightedSum(number, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0;
}

/** Australia */
export const auFields = z.object({
  numberValid: numberValidBy('ACN', isCompanyNumber),
  numberKind: given.text('`ACN` of a company, or `ARBN` of another registered body.'),
  businessNumber: text('The business number (ABN).', 'ABN', businessNumberOf),
  businessNumberValid: flag('Whether the check digits of the business number are right.', 'ABN', isBusinessNumber),
  statusCode: text('State of registration, as a code.', 'Status'),
  legalFormCode: text('Type of company, as a code.', 'Type'),
  legalFormText: text('Type of company in words.', 'Type', valueIn(types)),
  class: text('Class of the company, by the liability of its members.', 'Class'),
  subclass: text('Subclass, such as that of a proprietary company.', 'Sub Class'),
  deregisteredOn: day('When it was deregistered.', 'Date of Deregistration'),
  previousState: text('The state or territory with which it was registered before.', 'Previous State of Registration'),
  stateNumber: text('Its number there.', 'State Registration number'),
  currentNameSince: day('Since when it has its name.'),
  previousNames: list('Names that it had before.', {
    name: given.text('The name.'),
    from: day('Always null: the register does not state it.'),
    until: day('Always null: the register does not state it.'),
  }),
});
