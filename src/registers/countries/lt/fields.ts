import { z } from 'zod';
import { day, flag, group, text } from '../../declaration/kinds.ts';

/** Lithuania */
export const ltFields = z.object({
  numberValid: flag('Whether the check digit of the number is right; null for old numbers of seven digits, which have none.'),
  legalFormCode: text('Legal form, as a code.'),
  legalFormText: text('Legal form in words.'),
  statusCode: text('Legal status, as a code.'),
  statusText: text('Legal status in words.'),
  statusSince: day('Since when it has this status.'),
  struckOffOn: day('When it was struck off.'),
  address: group('The seat.', { full: text('The address in one line.') }),
});
