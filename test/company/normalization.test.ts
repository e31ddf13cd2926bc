import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalize, normalizedPieces } from '../../src/company/normalization.ts';

/** Texts that must meet, and those that must not. */
const scripts: Record<string, { same: string[][]; different: string[][] }> = {
  Greek: {
    same: [
      ['ΧΡΙΣ', 'χρισ', 'χρις', 'Χρίς'],
      ['ΟΔΥΣΣΕΥΣ', 'Οδυσσεύς', 'οδυσσευσ'],
      ['ΚΎΠΡΟΣ', 'κυπρος', 'Κύπροσ'],
      ['ΪΌΣ', 'ϊός', 'ιος'],
      ['ᾳ', 'ΑΙ', 'αι'],
    ],
    different: [['σ', 'ο']],
  },
  Japanese: {
    same: [
      ['ABC 株式会社', 'ＡＢＣ　株式会社', 'abc 株式会社'],
      ['パン', 'ﾊﾟﾝ', 'ハ゜ン', 'ハ\u309aン'],
      ['ガス', 'ｶﾞｽ', 'カ゛ス'],
      ['がす', 'か\u3099す'],
      ['㈱ソニー', '(株)ソニー', '（株）ソニー'],
      ['１２３', '123'],
    ],
    different: [
      ['ガス', 'カス'],
      ['パン', 'バン'],
      ['パン', 'ハン'],
      ['つ', 'っ'],
    ],
  },
  Turkish: {
    same: [
      ['İSTANBUL', 'istanbul', 'ISTANBUL', 'ıstanbul', 'i̇stanbul'],
      ['IŞIK', 'ışık', 'isik'],
    ],
    different: [['ş', 'z']],
  },
  German: {
    same: [
      ['STRASSE', 'Straße', 'STRAẞE', 'strasse'],
      ['MÜLLER', 'Müller', 'muller', 'Mu\u0308ller'],
    ],
    different: [['ü', 'ue']],
  },
  Polish: {
    same: [
      ['ŁÓDŹ', 'Łódź', 'lodz'],
      ['ŻÓŁĆ', 'żółć', 'zolc'],
      ['ĄĘŃŚ', 'aens'],
    ],
    different: [['ł', 't']],
  },
  Romanian: {
    same: [
      ['ȘTIINȚĂ', 'ŞTIINŢĂ', 'știință', 'ştiinţă', 'stiinta'],
      ['Întreprinderea', 'intreprinderea', 'ÂNT', 'ant'].slice(0, 2),
    ],
    different: [],
  },
  Lithuanian: {
    same: [
      ['ŽĄSŲ ĖDALAS', 'žąsų ėdalas', 'zasu edalas'],
      ['Į ŠĮ ŪKĮ', 'i si uki'],
    ],
    different: [],
  },
  Czech: {
    same: [
      ['PŘÍLIŠ ŽLUŤOUČKÝ KŮŇ', 'příliš žluťoučký kůň', 'prilis zlutoucky kun'],
      ['Ďábel', 'dabel'],
    ],
    different: [],
  },
  Nordic: {
    same: [
      ['ØRSTED', 'Ørsted', 'orsted'],
      ['ÆRØ', 'aero'],
      ['ÅKE', 'åke', 'ake'],
      ['ÞÓR', 'thor'],
    ],
    different: [],
  },
  // й is a letter of its own, as ї is; but ё is written е as often as not.
  Cyrillic: {
    same: [
      ['ЁЛКА', 'ёлка', 'елка'],
      ['КИЇВ', 'київ', 'киі\u0308в'],
      ['ЙОД', 'йод', 'и\u0306од'],
    ],
    different: [
      ['й', 'и'],
      ['ї', 'і'],
      ['ў', 'у'],
    ],
  },
  Hangul: {
    same: [
      ['한글', '한글'.normalize('NFD'), '한글'.normalize('NFKD')],
      ['하', 'ᄒ\u0327ㅏ'],
    ],
    different: [['한', '하']],
  },
  Devanagari: {
    same: [['कि', 'कि'.normalize('NFD')]],
    different: [
      ['कि', 'की'],
      ['क', 'की'],
    ],
  },
  Thai: { same: [['น้ำ', 'น้ำ'.normalize('NFD')]], different: [['นา', 'นี']] },
};

test.each(Object.entries(scripts))('%s letters meet however they are written, and others do not', (_, { same, different }) => {
  for (const texts of same) expect(new Set(texts.map(normalize)).size, texts.join()).toBe(1);
  for (const texts of different) expect(new Set(texts.map(normalize)).size, texts.join()).toBe(texts.length);
});

test('what is not seen is dropped, and control characters are blanks', () => {
  expect(normalize('Do\u00adnau\u200b\u200e')).toBe('donau');
  expect(normalize('a\u0000\u0001b\nc')).toBe('a b c');
});

const alphabets =
  'aAbzZ09 .-çÇĞğİıŞşäÖÜßẞłŁźŻąĘșşȚţĂâîŲėĮŠžŘůňďØæÅþðαΆΑΣσςΐΰϊΫύώΩιйИёЁїіґЎќ漢株ガｶﾞパﾊﾟ゛゜ﾞーｰっ한ᄒㅏﾡकि\u0301\u0306\u0308\u0307\u0327\u3099\u309a\u200d\u00adＡｂ１㈱ﬁ№½´🏢';
const ofAlphabets = fc.string({ unit: fc.constantFrom(...alphabets), maxLength: 12 });
const text = fc.oneof(ofAlphabets, fc.string({ unit: 'binary', maxLength: 8 }));
const runs = { numRuns: 1_000 };

test('normalizing twice is normalizing once', () => {
  fc.assert(
    fc.property(text, (some) => {
      expect(normalize(normalize(some))).toBe(normalize(some));
    }),
    runs,
  );
});

test('every character and its capital are the same', () => {
  const unlike: string[] = [];
  // Beyond these are ideographs and syllables.
  const ranges = [
    [0, 0x33ff],
    [0xa640, 0xabff],
    [0xfb00, 0xffff],
    [0x10400, 0x105ff],
  ] as const;
  const codes = ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, place) => first + place));
  for (const code of codes) {
    const one = String.fromCodePoint(code);
    if (
      normalize(one.toUpperCase()) !== normalize(one) ||
      normalize(one.toLowerCase()) !== normalize(one) ||
      normalize(normalize(one)) !== normalize(one)
    )
      unlike.push(code.toString(16));
  }
  expect(unlike).toEqual([]);
});

test('so are every text and its capitals', () => {
  fc.assert(
    fc.property(text, (some) => {
      expect(normalize(some.toUpperCase())).toBe(normalize(some));
      expect(normalize(some.toLowerCase())).toBe(normalize(some));
    }),
    runs,
  );
});

test('canonically equal texts are the same, and a normalized text is that of its pieces', () => {
  fc.assert(
    fc.property(ofAlphabets, (some) => {
      expect(normalize(some.normalize('NFD'))).toBe(normalize(some));
      expect(normalize(some.normalize('NFC'))).toBe(normalize(some));
      const pieces = normalizedPieces(some);
      expect(pieces.map(({ piece }) => piece).join('')).toBe(some);
      expect(pieces.map(({ part }) => part).join('')).toBe(normalize(some));
      for (const { piece, part, isPlain } of pieces) if (isPlain) expect(part.length).toBe(piece.length);
    }),
    runs,
  );
});

test('normalized text has no capital and no control character: these are left to numbers and separators', () => {
  fc.assert(
    fc.property(text, (some) => {
      expect(normalize(some)).not.toMatch(/[A-Z\p{Cc}]/u);
    }),
    runs,
  );
});
