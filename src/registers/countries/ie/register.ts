import { orNull, record } from '../../declaration/columns.ts';
import { yearFirst } from '../../declaration/dates.ts';
import { dayInName } from '../../declaration/file-date.ts';
import { naceClasses } from '../../declaration/labels.ts';
import { legalFormsIn } from '../../declaration/legal-forms.ts';
import { withoutZeros, withoutZerosUpTo } from '../../declaration/numbers.ts';
import type { Activity, EndKind, Register } from '../../declaration/register.ts';
import { States } from '../../declaration/states.ts';
import { severalRowsRegister } from '../../layouts/several-rows.ts';
import { irishAddress } from './address.ts';
import { ieFields } from './fields.ts';

/** A company that is listed for strike-off is about to be removed. */
const states = new States(
  {
    active: ['Normal'],
    winding_up: ['Strike Off Listed', 'Liquidation', 'Liquidation Stayed'],
    insolvent: ['Receivership', 'Examinership', 'Administration'],
    dissolved: [
      'Dissolved',
      'Dissolved PostMerger',
      'Dissolved by Divis',
      'Struck Off',
      'Ceased',
      'Ceased IRL',
      'Deregistered',
      'Deleted …',
    ],
  },
  // For deleted companies the reason follows the word.
  (state) => state.toLowerCase().replace(/^deleted\b.*/s, 'deleted …'),
);

const endKinds = new Map<string, EndKind>([
  ['dissolved postmerger', 'merged'],
  ['dissolved by divis', 'divided'],
  ['struck off', 'struck_off'],
]);

const dataset = 'https://opendata.cro.ie/dataset/bf6f837d-0946-4c14-9a99-82cd6980c121';

/** Ireland: the Companies Registration Office. Some numbers are in the file twice; the row with the latest name is used. */
export const ie: Register = severalRowsRegister(
  {
    id: 'ie',
    country: { code: 'IE', name: 'Ireland', nativeName: 'Éire' },
    name: 'Companies Registration Office',
    scheme: 'IE-CRO',
    licence: 'CC BY 4.0',
    sourceUrl: dataset,
    updateFrequency: 'daily',
    downloads: [
      {
        url: `${dataset}/resource/3fef41bc-b8f4-4b10-8434-ce51c29b1bba/download/companies.csv.zip`,
        type: 'zip',
      },
    ],
    dated: [dayInName, 'packed', 'downloaded'],
    revision: 3,
    fields: ieFields,
    legalForms: legalFormsIn(new URL('./legal-forms.csv', import.meta.url)),
    classifications: { 'NACE-2': '2' },
    address: irishAddress,
    registeredAt: 'the day of registration; null for 1 January 1901, which stands for an unknown one',
    persons: [{ fields: ['/registry/address'], columns: [1, 2, 3, 4].map((n) => `company_address_${n}`), when: 'careOf' }],
    states: states.list,
    lei: { authorities: ['RA000402'] },
    normalizeNumber: withoutZerosUpTo(7),
    written: /^0\d{4,6}$/,
    idNumber: withoutZeros,
  },
  { delimiter: ',' },
  (columns) => {
    const number = columns.need('company_num');
    const name = columns.need('company_name');
    const status = columns.need('company_status');
    const type = columns.need('company_type');
    const registered = columns.need('company_reg_date');
    const dissolved = columns.need('comp_dissolved_date');
    const nace = columns.need('nace_v2_code');
    const nameSince = columns.need('company_name_eff_date');
    const text = (column: string) => columns.read(column, orNull);
    const day = (column: string) => columns.read(column, yearFirst);
    const lines = [1, 2, 3, 4].map((n) => columns.maybe(`company_address_${n}`));
    const details = record({
      statusCode: text('company_status_code'),
      statusText: text('company_status'),
      statusOn: day('company_status_date'),
      legalFormCode: text('company_type_code'),
      legalFormText: text('company_type'),
      legalFormSince: day('company_type_eff_date'),
      nameSince: day('company_name_eff_date'),
      dissolvedOn: day('comp_dissolved_date'),
      lastReturnOn: day('last_ar_date'),
      nextReturnOn: day('nard'),
      lastAccountsOn: day('last_accounts_date'),
      principalObjectCode: text('princ_object_code'),
    });
    const address = record({
      lines: (cells) => linesOf(lines.map((line) => line(cells))),
      eircode: columns.read('eircode', (code) => orNull(code.replaceAll(' ', '').replace(/^(...)(....)$/, '$1 $2'))),
    });
    return {
      key: number,
      rank: nameSince,
      company(main) {
        const registeredAt = registrationDay(registered(main));
        const validTo = yearFirst(dissolved(main));
        return {
          number: number(main),
          // Some names have two blanks instead of one.
          name: name(main).replaceAll(/ {2,}/g, ' '),
          ...states.of(status(main)),
          legalForm: orNull(type(main)),
          registeredAt,
          endedAt: validTo,
          endKind: endKinds.get(status(main).toLowerCase()) ?? null,
          registry: { ...details(main), address: address(main) },
          activities: activityOf(nace(main)),
          registrations: [
            { scheme: 'IE-CRO', number: number(main), status: orNull(status(main)), validFrom: registeredAt, validTo },
          ],
        };
      },
    };
  },
);

/** 1 January 1901 means: unknown. */
const registrationDay = (text: string): string | null => (text.startsWith('1901-01-01') ? null : yearFirst(text));

/** Companies without an address have a line of stars. */
const linesOf = (lines: readonly string[]): string[] => lines.filter((line) => line !== '' && !/^\*+NO ADDRESS/.test(line));

/** The English headings of NACE Rev. 2. */
const classes = naceClasses();

/** Codes are written as decimal numbers, so a leading zero is lost: 111.0 is the class 01.11. */
function activityOf(text: string): Activity[] {
  const [, digits] = /^(\d{1,4})(?:\.0*)?$/.exec(text) ?? [];
  if (digits === undefined || Number(digits) === 0) return [];
  const code = digits.padStart(4, '0');
  return [{ kind: 'unlicensed', scheme: 'NACE-2', code, label: classes.get(code) ?? null }];
}
