/** Letters that Unicode does not decompose, and what people type instead of them. */
const strokes: Record<string, string> = {
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
};
const strokeLetters = /[øđðłħŧıæœßþ]/g;
/** Text that needs no folding. */
const plain = /^[\x20-\x40\x5b-\x7e]*$/;

/**
 * Text as it is compared: without case and diacritics, and without control characters, one of which separates name and
 * number in the search text. Import and search both use it, so they can't disagree.
 */
export function fold(text: string): string {
  if (plain.test(text)) return text;
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(strokeLetters, (letter) => strokes[letter] ?? letter)
    .replaceAll(/\p{Cc}+/gu, ' ');
}

/** Stands between name and number. Folded text never contains it, so no fragment matches across it. */
export const separator = '\u0001';

/** What a record is searched by: its name, its number and, if it differs, the number as its register spells it. */
export function searchText(name: string, number: string, spelt: string): string {
  const [known, other] = [fold(number), fold(spelt)];
  return fold(name) + separator + known + (other === known ? '' : separator + other);
}
