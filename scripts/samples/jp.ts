/** Japan: the corporate numbers of the National Tax Agency, in the form in Unicode. */
import type { Entry, RegisterOptions } from './editions.ts';
import { zipText } from './files.ts';
import { inventedCompany, stemOf, tableOf, weighed } from './invented.ts';
import type { Random } from './random.ts';
import { english, isoDay } from './words.ts';

const syllables = [
  ...'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワガギグゲゴザジズゼゾダデドバビブベボ',
];
const cities = [
  ['東京都', '架空区', '13', '199', 'Tokyo'],
  ['大阪府', '架空市', '27', '399', 'Osaka'],
  ['北海道', '架空市', '01', '499', 'Hokkaido'],
] as const;

const kinds = {
  salt: 0x19,
  sound: english,
  forms: [
    ['301', '株式会社*'],
    ['302', '有限会社*'],
    ['305', '*合同会社'],
    ['399', '一般社団法人*'],
    ['401', '*・インコーポレイテッド'],
  ] as const,
  states: ['', '01', '11', '21'] as const,
  oddNames: ['"*"', 'A&*', '*, *', 'ｶﾀｶﾅ*', 'ＡＢＣ*', '*　*'],
};

const word = (random: Random): string => Array.from({ length: random.between(4, 6) }, () => random.pick(syllables)).join('');

function japaneseCompany(entry: Entry, seed: number): string[] {
  const { index, random, form, state, name, ended, house } = inventedCompany(entry, seed, kinds);
  const rest = `9900${stemOf(index, seed)}1`;
  const number = `${9 - (weighed(rest, [2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1]) % 9)}${rest}`;
  const reading = word(random);
  const [prefecture, city, prefectureCode, cityCode, english] = random.pick(cities);
  const isEnglish = random.chance(0.2);
  // Of an odd name the signs are kept, and its invented words become Japanese ones.
  const japanese = name.replaceAll(/[A-Z][a-z]+(?: [A-Z][a-z]+)?/g, reading);
  return [
    String(index + 1),
    number,
    state === '' ? '01' : state === '11' ? '71' : '21',
    '0',
    isoDay(ended),
    isoDay(ended),
    form[1].replace('*', japanese),
    '',
    form[0],
    prefecture,
    city,
    `架空町${String(house).replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))}番地`,
    '',
    prefectureCode,
    cityCode,
    `0${random.between(100_000, 999_999)}`,
    '',
    '',
    state === '' ? '' : isoDay(ended),
    state,
    '',
    '',
    '2015-10-05',
    '1',
    isEnglish ? `${name} Co., Ltd.` : '',
    isEnglish ? english : '',
    isEnglish ? `${house}, Kakucho, Kaku shi` : '',
    '',
    reading,
    '0',
  ];
}

export const japaneseCompanies = (count: number, options: RegisterOptions = {}): Generator<string[]> =>
  tableOf(count, options, japaneseCompany, [1, 6]);

const isQuoted = new Set([6, 9, 10, 11, 16, 24, 25, 26, 27, 28]);
export const japaneseLine = (row: readonly string[]): string =>
  `${row.map((cell, place) => (isQuoted.has(place) && cell !== '' ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`;

/** As published, with a signature beside it. */
export async function writeJapaneseFile(path: string, count: number, options: RegisterOptions = {}): Promise<void> {
  await zipText(path, {
    '00_zenkoku_all_20261030.csv': lines,
    '00_zenkoku_all_20261030.csv.asc': () => ['-----BEGIN PGP SIGNATURE-----\n\n-----END PGP SIGNATURE-----\n'],
  });
  function* lines(): Generator<string> {
    for (const row of japaneseCompanies(count, options)) yield japaneseLine(row);
  }
}
