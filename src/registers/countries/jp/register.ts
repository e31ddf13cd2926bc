import { orNull, record, tableOf, valueIn } from '../../declaration/columns.ts';
import { yearFirst } from '../../declaration/dates.ts';
import { registryOf } from '../../declaration/kinds.ts';
import { labelsIn, linesOf } from '../../declaration/labels.ts';
import { plainNames } from '../../declaration/names.ts';
import { plainNumber } from '../../declaration/numbers.ts';
import { type Edition, type EndKind, type Register, Removed } from '../../declaration/register.ts';
import { inState, statesOf } from '../../declaration/states.ts';
import { textRegister } from '../../layouts/text-register.ts';
import { japaneseAddress, jpFields } from './fields.ts';
import { workingDayBefore } from './working-days.ts';

/** The file has no header. These are the names of its columns in the publisher's description. */
export const japaneseColumns: readonly string[] = linesOf('jp/columns');

const kinds = labelsIn('jp/forms');

/** Liquidation, merger, by the registrar, and others. */
const closeCauses = tableOf<EndKind>({ '01': 'liquidated', '11': 'merged', '21': 'struck_off', '31': 'other' });

const deleted = '99';

/**
 * Japan: the corporate numbers of the National Tax Agency. It has no sole traders and no days of founding: the day on which a
 * number was assigned is mostly 5 October 2015, when the system began.
 */
export const jp: Register = textRegister(
  {
    id: 'jp',
    country: { code: 'JP', name: 'Japan', nativeName: '日本' },
    name: 'Corporate Number Publication Site',
    scheme: 'JP-JCN',
    licence: 'Public Data License 1.0',
    // Downloads need a token from the page.
    sourceUrl: 'https://www.houjin-bangou.nta.go.jp/download/',
    updateFrequency: 'daily',
    dated: [{ name: /(?:all|diff)_(\d{4})(\d{2})(\d{2})/ }],
    revision: 2,
    fields: jpFields,
    address: japaneseAddress,
    otherNames: ({ englishName, nameReading }) => [
      ...plainNames('transliterated', [englishName], 'en'),
      ...plainNames('reading', [nameReading], 'ja'),
    ],
    registeredAt: 'always null: the file has the day on which the number was assigned, `registry.assignedOn`',
    persons: [
      {
        fields: ['/registry/address', '/registry/englishAddress'],
        columns: ['streetNumber', 'addressOutside', 'enCityName', 'enAddressOutside'],
        when: 'careOf',
      },
    ],
    states: statesOf('jp').list,
    // Companies that charge consumption tax write T before the number.
    normalizeNumber: (typed) => plainNumber(typed).replace(/^T(?=\d{13}$)/, ''),
    written: /^T\d{13}$|^T?\d([ -]?)\d{4}\1\d{4}\1\d{4}$/,
  },
  { delimiter: ',', encoding: 'utf-8 or shift_jis', columns: japaneseColumns, passing: ['sequenceNumber'] },
  (columns) => {
    const number = columns.need('corporateNumber');
    const process = columns.need('process');
    const latest = columns.need('latest');
    const closeDate = columns.need('closeDate');
    const closeCause = columns.need('closeCause');
    const entry = record({
      number,
      name: columns.need('name'),
      // One of the two may be missing.
      state: (cells) => (closeDate(cells) !== '' || closeCause(cells) !== '' ? inState.dissolved : inState.active),
      stateText: columns.text('closeCause'),
      legalForm: columns.need('kind', (kind) => kinds.get(kind) ?? orNull(kind)),
      registeredAt: () => null,
      endedAt: columns.read('closeDate', yearFirst),
      endKind: columns.read('closeCause', valueIn(closeCauses)),
      registry: registryOf(columns, jpFields),
    });
    return (cells) => {
      // Rows that are not the latest of their company are past states.
      if (latest(cells) === '0') return undefined;
      return process(cells) === deleted ? new Removed(number(cells)) : entry(cells);
    };
  },
  editionOf,
);

/** The file of a working day has the changes since the previous one. Editions are named by their days. */
function editionOf(file: string): Edition | undefined {
  const [, kind, year, month, day] = /(all|diff)_(\d{4})(\d{2})(\d{2})/.exec(file) ?? [];
  const id = yearFirst(`${year}-${month}-${day}`);
  if (id === null) return undefined;
  return kind === 'all' ? { id } : { id, since: workingDayBefore(id) };
}
