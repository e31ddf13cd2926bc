/** Ireland: the Companies Registration Office. */
import type { Entry, RegisterOptions } from './editions.ts';
import { writeText } from './files.ts';
import { commaLine, inventedCompany, stemOf, tableOf } from './invented.ts';
import { english, isoDay } from './words.ts';

export const irishHeader = (
  'company_num,company_name,company_status_code,company_status,company_type_code,company_type,company_reg_date,last_ar_date,' +
  'company_address_1,company_address_2,company_address_3,company_address_4,comp_dissolved_date,nard,last_accounts_date,' +
  'company_status_date,nace_v2_code,eircode,company_name_eff_date,company_type_eff_date,princ_object_code'
).split(',');

const kinds = {
  salt: 0x1e,
  sound: english,
  forms: [
    ['1153', 'LTD - Private Company Limited by Shares', 'LIMITED'],
    ['1154', 'DAC - Designated Activity Company', 'DAC'],
    ['1155', 'CLG - Company Limited by Guarantee', 'CLG'],
  ] as const,
  states: [
    ['1151', 'Normal '],
    ['1156', 'Strike Off Listed'],
    ['1158', 'Dissolved'],
    ['1160', 'Liquidation'],
    ['1161', 'Receivership'],
  ] as const,
  oddNames: ['*, * AND *', '"*" *', "*'S  *", '100% *', '*_*', 'ÁÉÍÓÚ *', '1', '* (*)'],
};

function irishCompany(entry: Entry, seed: number): string[] {
  const { index, random, form, state, name, registered, ended, street, house, town } = inventedCompany(entry, seed, kinds);
  const isOver = state[1] === 'Dissolved';
  const hasAddress = random.chance(0.95);
  const address = hasAddress
    ? [`${house} ${street} ROAD`.toUpperCase(), town.toUpperCase(), '', 'IRELAND']
    : ['********NO ADDRESS DETAILS*******', '', '', ''];
  return [
    String(Number(stemOf(index, seed, 6))),
    `${name.toUpperCase()} ${form[2]}`,
    ...state,
    ...form.slice(0, 2),
    isoDay(registered),
    '',
    ...address,
    isOver ? isoDay(ended) : '',
    '2027-01-15',
    '',
    isoDay(ended),
    random.chance(0.3) ? `${random.pick(['111', '4741', '6201', '7022'])}.0` : '',
    hasAddress ? random.pick(['D07P4AX', 'T12 X70A', '']) : '',
    isoDay(registered),
    isoDay(registered),
    '',
  ];
}

export const irishCompanies = (count: number, options: RegisterOptions = {}): Generator<string[]> =>
  tableOf(count, options, irishCompany, [0, 1]);

export async function writeIrishFile(path: string, count: number, options: RegisterOptions = {}): Promise<void> {
  await writeText(path, lines());
  function* lines(): Generator<string> {
    yield commaLine(irishHeader);
    for (const row of irishCompanies(count, options)) yield commaLine(row);
  }
}
