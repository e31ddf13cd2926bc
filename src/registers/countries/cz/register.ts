import { orNull, record, valueIn } from '../../declaration/columns.ts';
import { yearFirst } from '../../declaration/dates.ts';
import { dayInName } from '../../declaration/file-date.ts';
import { registryOf } from '../../declaration/kinds.ts';
import { labelsIn } from '../../declaration/labels.ts';
import { czechoslovakGroups, ofDigits } from '../../declaration/numbers.ts';
import { type Activity, naturalPerson, type Register } from '../../declaration/register.ts';
import { type CompanyStatus, inState, statesOf } from '../../declaration/states.ts';
import { textRegister } from '../../layouts/text-register.ts';
import { czechAddress, czFields, forms } from './fields.ts';

/** Forms of natural persons: 100 to 108, and foreign ones with their branches. */
const personForms = /^(?:10[0-8]|424|425)$/;

/**
 * The Czech headings of NACE Rev. 2 and Rev. 2.1, from section to class, as Eurostat publishes them. CZ-NACE has the same codes;
 * the Czech Statistical Office words some headings in another way.
 */
const headings = new Map([
  ['CZ-NACE-2', labelsIn('cz/nace-2')],
  ['CZ-NACE-2.1', labelsIn('cz/nace-2.1')],
]);

/**
 * Czechia: the Business Register (RES) of the Statistical Office. Written from the published names of the columns, not tested
 * with a real file.
 */
export const cz: Register = textRegister(
  {
    id: 'cz',
    country: { code: 'CZ', name: 'Czechia', nativeName: 'Česko' },
    name: 'Business Register (RES)',
    scheme: 'CZ-ICO',
    licence: 'CC BY 4.0',
    sourceUrl: 'https://csu.gov.cz/produkty/registr-ekonomickych-subjektu-otevrena-data',
    updateFrequency: 'semimonthly',
    downloads: [{ url: 'https://opendata.csu.gov.cz/soubory/od/od_org03/res_data.csv', type: 'text' }],
    dated: ['content', dayInName, 'packed', 'downloaded'],
    revision: 4,
    fields: czFields,
    classifications: { 'CZ-NACE-2': '2', 'CZ-NACE-2.1': '2.1' },
    address: czechAddress,
    registeredAt: 'the day on which the unit came into being',
    states: statesOf('cz').list,
    hasPersons: true,
    persons: [{ fields: ['/registry/address'], columns: ['ULICE_TEXT', 'TEXTADR'], when: 'careOf' }],
    lei: { authorities: ['RA000163', 'RA000168'] },
    normalizeNumber: ofDigits(8),
    written: czechoslovakGroups,
  },
  { delimiter: ',', passing: ['DATPLAT', 'PRIZNAK'], dayColumn: 'DATPLAT' },
  (columns) => {
    const name = columns.need('FIRMA');
    const form = columns.need('FORMA');
    const commonForm = columns.need('ROSFORMA');
    const ceased = columns.need('DDATZAN');
    // The classification of 2025 came with the edition of January 2026.
    const nace = columns.need('NACE');
    const newNace = columns.maybe('NACE2025');
    const entry = record({
      number: columns.need('ICO'),
      name,
      state: (cells) => (ceased(cells) === '' ? stateByName(name(cells)) : inState.dissolved),
      legalForm: columns.read('FORMA', orNull),
      legalFormLabel: columns.read('FORMA', valueIn(forms)),
      registeredAt: columns.need('DDATVZN', yearFirst),
      endedAt: columns.read('DDATZAN', yearFirst),
      registry: registryOf(columns, czFields),
      activities: (cells) => [...activityOf(nace(cells), 'CZ-NACE-2'), ...activityOf(newNace(cells), 'CZ-NACE-2.1')],
    });
    // A person who has ceased has only a number, so a row without a name is a person.
    return (cells) =>
      personForms.test(form(cells)) || commonForm(cells) === '100' || name(cells) === '' ? naturalPerson : entry(cells);
  },
);

/** The file has no column for proceedings, but the law requires them in the name. */
function stateByName(name: string): CompanyStatus {
  const [, ending] = /[ ,-](v likvidaci|v konkursu|v insolvenci)\s*$/i.exec(name) ?? [];
  if (ending === undefined) return inState.active;
  return /likvidaci/i.test(ending) ? inState.winding_up : inState.insolvent;
}

/** Codes of any depth, from a letter to five digits; 00 and 04 mean none. */
const activityOf = (code: string, scheme: string): Activity[] =>
  code === '' || code === '00' || code === '04' ? [] : [{ kind: 'unlicensed', scheme, code, label: headingOf(code, scheme) }];

/** A class that is not divided has one sub-class, of the same name, whose last digit is 0. */
const headingOf = (code: string, scheme: string): string | null =>
  headings.get(scheme)?.get(/^(\d{4})0$/.exec(code)?.[1] ?? code) ?? null;
