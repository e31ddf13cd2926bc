/* The longest names that are legal, of every kind that was ever slow. */

let seed = 1;
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return seed % below;
};
const letters = (count: number, alphabet: string): string =>
  Array.from({ length: count }, () => [...alphabet][random([...alphabet].length)]).join('');
const latin = 'abcdefghijklmnopqrstuvwxyz';
const words = (count: number, length: number) => Array.from({ length: count }, () => letters(length, latin)).join(' ');

export const attackNames: [shape: string, name: () => string][] = [
  ['one word', () => letters(1_000, latin)],
  ['Cyrillic', () => letters(1_000, 'абвгдежзиклмнопрст')],
  ['digits behind letters', () => letters(500, latin) + letters(500, '0123456789')],
  ['one-letter words', () => words(500, 1).slice(0, 1_000)],
  ['words of seven letters', () => words(125, 7)],
  ['words of frequent letters', () => Array.from({ length: 24 }, () => `${'a'.repeat(38)}${letters(2, 'ab')}`).join(' ')],
  ['Chinese', () => letters(1_000, '中国建设银行股份有限公司电力科技发展贸易实业')],
  ['Korean', () => letters(1_000, '가나다라마바사아자차카타파하한국전력')],
  ['kana', () => letters(1_000, 'アイウエオカキクケコサシスセソー')],
  ['combining marks', () => `a${letters(999, '\u0301\u0323\u0316\u0308')}`],
  ['punctuation', () => letters(1_000, '.,-()/&+')],
  ['known words', () => 'recruitment holdings services limited formerly '.repeat(22).slice(0, 1_000)],
];
