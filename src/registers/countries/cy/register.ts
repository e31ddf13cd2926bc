import { type Columns, orNull, record } from '../../declaration/columns.ts';
import { dayFirst } from '../../declaration/dates.ts';
import { registryOf } from '../../declaration/kinds.ts';
import { linesOf } from '../../declaration/labels.ts';
import { names } from '../../declaration/names.ts';
import { plainNumber, withoutZeros } from '../../declaration/numbers.ts';
import type { Part } from '../../declaration/part.ts';
import type { Register } from '../../declaration/register.ts';
import { statesOf } from '../../declaration/states.ts';
import type { Cell } from '../../files/table.ts';
import { joinedRegister } from '../../layouts/joined-register.ts';
import { plain } from '../../layouts/workbook-register.ts';
import { cyFields, cypriotAddress } from './fields.ts';

/** The letters before the number, by type: a number is unique only together with its type. */
const prefixes: Record<string, string> = { C: 'HE', O: 'AE', P: 'S' };
/** Business names belong to sole traders. */
const businessName = 'B';

function numberReader(columns: Columns) {
  const type = columns.need('ORGANISATION_TYPE_CODE');
  const number = columns.need('REGISTRATION_NO');
  return (cells: readonly Cell[]) => {
    const digits = plainNumber(number(cells));
    return digits === '' ? '' : `${prefixes[type(cells)] ?? type(cells)}${digits}`;
  };
}

const parts: readonly Part[] = [
  {
    name: 'organisations',
    file: 'organisations.csv',
    role: 'companies',
    severalRows: true,
    key: numberReader,
    link: (columns) => columns.need('ADDRESS_SEQ_NO'),
  },
  {
    name: 'registered_office',
    file: 'registered_office.csv',
    role: 'rows',
    key: (columns) => columns.need('ADDRESS_SEQ_NO'),
    byLink: true,
  },
];

/** By the beginning of the text, without accents and case. The first match is used. */
const beginnings = linesOf('cy/states').map((line) => plain(line.slice(0, line.indexOf(';'))));
const states = statesOf('cy', (state) => {
  const text = plain(state);
  return beginnings.find((beginning) => text.startsWith(beginning)) ?? text;
});

/** A current name has this code; rows with others are former names. */
const currentName = 'ACR';
const catalogue = 'https://data.gov.cy/sites/default/files/serialised_datasets/dcat_ap_2_0_json/all_datasets.json';

/**
 * Cyprus: the Registrar of Companies. Written from the published names of the columns, not tested with a real file. No
 * activities, no check digit.
 */
export const cy: Register = joinedRegister(
  {
    id: 'cy',
    country: { code: 'CY', name: 'Cyprus', nativeName: 'Κύπρος' },
    name: 'Department of Registrar of Companies and Intellectual Property',
    scheme: 'CY-DRCOR',
    licence: 'CC BY 4.0',
    sourceUrl: 'https://www.data.gov.cy/dataset/1026',
    updateFrequency: 'monthly',
    // The number in the file name changes, so the address comes from the catalogue.
    downloads: [
      { url: catalogue, link: /^organisations_\d+\.csv$/i, type: 'text' },
      { url: catalogue, link: /^registered_office_\d+\.csv$/i, type: 'text' },
    ],
    revision: 2,
    fields: cyFields,
    address: cypriotAddress,
    otherNames: ({ previousNames }) => names('previous', previousNames),
    registeredAt: 'the day of registration',
    states: states.list,
    hasPersons: true,
    persons: [
      {
        fields: ['/registry/address'],
        columns: ['STREET', 'BUILDING', 'TERRITORY'].map((line) => `registered_office/${line}`),
        when: 'careOf',
      },
    ],
    lei: { authorities: ['RA000161', 'RA000162'] },
    normalizeNumber: cypriotNumber,
    // Letters may be Greek or Latin.
    written: /^(?:[HΗ][EΕ]|[AΑ][EΕ]|[SΣ])\d+$|^(?:[HΗ]\.?[EΕ]\.?|[AΑ]\.?[EΕ]\.?) \d{4,}$/,
    idNumber: (number) => withoutZeros(cypriotNumber(number)),
  },
  parts,
  { delimiter: ',' },
  (columnsOf) => {
    const columns = columnsOf('organisations');
    const type = columns.need('ORGANISATION_TYPE_CODE');
    const name = columns.need('ORGANISATION_NAME', withoutMarks);
    const nameStatus = columns.need('NAME_STATUS_CODE');
    const nameStatusText = columns.text('NAME_STATUS');
    const typeText = columns.text('ORGANISATION_TYPE');
    const subType = columns.text('ORGANISATION_SUB_TYPE');
    const statusDate = columns.read('ORGANISATION_STATUS_DATE', dayFirst);
    const entry = record({
      number: numberReader(columns),
      name,
      state: columns.need('ORGANISATION_STATUS', states.of),
      stateText: columns.text('ORGANISATION_STATUS'),
      legalForm: (cells) => subType(cells) ?? typeText(cells) ?? orNull(type(cells)),
      registeredAt: columns.read('REGISTRATION_DATE', dayFirst),
      endKind: columns.read('ORGANISATION_STATUS', states.endOf),
    });
    const registry = registryOf(columns, cyFields.omit({ previousNames: true, address: true }), {}, dayFirst);
    const addressOf = registryOf(columnsOf('registered_office'), cyFields.shape.address.unwrap());
    return {
      isPerson: (cells) => type(cells) === businessName,
      company: (rows) => {
        const names = rows('organisations');
        const row = names.findLast((one) => nameStatus(one) === currentName) ?? names.at(-1) ?? [];
        const office = rows('registered_office').at(-1);
        const company = entry(row);
        return {
          ...company,
          endedAt: company.state.status === 'dissolved' ? statusDate(row) : null,
          registry: {
            ...registry(row),
            previousNames: names.filter((one) => one !== row).map((one) => ({ name: name(one), status: nameStatusText(one) })),
            address: office ? addressOf(office) : null,
          },
        };
      },
    };
  },
);

/** Some names are in double angle brackets. */
const withoutMarks = (name: string): string =>
  name.includes('<<') ? name.replaceAll('<<', ' ').replaceAll('>>', ' ').replaceAll(/\s+/g, ' ').trim() : name;

const greek: Record<string, string> = { Α: 'A', Β: 'B', Ε: 'E', Η: 'H', Ν: 'N', Ο: 'O', Ρ: 'P', Σ: 'S' };

/** The letters before the number are Greek, and often typed in Latin. The digits have no leading zeros. */
function cypriotNumber(typed: string): string {
  const latin = plainNumber(typed).replaceAll(/[Α-Ω]/g, (letter) => greek[letter] ?? letter);
  return latin.replace(/^([A-Z]+)0+(?=\d)/, '$1');
}
