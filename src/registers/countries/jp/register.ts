import { orNull, record, valueIn } from '../../declaration/columns.ts';
import { yearFirst } from '../../declaration/dates.ts';
import { legalFormsIn } from '../../declaration/legal-forms.ts';
import { plainNames } from '../../declaration/names.ts';
import { plainNumber } from '../../declaration/numbers.ts';
import { type Edition, type EndKind, type Register, Removed } from '../../declaration/register.ts';
import { registryOf } from '../../declaration/registry.ts';
import { inState } from '../../declaration/states.ts';
import { textRegister } from '../../layouts/text-register.ts';
import { japaneseAddress } from './address.ts';
import { jpFields } from './fields.ts';
import { workingDayBefore } from './working-days.ts';

/** The file has no header. These are the names of its columns in the publisher's description. */
export const japaneseColumns = [
  'sequenceNumber',
  'corporateNumber',
  'process',
  'correct',
  'updateDate',
  'changeDate',
  'name',
  'nameImageId',
  'kind',
  'prefectureName',
  'cityName',
  'streetNumber',
  'addressImageId',
  'prefectureCode',
  'cityCode',
  'postCode',
  'addressOutside',
  'addressOutsideImageId',
  'closeDate',
  'closeCause',
  'successorCorporateNumber',
  'changeCause',
  'assignmentDate',
  'latest',
  'enName',
  'enPrefectureName',
  'enCityName',
  'enAddressOutside',
  'furigana',
  'hihyoji',
] as const;

const kinds = new Map([
  ['101', '国の機関'],
  ['201', '地方公共団体'],
  ['301', '株式会社'],
  ['302', '有限会社'],
  ['303', '合名会社'],
  ['304', '合資会社'],
  ['305', '合同会社'],
  ['399', 'その他の設立登記法人'],
  ['401', '外国会社等'],
  ['499', 'その他'],
]);

/** Liquidation, merger, by the registrar, and others. */
const closeCauses = new Map<string, EndKind>([
  ['01', 'liquidated'],
  ['11', 'merged'],
  ['21', 'struck_off'],
  ['31', 'other'],
]);

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
    legalForms: legalFormsIn(new URL('./legal-forms.csv', import.meta.url)),
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
    states: [
      { state: '`closeDate` or `closeCause` is filled', status: 'dissolved' },
      { state: 'neither is', status: 'active' },
    ],
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
