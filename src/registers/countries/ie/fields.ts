import { z } from 'zod';
import { day, group, text, texts } from '../../declaration/kinds.ts';

/** Ireland */
export const ieFields = z.object({
  statusCode: text('State, as a code.'),
  statusText: text('State in words.'),
  statusOn: day('Since when it has this state.'),
  legalFormCode: text('Type of company, as a code.'),
  legalFormText: text('Type of company in words.'),
  legalFormSince: day('Since when it has this type.'),
  nameSince: day('Since when it has its name.'),
  dissolvedOn: day('When it was dissolved.'),
  lastReturnOn: day('The day of the last annual return.'),
  nextReturnOn: day('The day of the next annual return.'),
  lastAccountsOn: day('The end of the period of the last accounts.'),
  principalObjectCode: text('Principal object, as a code.'),
  address: group('The registered office.', {
    lines: texts('The address, line by line.').nullable(),
    eircode: text('Post code.'),
  }),
});
