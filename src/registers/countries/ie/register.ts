import { orNull, record } from '../../declaration/columns.ts';
import { yearFirst } from '../../declaration/dates.ts';
import { registryOf } from '../../declaration/kinds.ts';
import { activitiesOf, labelsIn } from '../../declaration/labels.ts';
import { withoutZeros, withoutZerosUpTo } from '../../declaration/numbers.ts';
import type { Activity, Register } from '../../declaration/register.ts';
import { statesOf } from '../../declaration/states.ts';
import { severalRowsRegister } from '../../layouts/several-rows.ts';
import { ieFields, irishAddress } from './fields.ts';

/** A company that is listed for strike-off is about to be removed. Of deleted companies the reason follows the word. */
const states = statesOf('ie', (state) => state.toLowerCase().replace(/^deleted\b.*/s, 'deleted …'));

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
    downloads: [{ url: `${dataset}/resource/3fef41bc-b8f4-4b10-8434-ce51c29b1bba/download/companies.csv.zip`, type: 'zip' }],
    revision: 3,
    fields: ieFields,
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
    const rank = columns.need('company_name_eff_date');
    const lines = [1, 2, 3, 4].map((n) => columns.maybe(`company_address_${n}`));
    const entry = record({
      number,
      // Some names have two blanks instead of one.
      name: columns.need('company_name', (name) => name.replaceAll(/ {2,}/g, ' ')),
      state: columns.need('company_status', states.of),
      stateText: columns.text('company_status'),
      legalForm: columns.need('company_type', orNull),
      registeredAt: columns.need('company_reg_date', registrationDay),
      endedAt: columns.need('comp_dissolved_date', yearFirst),
      endKind: columns.read('company_status', states.endOf),
      registry: registryOf(columns, ieFields, {
        address: registryOf(columns, ieFields.shape.address, { lines: (cells) => linesOf(lines.map((line) => line(cells))) }),
      }),
      activities: columns.need('nace_v2_code', activityOf),
    });
    return { key: number, rank, company: entry };
  },
);

/** 1 January 1901 means: unknown. */
const registrationDay = (text: string): string | null => (text.startsWith('1901-01-01') ? null : yearFirst(text));

/** Companies without an address have a line of stars. */
const linesOf = (lines: readonly string[]): string[] => lines.filter((line) => line !== '' && !/^\*+NO ADDRESS/.test(line));

/** The English headings of NACE Rev. 2. */
const classes = labelsIn('ie/nace-2');

/** Codes are written as decimal numbers, so a leading zero is lost: 111.0 is the class 01.11. */
function activityOf(text: string): Activity[] {
  const [, digits] = /^(\d{1,4})(?:\.0*)?$/.exec(text) ?? [];
  return digits === undefined || Number(digits) === 0 ? [] : activitiesOf('NACE-2', digits.padStart(4, '0'), classes);
}
