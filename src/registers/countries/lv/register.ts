import { orNull, record, tableOf, valueIn } from '../../declaration/columns.ts';
import { yearFirst } from '../../declaration/dates.ts';
import { registryOf } from '../../declaration/kinds.ts';
import { ofDigits } from '../../declaration/numbers.ts';
import type { EndKind, Register } from '../../declaration/register.ts';
import { inState, statesOf } from '../../declaration/states.ts';
import { textRegister } from '../../layouts/text-register.ts';
import { latvianAddress, lvFields } from './fields.ts';

/** Liquidated, and reorganised into another company. */
const closures = tableOf<EndKind>({ L: 'liquidated', R: 'reorganized' });

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
    revision: 3,
    fields: lvFields,
    address: latvianAddress,
    registeredAt: 'the day of registration',
    states: statesOf('lv').list,
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
    const terminated = columns.need('terminated');
    const closed = columns.need('closed');
    return record({
      number: columns.need('regcode'),
      name: columns.need('name'),
      legalForm: columns.need('type', orNull),
      legalFormLabel: columns.text('type_text'),
      registeredAt: columns.need('registered', yearFirst),
      state: (cells) => (terminated(cells) !== '' || closed(cells) !== '' ? inState.dissolved : inState.active),
      stateText: columns.text('closed'),
      endedAt: columns.read('terminated', yearFirst),
      endKind: columns.read('closed', valueIn(closures)),
      registry: registryOf(columns, lvFields),
    });
  },
);
