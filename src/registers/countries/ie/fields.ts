import { z } from 'zod';
import { addressFrom, type StoredFields } from '../../declaration/addresses.ts';
import { orNull } from '../../declaration/columns.ts';
import { day, group, text, texts } from '../../declaration/kinds.ts';

const eircodeOf = (code: string): string | null => orNull(code.replaceAll(' ', '').replace(/^(...)(....)$/, '$1 $2'));

/** Ireland */
export const ieFields = z.object({
  statusCode: text('State, as a code.', 'company_status_code'),
  statusText: text('State in words.', 'company_status'),
  statusOn: day('Since when it has this state.', 'company_status_date'),
  legalFormCode: text('Type of company, as a code.', 'company_type_code'),
  legalFormText: text('Type of company in words.', 'company_type'),
  legalFormSince: day('Since when it has this type.', 'company_type_eff_date'),
  nameSince: day('Since when it has its name.', 'company_name_eff_date'),
  dissolvedOn: day('When it was dissolved.', 'comp_dissolved_date'),
  lastReturnOn: day('The day of the last annual return.', 'last_ar_date'),
  nextReturnOn: day('The day of the next annual return.', 'nard'),
  lastAccountsOn: day('The end of the period of the last accounts.', 'last_accounts_date'),
  principalObjectCode: text('Principal object, as a code.', 'princ_object_code'),
  address: group('The registered office.', {
    lines: texts('The address, line by line.').nullable(),
    eircode: text('Post code.', 'eircode', eircodeOf),
  }),
});

/** Four columns without a meaning of their own are lines. Only Irish addresses have an Eircode. */
export function irishAddress({ address }: StoredFields<typeof ieFields>) {
  if (!address) return null;
  return addressFrom({ lines: address.lines ?? [], postalCode: address.eircode, country: address.eircode ? 'IE' : null });
}
