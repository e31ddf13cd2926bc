import { orNull, record, valueIn } from '../../declaration/columns.ts';
import { dayFirst } from '../../declaration/dates.ts';
import { registryOf } from '../../declaration/kinds.ts';
import { names } from '../../declaration/names.ts';
import { ofDigits, plainNumber } from '../../declaration/numbers.ts';
import type { Register } from '../../declaration/register.ts';
import { statesOf } from '../../declaration/states.ts';
import { severalRowsRegister } from '../../layouts/several-rows.ts';
import { auFields, businessNumberOf, types } from './fields.ts';

/** External administration is mostly insolvency, but may be a solvent winding up; SOFF is a strike-off under way. */
const states = statesOf('au');

/** Bodies of these types have a registered body number in the column of the company number. */
const registeredBodies = ['RACN', 'FNOS'];

/**
 * Australia: the company dataset of ASIC. It has a row for each name that a company has had, but no addresses and no activities.
 */
export const au: Register = severalRowsRegister(
  {
    id: 'au',
    country: { code: 'AU', name: 'Australia', nativeName: 'Australia' },
    name: 'ASIC company register',
    scheme: 'AU-ACN',
    licence: 'CC BY 3.0 AU',
    sourceUrl: 'https://data.gov.au/data/dataset/7b8656f9-606d-4337-af29-66b89b2eeefb',
    updateFrequency: 'weekly',
    downloads: [
      {
        url: 'https://data.gov.au/data/dataset/7b8656f9-606d-4337-af29-66b89b2eeefb',
        link: /^company_\d{6}\.zip$/i,
        type: 'zip',
      },
    ],
    dated: [{ name: /company_(\d{4})(\d{2})(?!\d)/i }, 'packed', 'downloaded'],
    revision: 5,
    fields: auFields,
    otherNames: ({ previousNames }) => names('previous', previousNames),
    registeredAt: 'the day of registration with ASIC, or with a state before',
    states: states.list,
    lei: { authorities: ['RA000014', 'RA000013'] },
    normalizeNumber: (typed) => ofDigits(9)(plainNumber(typed).replace(/^(?:ACN|ARBN)/, '')),
    otherNumber: { scheme: 'AU-ABN', spell: (typed) => plainNumber(typed).replace(/^ABN/, '') },
    written: /^(?:(?:ACN|ARBN) ?)?\d{3} \d{3} \d{3}$|^(?:ABN ?)?\d{2} \d{3} \d{3} \d{3}$/,
  },
  { delimiter: '\t', quote: null, passing: ['Modified since last report'] },
  (columns) => {
    const name = columns.need('Company Name');
    const number = columns.need('ACN');
    const isCurrent = columns.need('Current Name Indicator');
    const currentName = columns.need('Current Name');
    const currentSince = columns.read('Current Name Start Date', dayFirst);
    const entry = record({
      number,
      legalForm: columns.need('Type', orNull),
      legalFormLabel: columns.read('Type', valueIn(types)),
      state: columns.need('Status', states.of),
      stateText: columns.text('Status'),
      registeredAt: columns.need('Date of Registration', dayFirst),
      // Editions before March 2025 don't have it.
      endedAt: columns.read('Date of Deregistration', dayFirst),
      otherNumbers: record({ 'AU-ABN': columns.need('ABN', businessNumberOf) }),
    });
    const numberKind = columns.read('Type', (type) => (registeredBodies.includes(type) ? 'ARBN' : 'ACN'));
    const ofRow = auFields.omit({ currentNameSince: true, previousNames: true });
    const registry = registryOf(columns, ofRow, { numberKind }, dayFirst);
    return {
      key: number,
      rank: isCurrent,
      company(main, others) {
        // A file may lack the row of the current name; then any other row has it.
        const current = isCurrent(main) === 'Y' ? name(main) : currentName(main) || name(main);
        const former = [main, ...others].map(name).filter((one) => one !== '' && one !== current);
        const currentNameSince = [main, ...others].map(currentSince).find((day) => day !== null) ?? null;
        // The file has no end dates for former names.
        const previousNames = [...new Set(former)].map((one) => ({ name: one, from: null, until: null }));
        return { ...entry(main), name: current, registry: { ...registry(main), currentNameSince, previousNames } };
      },
    };
  },
);
