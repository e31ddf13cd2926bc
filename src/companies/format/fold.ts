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
/** Text that only its case has to be folded of, as most has. */
const plain = /^[\x20-\x7e]*$/;

/**
 * Text as it is compared: without case and diacritics, and without control characters, one of which separates name and
 * number in the search text. Import and search both use it, so they can't disagree.
 */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
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

/**
 * What a record is searched by: its name, its number, the number as its register spells it, if that differs, and a further
 * number, if it has one.
 */
export function searchText(name: string, number: string, spelt: string, other?: string): string {
  const [known, plain] = [fold(number), fold(spelt)];
  const text = fold(name) + separator + known + (plain === known ? '' : separator + plain);
  return other === undefined ? text : text + separator + fold(other);
}
