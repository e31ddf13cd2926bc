import { orNull } from '../../declaration/columns.ts';
import { dayFirst } from '../../declaration/dates.ts';
import { labelsIn } from '../../declaration/labels.ts';
import { legalFormsIn } from '../../declaration/legal-forms.ts';
import { names } from '../../declaration/names.ts';
import { ofDigits, plainNumber, weightedSum } from '../../declaration/numbers.ts';
import type { Register } from '../../declaration/register.ts';
import { States } from '../../declaration/states.ts';
import { severalRowsRegister } from '../../layouts/several-rows.ts';
import { auFields } from './fields.ts';

/** External administration is mostly insolvency, but may be a solvent winding up; SOFF is a strike-off under way. */
const states = new States({
  active: { REGD: 'registered' },
  winding_up: { SOFF: 'strike-off under way' },
  insolvent: { EXAD: 'external administration' },
  dissolved: { DRGD: 'deregistered', DISS: 'dissolved', CNCL: 'cancelled', DIV3: 'dissolved by division 3' },
  unknown: { NOAC: 'not active', NRGD: 'not registered', PROV: 'provisional', PEND: 'pending' },
});

/** The types of ASIC's data dictionary for the company dataset. */
const types = labelsIn(new URL('./forms.csv', import.meta.url));
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
    legalForms: legalFormsIn(new URL('./legal-forms.csv', import.meta.url)),
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
    const type = columns.need('Type');
    const status = columns.need('Status');
    const registered = columns.need('Date of Registration');
    const isCurrent = columns.need('Current Name Indicator');
    const currentName = columns.need('Current Name');
    const currentSince = columns.read('Current Name Start Date', dayFirst);
    const business = columns.need('ABN');
    const companyClass = columns.maybe('Class');
    const subclass = columns.maybe('Sub Class');
    // Editions before March 2025 don't have it.
    const deregistered = columns.read('Date of Deregistration', dayFirst);
    const state = columns.maybe('Previous State of Registration');
    const stateNumber = columns.maybe('State Registration number');
    return {
      key: number,
      rank: isCurrent,
      company(main, others) {
        const registeredAt = dayFirst(registered(main));
        const abn = /^0*$/.test(business(main)) ? null : business(main);
        const text = (read: typeof name) => orNull(read(main));
        // A file may lack the row of the current name; then any other row has it.
        const current = isCurrent(main) === 'Y' ? name(main) : currentName(main) || name(main);
        const former = [main, ...others].map(name).filter((one) => one !== '' && one !== current);
        const dates = [main, ...others].map(currentSince).filter((day) => day !== null);
        return {
          number: number(main),
          name: current,
          ...states.of(status(main)),
          legalForm: text(type),
          legalFormLabel: types.get(type(main)) ?? null,
          registeredAt,
          endedAt: deregistered(main),
          registry: {
            numberValid: isCompanyNumber(number(main)),
            numberKind: registeredBodies.includes(type(main)) ? 'ARBN' : 'ACN',
            businessNumber: abn,
            businessNumberValid: abn === null ? null : isBusinessNumber(abn),
            statusCode: text(status),
            legalFormCode: text(type),
            legalFormText: types.get(type(main)) ?? null,
            class: text(companyClass),
            subclass: text(subclass),
            deregisteredOn: deregistered(main),
            previousState: text(state),
            stateNumber: text(stateNumber),
            currentNameSince: dates[0] ?? null,
            // The file has no end dates for former names.
            previousNames: [...new Set(former)].map((one) => ({ name: one, from: null, until: null })),
          },
          activities: [],
          registrations: [
            {
              scheme: 'AU-ACN',
              number: number(main),
              status: text(status),
              validFrom: registeredAt,
              validTo: deregistered(main),
            },
            ...(abn === null ? [] : [{ scheme: 'AU-ABN', number: abn, status: null, validFrom: null, validTo: null }]),
          ],
        };
      },
    };
  },
);

function isCompanyNumber(number: string): boolean {
  if (!/^\d{9}$/.test(number)) return false;
  return (10 - (weightedSum(number, [8, 7, 6, 5, 4, 3, 2, 1]) % 10)) % 10 === Number(number[8]);
}

/** The check reduces the first digit by one. */
function isBusinessNumber(number: string): boolean {
  if (!/^\d{11}$/.test(number)) return false;
  return (weightedSum(number, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0;
}
