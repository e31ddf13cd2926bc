/* Numbers in names: digits, ordinals, words and roman numerals. */

const units = (
  'zero one two three four five six seven eight nine ten eleven twelve ' +
  'thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
).split(' ');
const ordinals = (
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth ' +
  'thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'
).split(' ');
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
/** The first ordinals of other languages, normalized; each column is a number. */
const otherOrdinals = [
  'erste erster erstes premier premiere primera primero prima primo pervyy pervaya pervoe pierwszy pierwsza prvni ' +
    'prva prvi parva persha pershyy proti birinci elso pirma pirmas forsta forste eerste primeira primeiro',
  'zweite zweiter zweites deuxieme segunda segundo seconda secondo vtoroy vtoraya druga drugi druhy toinen vtora ' +
    'ikinci andra anden tweede segunda masodik',
  'dritte dritter drittes troisieme tercera tercero terza terzo tretiy tretya trzecia treti kolmas treta ucuncu ' +
    'tredje derde terceira harmadik',
  'vierte vierter viertes quatrieme cuarta cuarto quarta quarto',
  'funfte funfter funftes cinquieme quinta quinto',
];

const written = new Map<string, number>([
  ...units.map((word, value) => [word, value] as const),
  ...ordinals.map((word, value) => [word, value] as const),
  ...tens.flatMap((word, place) => [word, word.replace('y', 'ieth')].map((one) => [one, 20 + 10 * place] as const)),
  ...otherOrdinals.flatMap((words, place) => words.split(' ').map((word) => [word, place + 1] as const)),
]);

const romanValues: Record<string, number> = { i: 1, v: 5, x: 10 };

function roman(word: string): number | undefined {
  if (!/^x{0,3}(?:ix|iv|v?i{0,3})$/.test(word) || word === '') return undefined;
  const values = Array.from(word, (letter) => romanValues[letter] ?? 0);
  return values.reduce((sum, value, place) => sum + (value < (values[place + 1] ?? 0) ? -value : value), 0);
}

/** The number that a normalized Latin word means. A single letter is one only at the end of a name: `Fund V`. */
export function numberIn(word: string, isLast: boolean): string | undefined {
  const digits = /^(\d+)(?:st|nd|rd|th|er|eme|\.)?$/.exec(word)?.[1];
  if (digits) return digits.replace(/^0+(?=\d)/, '');
  const known = written.get(word) ?? (word.length > 1 || isLast ? roman(word) : undefined);
  return known === undefined ? undefined : String(known);
}

/** `twenty one` is 21. */
export const isTens = (word: string): boolean => tens.includes(word);
