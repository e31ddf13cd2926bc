import { expect, test } from 'vitest';
import { normalize } from '../../src/company/normalization.ts';
import { plainWords, unusualWords, wordsOf } from '../../src/company/words.ts';

test.each([
  ['"K" LINE HOLDING (EUROPE) LIMITED', 'k line holding europe limited'],
  ['K. Line', 'k line'],
  ['A B J Z DRIVER LTD', 'a b j z driver ltd'],
  ['A.B.J.Z. Driver', 'abjz driver'],
  ['D&C TRANSPORT', 'd & c transport'],
  ["O'BRIEN’S", 'o brien s'],
  ['LOVINI S.R.L.', 'lovini srl'],
  ['Budimex Sp. z o.o.', 'budimex sp z oo'],
  ['Škoda a.s.', 'skoda as'],
  ['amazon.com', 'amazon com'],
  ['Web 2.0', 'web 2 0'],
  ['! LTD', 'ltd'],
  ['株式会社 ﾄﾖﾀ', '株式会社 トヨタ'],
  ['★', ''],
])('the words of %s are %s', (name, words) => {
  expect(wordsOf(name).join(' ')).toBe(words);
});

test('only the words that the loops of the search would not find are stored', () => {
  expect(unusualWords(normalize('Marks & Spencer (Holdings) Ltd'))).toBe('');
  expect(unusualWords(normalize('LOVINI S.R.L.'))).toBe('lovini srl');
  expect(plainWords('lovini s.r.l.')).toEqual(['lovini', 's', 'r', 'l']);
});
