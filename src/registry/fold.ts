/** Letters that Unicode doesn't take apart, though a person without the keyboard types them so. */
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
/** Nothing to fold: most of what registers hold. */
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

/** Stands between name and number. Folded text never holds it, so no fragment matches across it. */
export const separator = '\u0001';

export const searchText = (name: string, number: string): string => fold(name) + separator + fold(number);
