import { orNull, record } from '../../declaration/columns.ts';
import { yearFirst } from '../../declaration/dates.ts';
import { dayInName } from '../../declaration/file-date.ts';
import { labelsIn } from '../../declaration/labels.ts';
import { legalFormsIn } from '../../declaration/legal-forms.ts';
import { czechoslovakGroups, isCzechoslovakNumber, ofDigits } from '../../declaration/numbers.ts';
import { type Activity, type EntityStatus, naturalPerson, type Register } from '../../declaration/register.ts';
import { textRegister } from '../../layouts/text-register.ts';
import { czechAddress } from './address.ts';
import { czFields } from './fields.ts';

/** Forms of natural persons: 100 to 108, and foreign ones with their branches. */
const personForms = /^(?:10[0-8]|424|425)$/;

/** The code list of legal forms (ČSÚ 56), with forms that are no longer in force. */
const forms = labelsIn(new URL('./forms.csv', import.meta.url));

/**
 * The Czech headings of NACE Rev. 2 and Rev. 2.1, from section to class, as Eurostat publishes them. CZ-NACE has the same codes;
 * the Czech Statistical Office words some headings in another way.
 */
const headings = new Map([
  ['CZ-NACE-2', labelsIn(new URL('./nace-2.csv', import.meta.url))],
  ['CZ-NACE-2.1', labelsIn(new URL('./nace-2.1.csv', import.meta.url))],
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
    legalForms: legalFormsIn(new URL('./legal-forms.csv', import.meta.url)),
    classifications: { 'CZ-NACE-2': '2', 'CZ-NACE-2.1': '2.1' },
    address: czechAddress,
    registeredAt: 'the day on which the unit came into being',
    states: [
      { state: '`DDATZAN` has a day', status: 'dissolved' },
      { state: 'the name ends with „v likvidaci“', status: 'winding_up' },
      { state: 'the name ends with „v konkursu“ or „v insolvenci“', status: 'insolvent' },
      { state: 'none of these', status: 'active' },
    ],
    hasPersons: true,
    persons: [{ fields: ['/registry/address'], columns: ['ULICE_TEXT', 'TEXTADR'], when: 'careOf' }],
    lei: { authorities: ['RA000163', 'RA000168'] },
    normalizeNumber: ofDigits(8),
    written: czechoslovakGroups,
  },
  { delimiter: ',', passing: ['DATPLAT', 'PRIZNAK'], dayColumn: 'DATPLAT' },
  (columns) => {
    const number = columns.need('ICO');
    const name = columns.need('FIRMA');
    const form = columns.need('FORMA');
    const commonForm = columns.need('ROSFORMA');
    const founded = columns.need('DDATVZN');
    const ceased = columns.need('DDATZAN');
    // The classification of 2025 came with the edition of January 2026.
    const nace = columns.need('NACE');
    const newNace = columns.maybe('NACE2025');
    const text = (column: string) => columns.read(column, orNull);
    const details = record({
      legalFormCode: text('FORMA'),
      legalFormText: columns.read('FORMA', (code) => forms.get(code) ?? null),
      registerFormCode: text('ROSFORMA'),
      ceasedOn: columns.read('DDATZAN', yearFirst),
      ceasedHow: text('ZPZAN'),
      updatedOn: columns.read('DDATPAKT', yearFirst),
      employeesBand: text('KATPO'),
      sectorCode: text('CISS2010'),
      address: record({
        street: text('ULICE_TEXT'),
        houseNumberType: text('TYPCDOM'),
        houseNumber: text('CDOM'),
        orientationNumber: text('COR'),
        district: text('COBCE_TEXT'),
        municipality: text('OBEC_TEXT'),
        postCode: text('PSC'),
        full: text('TEXTADR'),
        addressPointCode: text('KODADM'),
        municipalityCode: text('ICZUJ'),
        regionCode: text('OKRESLAU'),
      }),
    });
    return (cells) => {
      // A person who has ceased has only a number, so a row without a name is a person.
      if (personForms.test(form(cells)) || commonForm(cells) === '100' || name(cells) === '') return naturalPerson;
      const registeredAt = yearFirst(founded(cells));
      const isOver = ceased(cells) !== '';
      return {
        number: number(cells),
        name: name(cells),
        status: isOver ? 'dissolved' : statusByName(name(cells)),
        legalForm: orNull(form(cells)),
        legalFormLabel: forms.get(form(cells)) ?? null,
        registeredAt,
        endedAt: yearFirst(ceased(cells)),
        registry: { numberValid: isCzechoslovakNumber(number(cells)), ...details(cells) },
        activities: [...activityOf(nace(cells), 'CZ-NACE-2'), ...activityOf(newNace(cells), 'CZ-NACE-2.1')],
        registrations: [
          {
            scheme: 'CZ-ICO',
            number: number(cells),
            status: null,
            validFrom: registeredAt,
            validTo: yearFirst(ceased(cells)),
          },
        ],
      };
    };
  },
);

/** The file has no column for proceedings, but the law requires them in the name. */
function statusByName(name: string): EntityStatus {
  const [, ending] = /[ ,-](v likvidaci|v konkursu|v insolvenci)\s*$/i.exec(name) ?? [];
  if (ending === undefined) return 'active';
  return /likvidaci/i.test(ending) ? 'winding_up' : 'insolvent';
}

/** Codes of any depth, from a letter to five digits; 00 and 04 mean none. */
const activityOf = (code: string, scheme: string): Activity[] =>
  code === '' || code === '00' || code === '04' ? [] : [{ kind: 'unlicensed', scheme, code, label: headingOf(code, scheme) }];

/** A class that is not divided has one sub-class, of the same name, whose last digit is 0. */
const headingOf = (code: string, scheme: string): string | null =>
  headings.get(scheme)?.get(/^(\d{4})0$/.exec(code)?.[1] ?? code) ?? null;
