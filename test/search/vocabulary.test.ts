import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allowedEdits } from '../../src/search/query/words/interpretations.ts';
import { editDistance } from '../../src/search/vocabulary/edit-distance.ts';
import { Vocabulary } from '../../src/search/vocabulary/vocabulary.ts';

const editsIn = (word: string) => allowedEdits(word, 6);
const added = (names: readonly string[]) => {
  const vocabulary = new Vocabulary();
  for (const name of names) vocabulary.add(Buffer.from(name), 0, Buffer.byteLength(name));
  return vocabulary;
};
const meantBy = (vocabulary: Vocabulary, word: string) => vocabulary.meant(word).map(({ text }) => text);

test('words are counted whole, up to the end of the part, and long ones are left out', () => {
  const vocabulary = new Vocabulary();
  const text = Buffer.from(`kern optics & kern\nkerr ${'x'.repeat(61)}`);
  const end = text.indexOf('\n');
  vocabulary.add(text, 0, end);
  expect(vocabulary.count('kerr')).toBe(0);
  vocabulary.add(text, end + 1, text.length);
  const count = (word: string) => vocabulary.count(word);
  expect(['kern', 'optics', 'kerr', 'ker', '&', 'x'.repeat(61)].map(count)).toEqual([2, 1, 1, 0, 0, 0]);
  expect([vocabulary.size, vocabulary.bytes > 0]).toEqual([3, true]);
});

test('a word that very many names have is counted too', () => {
  const vocabulary = added(['limited '.repeat(70_000), 'limits']);
  expect(['limited', 'limits'].map((word) => vocabulary.count(word))).toEqual([70_000, 1]);
  expect(vocabulary.meant('limitd')).toContainEqual({ text: 'limited', count: 70_000 });
});

test('a misspelt word means those with the fewest mistakes, and of them the most frequent first', () => {
  const vocabulary = added(['brewers', 'brewery brewery', 'brewer', 'bakers', '12345']);
  expect(meantBy(vocabulary, 'brewrs')).toEqual(['brewers', 'brewery', 'brewer']);
  expect(meantBy(vocabulary, '12346')).toEqual([]);
  // The first letter is wrong, which is looked for only where nothing else is found.
  expect(meantBy(vocabulary, 'vakers')).toEqual(['bakers']);
});

test('a word means those of other scripts that sound alike', () => {
  const vocabulary = added(['сибирский', 'σιμενς']);
  expect(meantBy(vocabulary, 'sibirsky')).toContain('сибирский');
});

test('counts are those of a list, and no near word is missed, however many there are', () => {
  const word = fc.stringMatching(/^[abc]{3,7}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 300 }), word, (words, asked) => {
      const vocabulary = added([words.join(' ')]);
      const different = new Set(words);
      expect(vocabulary.size).toBe(different.size);
      for (const one of different) expect(vocabulary.count(one)).toBe(words.filter((other) => other === one).length);
      const most = different.has(asked) ? Math.min(1, editsIn(asked)) : editsIn(asked);
      const bytes = Buffer.from(asked);
      const near = [...different].filter(
        (one) => one !== asked && one[0] === asked[0] && editDistance(bytes, Buffer.from(one), 0, one.length, most) <= most,
      );
      const meant = meantBy(vocabulary, asked);
      if (most > 0 && near.length > 0)
        expect(near.length > 8 ? meant.length : meant.toSorted()).toEqual(near.length > 8 ? 8 : near.toSorted());
    }),
  );
});

test('mistakes are counted as by all ways to turn one word into the other', () => {
  const countOf = (one: string, other: string): number => {
    if (one === '' || other === '') return one.length + other.length;
    const ways = [
      countOf(one.slice(1), other.slice(1)) + (one[0] === other[0] ? 0 : 1),
      countOf(one.slice(1), other) + 1,
      countOf(one, other.slice(1)) + 1,
    ];
    const isSwapped = one.length > 1 && one[0] === other[1] && one[1] === other[0];
    return Math.min(...ways, isSwapped ? countOf(one.slice(2), other.slice(2)) + 1 : Infinity);
  };
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 1, max: 3 }), (one, other, most) => {
      const found = editDistance(Buffer.from(one), Buffer.from(`x${other}`), 1, other.length, most);
      expect(Math.min(found, most + 1)).toBe(Math.min(countOf(one, other), most + 1));
    }),
    { numRuns: 300 },
  );
});
