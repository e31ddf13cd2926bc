import { orNull, record } from '../../declaration/columns.ts';
import { yearFirst } from '../../declaration/dates.ts';
import { dayInName } from '../../declaration/file-date.ts';
import { legalFormsIn } from '../../declaration/legal-forms.ts';
import { ofDigits } from '../../declaration/numbers.ts';
import type { EndKind, Register } from '../../declaration/register.ts';
import { textRegister } from '../../layouts/text-register.ts';
import { latvianAddress } from './address.ts';
import { lvFields } from './fields.ts';

/** Liquidated, and reorganised into another company. */
const closures = new Map<string, EndKind>([
  ['L', 'liquidated'],
  ['R', 'reorganized'],
]);

/** Latvia: the Register of Enterprises. Its file has no activities. */
export const lv: Register = textRegister(
  {
    id: 'lv',
    country: { code: 'LV', name: 'Latvia', nativeName: 'Latvija' },
    name: 'Register of Enterprises',
    scheme: 'LV-RE',
    licence: 'CC0 1.0',
    sourceUrl: 'https://data.gov.lv/dati/lv/dataset/uz',
    updateFrequency: 'daily',
    downloads: [
      {
        url:
          'https://data.gov.lv/dati/dataset/4de9697f-850b-45ec-8bba-61fa09ce932f' +
          '/resource/25e80bf3-f107-4ab4-89ef-251b5b9374e9/download/register.csv',
        type: 'text',
      },
    ],
    dated: [dayInName, 'packed', 'downloaded'],
    revision: 3,
    fields: lvFields,
    legalForms: legalFormsIn(new URL('./legal-forms.csv', import.meta.url)),
    address: latvianAddress,
    registeredAt: 'the day of registration',
    states: [
      { state: '`terminated` or `closed` is filled', status: 'dissolved' },
      { state: 'neither is', status: 'active' },
    ],
    // Sole traders.
    hasPersons: true,
    persons: [
      { fields: ['/registry/address/full'], columns: ['address'], when: 'careOf' },
      // Individual merchants and enterprises, family enterprises, farms and fisheries.
      {
        fields: [
          ...['/canonicalName', '/registry/nameBeforeQuotes', '/registry/nameInQuotes', '/registry/nameAfterQuotes'],
          '/registry/address/full',
        ],
        columns: ['name', 'name_before_quotes', 'name_in_quotes', 'name_after_quotes', 'address'],
        when: /^(?:ik|ind|gim|zem|zvj)$/,
      },
    ],
    lei: { authorities: ['RA000423', 'RA000932'] },
    normalizeNumber: ofDigits(11),
    written: /^(?:\d{4} \d{4} \d{3}|\d{3} \d{4} \d{4}|\d{5}[ -]\d{6}|\d{2} \d{3} \d{3} \d{3})$/,
  },
  { delimiter: ';' },
  (columns) => {
    const number = columns.need('regcode');
    const name = columns.need('name');
    const type = columns.need('type');
    const typeText = columns.maybe('type_text');
    const registered = columns.need('registered');
    const terminated = columns.need('terminated');
    const closed = columns.need('closed');
    const text = (column: string) => columns.read(column, orNull);
    // For places, 0 means none.
    const place = (column: string) => columns.read(column, (id) => (id === '' || id === '0' ? null : id));
    const details = record({
      legalFormCode: text('type'),
      legalFormText: text('type_text'),
      registerCode: text('regtype'),
      registerText: text('regtype_text'),
      nameBeforeQuotes: text('name_before_quotes'),
      nameInQuotes: text('name_in_quotes'),
      nameAfterQuotes: text('name_after_quotes'),
      // 1 if the name has no quotes to split it at.
      withoutQuotes: columns.read('without_quotes', (flag) => (flag === '' ? null : flag === '1')),
      sepaCreditorId: text('sepa'),
      closureCode: text('closed'),
      terminatedOn: columns.read('terminated', yearFirst),
      reregistrationTerm: columns.read('reregistration_term', yearFirst),
      address: record({
        full: text('address'),
        postCode: text('index'),
        addressId: place('addressid'),
        regionId: place('region'),
        cityId: place('city'),
        territoryCode: place('atvk'),
      }),
    });
    return (cells) => {
      const registeredAt = yearFirst(registered(cells));
      const terminatedOn = yearFirst(terminated(cells));
      const ended = terminated(cells) !== '' || closed(cells) !== '';
      return {
        number: number(cells),
        name: name(cells),
        status: ended ? 'dissolved' : 'active',
        legalForm: orNull(type(cells)),
        legalFormLabel: orNull(typeText(cells)),
        registeredAt,
        endedAt: terminatedOn,
        endKind: closures.get(closed(cells)) ?? null,
        registry: details(cells),
        activities: [],
        registrations: [
          {
            scheme: 'LV-RE',
            number: number(cells),
            status: orNull(closed(cells)),
            validFrom: registeredAt,
            validTo: terminatedOn,
          },
        ],
      };
    };
  },
);
