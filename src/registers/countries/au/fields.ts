import { z } from 'zod';
import { day, flag, given, list, numberValid, text } from '../../declaration/kinds.ts';

/** Australia */
export const auFields = z.object({
  numberValid,
  numberKind: given.text('`ACN` of a company, or `ARBN` of another registered body.'),
  businessNumber: text('The business number (ABN).'),
  businessNumberValid: flag('Whether the check digits of the business number are right.'),
  statusCode: text('State of registration, as a code.'),
  legalFormCode: text('Type of company, as a code.'),
  legalFormText: text('Type of company in words.'),
  class: text('Class of the company, by the liability of its members.'),
  subclass: text('Subclass, such as that of a proprietary company.'),
  deregisteredOn: day('When it was deregistered.'),
  previousState: text('The state or territory with which it was registered before.'),
  stateNumber: text('Its number there.'),
  currentNameSince: day('Since when it has its name.'),
  previousNames: list('Names that it had before.', {
    name: given.text('The name.'),
    from: day('Always null: the register does not state it.'),
    until: day('Always null: the register does not state it.'),
  }),
});
