import { type Examples, inGroups } from '../../declaration/examples.ts';

export const examples: Examples = {
  addresses: [
    [
      { address: { prefecture: '京都府', city: '京都市南区', street: '鉾立町１', prefectureCode: '26', postCode: '6018116' } },
      { lines: ['鉾立町１'], postalCode: '6018116', locality: '京都市南区', region: '京都府', country: 'JP' },
    ],
    [
      { address: { prefectureCode: '99', outsideJapan: 'アメリカ合衆国カリフォルニア州' } },
      { raw: 'アメリカ合衆国カリフォルニア州' },
    ],
  ],
  otherNames: {
    name: '青鷺図書館',
    registry: { englishName: 'Heron Library', nameReading: 'アオサギトショカン' },
    others: [
      { kind: 'transliterated', name: 'Heron Library', language: 'en' },
      { kind: 'reading', name: 'アオサギトショカン', language: 'ja' },
    ],
  },
  legalForms: ['国の機関', '株式会社'],
  written: (number) => [
    inGroups(number, [1, 4, 4, 4], '-'),
    `T${number}`,
    number.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  ],
};
