import { z } from 'zod';
import { addressFrom, type StoredFields } from '../../declaration/addresses.ts';
import { day, flag, group, text } from '../../declaration/kinds.ts';
import { weightedSum } from '../../declaration/numbers.ts';

/** Nine digits, the last of which checks the others. The older numbers of seven have no check digit. */
function isValid(number: string): boolean | null {
  if (number.length !== 9) return null;
  const first = weightedSum(number, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
  const check = first < 10 ? first : (weightedSum(number, [3, 4, 5, 6, 7, 8, 9, 1]) % 11) % 10;
  return check === Number(number[8]);
}

/** Lithuania */
export const ltFields = z.object({
  numberValid: flag(
    'Whether the check digit of the number is right; null for old numbers of seven digits, which have none.',
    'ja_kodas',
    isValid,
  ),
  legalFormCode: text('Legal form, as a code.', 'form_kodas'),
  legalFormText: text('Legal form in words.', 'form_pavadinimas'),
  statusCode: text('Legal status, as a code.', 'stat_kodas'),
  statusText: text('Legal status in words.', 'stat_pavadinimas'),
  statusSince: day('Since when it has this status.', 'stat_data_nuo'),
  struckOffOn: day('When it was struck off.', 'isreg_data'),
  address: group('The seat.', { full: text('The address in one line.', 'adresas') }),
});

/** The register has one text. */
export const lithuanianAddress = ({ address }: StoredFields<typeof ltFields>) => addressFrom({ raw: address?.full });
