import { type Columns, orNull, type Reader, record } from '../../declaration/columns.ts';
import { dayFirst } from '../../declaration/dates.ts';
import { registryOf } from '../../declaration/kinds.ts';
import { names } from '../../declaration/names.ts';
import { plainNumber } from '../../declaration/numbers.ts';
import type { Activity, Register } from '../../declaration/register.ts';
import { statesOf } from '../../declaration/states.ts';
import { textRegister } from '../../layouts/text-register.ts';
import { britishAddress, gbFields } from './fields.ts';

/** In the order of the lines: a name may follow c/o in the next one. */
const addressColumns = ['POBox', 'AddressLine1', 'AddressLine2', 'PostTown', 'County', 'Country', 'PostCode'].map(
  (line) => `RegAddress.${line}`,
);

/**
 * The register writes them in upper and lower case. Liquidation may be solvent or not. `insolvent` has the proceedings of
 * insolvency or to avoid it. A proposal to strike off is the first step to the end, as in every register.
 */
const states = statesOf('gb', (state) => state.toLowerCase());

/** The United Kingdom: the free company data product of Companies House. */
export const gb: Register = textRegister(
  {
    id: 'gb',
    country: { code: 'GB', name: 'United Kingdom', nativeName: 'United Kingdom' },
    name: 'Companies House',
    scheme: 'GB-COH',
    licence: 'Open Government Licence v3.0',
    sourceUrl: 'https://download.companieshouse.gov.uk/en_output.html',
    updateFrequency: 'monthly',
    // The page links to the file of the month.
    downloads: [
      {
        url: 'https://download.companieshouse.gov.uk/en_output.html',
        link: /^BasicCompanyDataAsOneFile-[\d-]+\.zip$/,
        type: 'zip',
      },
    ],
    dated: [{ name: /(\d{4})-(\d{2})-(\d{2})/ }, 'packed', 'downloaded'],
    revision: 2,
    fields: gbFields,
    // The codes 74990, 98000 and 99999 are Companies House's own and belong to no class of NACE.
    classifications: { 'UK-SIC-2003': '1.1', 'UK-SIC-2007': '2' },
    address: britishAddress,
    otherNames: ({ previousNames }) => names('previous', previousNames),
    registeredAt: 'the day of incorporation',
    states: states.list,
    persons: [
      // It often names a person.
      { fields: ['/registry/address/careOf'], columns: ['RegAddress.CareOf'] },
      { fields: ['/registry/address'], columns: addressColumns, when: 'careOf' },
    ],
    lei: { authorities: ['RA000585', 'RA000586', 'RA000587'] },
    normalizeNumber: britishNumber,
    written: /^[A-Z]{2}(?: \d{5}[\dA-Z]|\d{3,5}[A-Z]?)$/,
  },
  { delimiter: ',' },
  (columns) =>
    record({
      name: columns.need('CompanyName'),
      number: columns.need('CompanyNumber'),
      legalForm: columns.need('CompanyCategory', orNull),
      state: columns.need('CompanyStatus', states.of),
      stateText: columns.text('CompanyStatus'),
      // Extracts of the product, which are also in use, have no days.
      registeredAt: columns.read('IncorporationDate', dayFirst),
      endedAt: columns.read('DissolutionDate', dayFirst),
      endKind: columns.read('CompanyStatus', states.endOf),
      registry: registryOf(columns, gbFields, { previousNames: previousNames(columns) }, dayFirst),
      activities: activities(columns),
    }),
);

/** Eight characters: up to two letters for the part of the country or the kind, zero-padded digits, and sometimes a letter. */
function britishNumber(typed: string): string {
  const plain = plainNumber(typed);
  const [, prefix = '', digits, suffix = ''] = /^([A-Z]{0,2})(\d+)([A-Z]?)$/.exec(plain) ?? [];
  return digits === undefined ? plain : prefix + digits.padStart(8 - prefix.length - suffix.length, '0') + suffix;
}

/**
 * "70229 - Management consultancy…"; "None Supplied" if the company stated none. Codes of four digits are of the previous
 * edition, "7499 - Non-trading company", where the same digits mean something else.
 */
function activityOf(text: string): Activity | undefined {
  if (text === '' || text.toLowerCase() === 'none supplied') return undefined;
  const [, code = null, label = text] = /^(\d{4,5})\s*-\s*(.*)$/s.exec(text) ?? [];
  return { kind: 'unlicensed', scheme: code?.length === 4 ? 'UK-SIC-2003' : 'UK-SIC-2007', code, label };
}

function activities(columns: Columns): Reader<Activity[]> {
  const stated = [1, 2, 3, 4].map((n) => columns.need(`SICCode.SicText_${n}`, activityOf));
  return (cells) => stated.map((read) => read(cells)).filter((activity) => activity !== undefined);
}

function previousNames(columns: Columns): Reader<{ name: string; until: string | null }[]> {
  const pairs = Array.from({ length: 10 }, (_, index) => ({
    name: columns.maybe(`PreviousName_${index + 1}.CompanyName`),
    until: columns.read(`PreviousName_${index + 1}.CONDATE`, dayFirst),
  }));
  return (cells) => {
    const names: { name: string; until: string | null }[] = [];
    for (const pair of pairs) {
      const name = pair.name(cells);
      if (name !== '') names.push({ name, until: pair.until(cells) });
    }
    return names;
  };
}
